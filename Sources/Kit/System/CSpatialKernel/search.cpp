// The queries, compiled once for each kind of instructions from the same source.
#include "kernel.h"

// For every processor.
namespace plain {
#include "queries.h"
}  // namespace plain

const Kernel trove_spatial::plainKernel = {plain::nearest, plain::within, plain::hitsWithin, plain::inBox};

#if defined(__x86_64__)

// From here on nothing of the library is brought in: see kernel.h.
#pragma clang attribute push( \
    __attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

namespace avx2 {
#include "queries.h"
}  // namespace avx2

#pragma clang attribute pop

const Kernel trove_spatial::avx2Kernel = {avx2::nearest, avx2::within, avx2::hitsWithin, avx2::inBox};

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

namespace avx512 {
#include "queries.h"
}  // namespace avx512

#pragma clang attribute pop

const Kernel trove_spatial::avx512Kernel = {avx512::nearest, avx512::within, avx512::hitsWithin, avx512::inBox};

#endif

double trove_spatial_metres(double latitude, double longitude, double other_latitude, double other_longitude) {
  if (!trove_spatial_is_place(latitude, longitude) || !trove_spatial_is_place(other_latitude, other_longitude))
    return NAN;
  Place other = place(other_latitude, other_longitude);
  return plain::metres(plain::query(latitude, longitude), other.latitude, other.longitude);
}
