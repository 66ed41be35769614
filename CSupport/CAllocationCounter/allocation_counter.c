#include "CAllocationCounter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(hwaddress_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer) || __has_feature(leak_sanitizer)
#define YODEL_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_HWADDRESS__) || defined(__SANITIZE_THREAD__)
#define YODEL_SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(YODEL_SANITIZED)

// In the executable's own block of thread-local storage: reading it never calls `malloc`. Volatile, because the
// compiler knows `malloc` and assumes that it has no visible effects.
static __thread __attribute__((tls_model("initial-exec"))) volatile bool counting;
static __thread __attribute__((tls_model("initial-exec"))) volatile uint64_t counted;

static inline void count_block(void) {
    if (__builtin_expect(counting, 0)) counted += 1;
}

// glibc's own functions; it exports them for programs that replace the usual names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// The dynamic linker searches the executable first, so libraries call these functions. glibc still allocates the
// blocks, so its `free` and `malloc_usable_size` need no replacement.
#define YODEL_INTERPOSED __attribute__((visibility("default"), used))

YODEL_INTERPOSED void *malloc(size_t size) {
    count_block();
    return __libc_malloc(size);
}

YODEL_INTERPOSED void *calloc(size_t count, size_t size) {
    count_block();
    return __libc_calloc(count, size);
}

YODEL_INTERPOSED void *realloc(void *block, size_t size) {
    if (size != 0) count_block();
    return __libc_realloc(block, size);
}

YODEL_INTERPOSED void *memalign(size_t alignment, size_t size) {
    count_block();
    return __libc_memalign(alignment, size);
}

YODEL_INTERPOSED void *aligned_alloc(size_t alignment, size_t size) {
    count_block();
    return __libc_memalign(alignment, size);
}

YODEL_INTERPOSED int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    count_block();
    void *const found = __libc_memalign(alignment, size);
    if (found == NULL) return ENOMEM;
    *block = found;
    return 0;
}

bool yodel_can_count_allocations(void) {
    const bool was_counting = counting;
    const uint64_t before = counted;
    counting = true;
    // Volatile, as the compiler would otherwise remove both calls.
    char *volatile copy = strdup("a block of the C library's");
    const bool reached = counted == before + 1;
    counting = was_counting;
    counted = before;
    free(copy);
    return reached;
}

void yodel_start_counting_allocations(void) {
    counted = 0;
    counting = true;
}

uint64_t yodel_stop_counting_allocations(void) {
    counting = false;
    return counted;
}

#else

bool yodel_can_count_allocations(void) { return false; }
void yodel_start_counting_allocations(void) {}
uint64_t yodel_stop_counting_allocations(void) { return 0; }

#endif
