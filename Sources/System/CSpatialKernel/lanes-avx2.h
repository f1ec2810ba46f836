// Sixteen lanes in two registers of AVX2.
#include <immintrin.h>

namespace {

typedef uint32_t Mask;

struct Ints {
  __m256i low, high;
};
struct Floats {
  __m256 low, high;
};

INLINE Mask join(__m256 low, __m256 high) {
  return Mask(_mm256_movemask_ps(low)) | Mask(_mm256_movemask_ps(high)) << 8;
}
INLINE Mask join(__m256i low, __m256i high) { return join(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high)); }

INLINE Ints load(const int32_t *p) {
  return {_mm256_loadu_si256((const __m256i *)p), _mm256_loadu_si256((const __m256i *)(p + 8))};
}
INLINE Ints all(int32_t v) { return {_mm256_set1_epi32(v), _mm256_set1_epi32(v)}; }
INLINE Ints operator-(Ints a, Ints b) { return {_mm256_sub_epi32(a.low, b.low), _mm256_sub_epi32(a.high, b.high)}; }
INLINE Ints larger(Ints a, Ints b) { return {_mm256_max_epi32(a.low, b.low), _mm256_max_epi32(a.high, b.high)}; }
INLINE Floats floats(Ints a) { return {_mm256_cvtepi32_ps(a.low), _mm256_cvtepi32_ps(a.high)}; }
INLINE Mask atMost(Ints a, Ints b) {
  return 0xFFFF ^ join(_mm256_cmpgt_epi32(a.low, b.low), _mm256_cmpgt_epi32(a.high, b.high));
}

INLINE Floats load(const float *p) { return {_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8)}; }
INLINE void store(float *p, Floats a) {
  _mm256_storeu_ps(p, a.low);
  _mm256_storeu_ps(p + 8, a.high);
}
INLINE Floats operator*(Floats a, Floats b) { return {_mm256_mul_ps(a.low, b.low), _mm256_mul_ps(a.high, b.high)}; }
/// a * b + c, rounded once or twice.
INLINE Floats fused(Floats a, Floats b, Floats c) {
  return {_mm256_fmadd_ps(a.low, b.low, c.low), _mm256_fmadd_ps(a.high, b.high, c.high)};
}
INLINE Mask atMost(Floats a, float b) {
  __m256 bound = _mm256_set1_ps(b);
  return join(_mm256_cmp_ps(a.low, bound, _CMP_LE_OQ), _mm256_cmp_ps(a.high, bound, _CMP_LE_OQ));
}

/// All bits of the lanes whose bit is set in the low eight bits of a mask.
INLINE __m256i spread(Mask mask) {
  const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(int(mask)), bits), bits);
}

/// The lane of the least value among those of `mask`, which is not empty; nearly equal ones are taken for equal.
///
/// Positive floats compare as integers do, and their last four bits can tell the lane.
INLINE unsigned lowest(Floats a, Mask mask) {
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), kept = _mm256_set1_epi32(~15);
  const __m256i most = _mm256_set1_epi32(INT32_MAX), upper = _mm256_or_si256(lanes, _mm256_set1_epi32(8));
  __m256i low = _mm256_or_si256(_mm256_and_si256(_mm256_castps_si256(a.low), kept), lanes);
  __m256i high = _mm256_or_si256(_mm256_and_si256(_mm256_castps_si256(a.high), kept), upper);
  low = _mm256_blendv_epi8(most, low, spread(mask));
  high = _mm256_blendv_epi8(most, high, spread(mask >> 8));
  __m256i half = _mm256_min_epi32(low, high);
  __m128i least = _mm_min_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  least = _mm_min_epi32(least, _mm_unpackhi_epi64(least, least));
  least = _mm_min_epi32(least, _mm_shuffle_epi32(least, 1));
  return unsigned(_mm_cvtsi128_si32(least)) & 15;
}

/// The sixteen least values so far, in order; all are positive, so that they compare as integers do, which is faster.
struct Least {
  __m256i low, high;

  INLINE_MEMBER Least() : low(_mm256_castps_si256(_mm256_set1_ps(INFINITY))), high(low) {}

