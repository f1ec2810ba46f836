// The queries, made of AVX-512.
#include "kernel.h"

#if defined(__x86_64__)

// Everything from here on, and nothing of the library: see kernel.h.
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#include "lanes-avx512.h"
// After the lanes.
#include "exact.h"
#include "search.h"
// After what they share.
#include "nearest.h"
#include "regions.h"

#pragma clang attribute pop

const Kernel trove_spatial::avx512Kernel = {nearest, within, hitsWithin, inBox};

#endif
