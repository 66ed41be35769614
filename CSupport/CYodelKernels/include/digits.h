#ifndef YODEL_DIGITS_H
#define YODEL_DIGITS_H

#include <stdint.h>
#include <string.h>

#include "powers_of_five.h"

// "00" to "99" in a row.
static const char yodel_digit_pairs[201] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

// How many decimal digits a number has.
static inline intptr_t yodel_digit_count(uint64_t number) {
    // 1233 / 4096 is log10(2), near enough; it is one too many below the next power of ten.
    const intptr_t guess = ((64 - __builtin_clzll(number | 1)) * 1233) >> 12;
    return guess + (guess < 20 && number >= yodel_powers_of_ten[guess]) + (number == 0);
}

// Writes the last `count` digits of a number to `to[0 ..< count]`, two at a step.
static inline void yodel_write_digits(uint8_t *_Nonnull to, uint64_t number, intptr_t count) {
    while (count >= 2) {
        const uint64_t rest = number / 100;
        count -= 2;
        memcpy(to + count, yodel_digit_pairs + 2 * (number - rest * 100), 2);
        number = rest;
    }
    if (count == 1) *to = (uint8_t)('0' + number % 10);
}

#endif
