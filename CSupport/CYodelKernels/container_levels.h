#ifndef YODEL_CONTAINER_LEVELS_H
#define YODEL_CONTAINER_LEVELS_H

// Which containers are open, and which bytes of a block lie in which kind of them.

#include <stdbool.h>
#include <stdint.h>

#include "neighbour_masks.h"

enum { yodel_outer_words = 7, yodel_depth_limit = 64 * (yodel_outer_words + 1) };

// One bit for each container that is open: set for an object. The innermost is the lowest of `kinds`, which holds up to
// 64; those outside of these lie in whole words.
typedef struct {
    uint64_t kinds;
    intptr_t depth;
    intptr_t limit;  // of the depth
    uint64_t outer[yodel_outer_words];
} yodel_levels;

// Parts of a block.
typedef struct {
    uint64_t objects;  // the innermost container is an object
    uint64_t members;  // the innermost container is the outermost
    uint64_t end;      // the bracket that closes the outermost
} yodel_regions;

// The regions of a block without brackets. `members` are found for `is_members` only.
static inline yodel_regions yodel_same_regions(const yodel_levels *levels, const bool is_members) {
    return (yodel_regions){-(levels->kinds & 1), is_members && levels->depth == 1 ? ~(uint64_t)0 : 0, 0};
}

// Goes through some of the brackets of a block, up to the one that closes the outermost container; false when one is
// not in its place.
static inline bool yodel_walk_brackets(
    uint64_t brackets, const yodel_tokens *tokens, const bool is_members, yodel_levels *levels, yodel_regions *regions) {
    uint64_t kinds = levels->kinds, mismatches = 0;
    intptr_t depth = levels->depth, deepest = depth;
    yodel_regions all = yodel_same_regions(levels, is_members);
    while (brackets != 0) {
        const uint64_t bit = brackets & -brackets, behind = -bit;
        brackets ^= bit;
        const uint64_t is_object = (tokens->braces & bit) != 0;
        if ((tokens->opening & bit) != 0) {
            if ((depth & 63) == 0 && depth > 0) {
                if (depth >= levels->limit) return false;
                levels->outer[(depth >> 6) - 1] = kinds;
            }
            kinds = kinds << 1 | is_object;
            depth++;
            deepest = depth > deepest ? depth : deepest;
        } else {
            mismatches |= is_object ^ kinds;
            kinds >>= 1;
            depth--;
            if ((depth & 63) == 0) {
                if (depth == 0) {
                    all.end = bit;
                    break;
                }
                kinds = levels->outer[(depth >> 6) - 1];
            }
        }
        // What lies behind a bracket is as it was behind the one before, but for what changes there.
        all.objects = (all.objects & ~behind) | (-(kinds & 1) & behind);
        if (is_members) all.members = (all.members & ~behind) | (depth == 1 ? behind : 0);
    }
    levels->kinds = kinds;
    levels->depth = depth;
    *regions = all;
    return (mismatches & 1) == 0 && deepest <= levels->limit;
}

#endif
