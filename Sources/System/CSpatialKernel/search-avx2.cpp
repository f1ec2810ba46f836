// The queries, made of AVX2.
#include "kernel.h"

#if defined(__x86_64__)

// Everything from here on, and nothing of the library: see kernel.h.
#pragma clang attribute push( \
    __attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#include "lanes-avx2.h"
// After the lanes.
#include "exact.h"
#include "search.h"
// After what they share.
#include "nearest.h"
#include "regions.h"

#pragma clang attribute pop

const Kernel trove_spatial::avx2Kernel = {nearest, within, hitsWithin, inBox};

#endif
