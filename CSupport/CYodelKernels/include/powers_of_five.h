#pragma once

#include <stdint.h>

// Constant tables for the conversion of decimal text. They are in C because Swift accesses a global array with lazy
// initialisation and bounds checks, and imports a C array as a tuple. Hence the functions, which cost nothing.

#define YODEL_SMALLEST_POWER_OF_FIVE (-342)
#define YODEL_LARGEST_POWER_OF_FIVE 323

extern const uint64_t yodel_powers_of_five[2 * (YODEL_LARGEST_POWER_OF_FIVE - YODEL_SMALLEST_POWER_OF_FIVE + 1)];
extern const uint64_t yodel_powers_of_ten[20];
extern const double yodel_exact_powers_of_ten[23];

/// The 128 leading bits of 5^exponent, upper half first, with the top bit set: rounded down for exponents from 0 on
/// (exact up to 55), rounded up below. The exponent is in YODEL_SMALLEST_POWER_OF_FIVE ... YODEL_LARGEST_POWER_OF_FIVE.
static inline const uint64_t *_Nonnull yodel_power_of_five(intptr_t exponent) {
    return &yodel_powers_of_five[2 * (exponent - YODEL_SMALLEST_POWER_OF_FIVE)];
}

/// 10^exponent for an exponent in 0 ... 19.
static inline uint64_t yodel_power_of_ten(intptr_t exponent) {
    return yodel_powers_of_ten[exponent];
}

/// 10^exponent for an exponent in 0 ... 22, where a double holds it exactly.
static inline double yodel_exact_power_of_ten(intptr_t exponent) {
    return yodel_exact_powers_of_ten[exponent];
}