  INLINE_MEMBER void insert(const float *values, unsigned lane) {
    const __m256i before = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    __m256i one = _mm256_castps_si256(_mm256_set1_ps(values[lane]));
    __m256i turnedLow = _mm256_permutevar8x32_epi32(low, before);
    __m256i shiftedLow = _mm256_blend_epi32(turnedLow, _mm256_setzero_si256(), 1);
    __m256i shiftedHigh = _mm256_blend_epi32(_mm256_permutevar8x32_epi32(high, before), turnedLow, 1);
    low = _mm256_max_epi32(shiftedLow, _mm256_min_epi32(low, one));
    high = _mm256_max_epi32(shiftedHigh, _mm256_min_epi32(high, one));
  }

  INLINE_MEMBER float at(unsigned index) const {
    __m256i half = index < 8 ? low : high;
    return _mm256_cvtss_f32(
        _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(half, _mm256_set1_epi32(int(index & 7)))));
  }
};

/// For each mask of eight lanes, where its lanes are.
struct Packings {
  uint8_t lane[256][8];
  constexpr Packings() : lane() {
    for (int mask = 0; mask < 256; mask++)
      for (int bit = 0, next = 0; bit < 8; bit++)
        if (mask >> bit & 1) lane[mask][next++] = uint8_t(bit);
  }
};
alignas(64) constexpr Packings packings;

INLINE unsigned packHalf(void *to, __m256i half, Mask mask) {
  __m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)packings.lane[mask]));
  _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32(half, order));
  return unsigned(__builtin_popcount(mask));
}

/// Writes the lanes of `mask` in a row; all sixteen places may be written to. Returns how many they are.
INLINE unsigned pack(uint32_t *to, Ints a, Mask mask) {
  unsigned count = packHalf(to, a.low, mask & 0xFF);
  return count + packHalf(to + count, a.high, mask >> 8);
}
INLINE unsigned pack(float *to, Floats a, Mask mask) {
  unsigned count = packHalf(to, _mm256_castps_si256(a.low), mask & 0xFF);
  return count + packHalf(to + count, _mm256_castps_si256(a.high), mask >> 8);
}
INLINE Ints countUp(uint32_t from) {
  __m256i first = _mm256_add_epi32(_mm256_set1_epi32(int(from)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  return {first, _mm256_add_epi32(first, _mm256_set1_epi32(8))};
}
/// The lanes that are below `bound`, without a sign; it is less than half of what they can be.
INLINE Mask below(Ints a, uint32_t bound) {
  __m256i none = _mm256_setzero_si256(), limit = _mm256_set1_epi32(int(bound));
  return join(
      _mm256_andnot_si256(_mm256_cmpgt_epi32(none, a.low), _mm256_cmpgt_epi32(limit, a.low)),
      _mm256_andnot_si256(_mm256_cmpgt_epi32(none, a.high), _mm256_cmpgt_epi32(limit, a.high)));
}

struct Halves {
  __m256d low, high;
};
INLINE Halves halves(Reals a) {
  Halves halves;
  memcpy(&halves, &a, sizeof a);
  return halves;
}
INLINE Reals squareRoot(Reals a) {
  Halves both = halves(a);
  both = {_mm256_sqrt_pd(both.low), _mm256_sqrt_pd(both.high)};
  memcpy(&a, &both, sizeof a);
  return a;
}
INLINE Mask join(__m256d low, __m256d high) {
  return Mask(_mm256_movemask_pd(low)) | Mask(_mm256_movemask_pd(high)) << 4;
}
/// The lanes that are below a value, above it, and equal to it.
INLINE Mask below(Reals a, double b) {
  Halves both = halves(a);
  __m256d bound = _mm256_set1_pd(b);
  return join(_mm256_cmp_pd(both.low, bound, _CMP_LT_OQ), _mm256_cmp_pd(both.high, bound, _CMP_LT_OQ));
}
INLINE Mask above(Reals a, double b) {
  Halves both = halves(a);
  __m256d bound = _mm256_set1_pd(b);
  return join(_mm256_cmp_pd(both.low, bound, _CMP_GT_OQ), _mm256_cmp_pd(both.high, bound, _CMP_GT_OQ));
}
INLINE Mask equal(Reals a, double b) {
  Halves both = halves(a);
  __m256d bound = _mm256_set1_pd(b);
  return join(_mm256_cmp_pd(both.low, bound, _CMP_EQ_OQ), _mm256_cmp_pd(both.high, bound, _CMP_EQ_OQ));
}

}  // namespace
