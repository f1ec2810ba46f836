// Sixteen lanes in one register of AVX-512.
#include <immintrin.h>

namespace {

typedef uint32_t Mask;

struct Ints {
  __m512i value;
};
struct Floats {
  __m512 value;
};

INLINE Ints load(const int32_t *p) { return {_mm512_loadu_si512(p)}; }
INLINE Ints all(int32_t v) { return {_mm512_set1_epi32(v)}; }
INLINE Ints operator-(Ints a, Ints b) { return {_mm512_sub_epi32(a.value, b.value)}; }
INLINE Ints larger(Ints a, Ints b) { return {_mm512_max_epi32(a.value, b.value)}; }
INLINE Floats floats(Ints a) { return {_mm512_cvtepi32_ps(a.value)}; }
INLINE Mask atMost(Ints a, Ints b) { return _mm512_cmple_epi32_mask(a.value, b.value); }

INLINE Floats load(const float *p) { return {_mm512_loadu_ps(p)}; }
INLINE void store(float *p, Floats a) { _mm512_storeu_ps(p, a.value); }
INLINE Floats operator*(Floats a, Floats b) { return {_mm512_mul_ps(a.value, b.value)}; }
/// a * b + c, rounded once or twice.
INLINE Floats fused(Floats a, Floats b, Floats c) { return {_mm512_fmadd_ps(a.value, b.value, c.value)}; }
INLINE Mask atMost(Floats a, float b) { return _mm512_cmp_ps_mask(a.value, _mm512_set1_ps(b), _CMP_LE_OQ); }

/// The lane of the least value among those of `mask`, which is not empty; nearly equal ones are taken for equal.
///
/// Positive floats compare as integers do, and their last four bits can tell the lane.
INLINE unsigned lowest(Floats a, Mask mask) {
  const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m512i keys = _mm512_ternarylogic_epi32(_mm512_castps_si512(a.value), _mm512_set1_epi32(~15), lanes, 0xEA);
  keys = _mm512_mask_mov_epi32(_mm512_set1_epi32(INT32_MAX), __mmask16(mask), keys);
  __m256i half = _mm256_min_epi32(_mm512_castsi512_si256(keys), _mm512_extracti64x4_epi64(keys, 1));
  __m128i least = _mm_min_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  least = _mm_min_epi32(least, _mm_unpackhi_epi64(least, least));
  least = _mm_min_epi32(least, _mm_shuffle_epi32(least, 1));
  return unsigned(_mm_cvtsi128_si32(least)) & 15;
}

/// The sixteen least values so far, in order; all are positive, so that they compare as integers do, which is faster.
struct Least {
  __m512i value;

  INLINE_MEMBER Least() : value(_mm512_castps_si512(_mm512_set1_ps(INFINITY))) {}

  INLINE_MEMBER void insert(const float *values, unsigned lane) {
    __m512i one = _mm512_castps_si512(_mm512_set1_ps(values[lane]));
    __m512i shifted = _mm512_alignr_epi32(value, _mm512_setzero_si512(), 15);
    value = _mm512_max_epi32(shifted, _mm512_min_epi32(value, one));
  }

  INLINE_MEMBER float at(unsigned index) const {
    return _mm512_cvtss_f32(_mm512_castsi512_ps(_mm512_permutexvar_epi32(_mm512_set1_epi32(int(index)), value)));
  }
};

/// Writes the lanes of `mask` in a row; all sixteen places may be written to. Returns how many they are.
INLINE unsigned pack(uint32_t *to, Ints a, Mask mask) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(__mmask16(mask), a.value));
  return unsigned(__builtin_popcount(mask));
}
INLINE unsigned pack(float *to, Floats a, Mask mask) {
  _mm512_storeu_ps(to, _mm512_maskz_compress_ps(__mmask16(mask), a.value));
  return unsigned(__builtin_popcount(mask));
}
INLINE Ints countUp(uint32_t from) {
  return {_mm512_add_epi32(
      _mm512_set1_epi32(int(from)), _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))};
}
/// The lanes that are below `bound`, without a sign.
INLINE Mask below(Ints a, uint32_t bound) { return _mm512_cmplt_epu32_mask(a.value, _mm512_set1_epi32(int(bound))); }

INLINE Reals squareRoot(Reals a) { return (Reals)_mm512_sqrt_pd((__m512d)a); }
/// The lanes that are below a value, above it, and equal to it.
INLINE Mask below(Reals a, double b) { return _mm512_cmp_pd_mask((__m512d)a, _mm512_set1_pd(b), _CMP_LT_OQ); }
INLINE Mask above(Reals a, double b) { return _mm512_cmp_pd_mask((__m512d)a, _mm512_set1_pd(b), _CMP_GT_OQ); }
INLINE Mask equal(Reals a, double b) { return _mm512_cmp_pd_mask((__m512d)a, _mm512_set1_pd(b), _CMP_EQ_OQ); }

}  // namespace
