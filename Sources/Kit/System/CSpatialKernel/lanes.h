// Sixteen lanes as clang's vectors. The compiler translates them for the instructions of the target attribute in force.

namespace {

/// One bit a lane, the lowest for the first.
typedef uint32_t Mask;

typedef int32_t Ints __attribute__((ext_vector_type(16)));
typedef uint32_t Words __attribute__((ext_vector_type(16)));
typedef float Floats __attribute__((ext_vector_type(16)));
typedef bool Bits __attribute__((ext_vector_type(16)));

/// Eight doubles, what they are made from, and what comparing them gives.
typedef double Reals __attribute__((ext_vector_type(8)));
typedef int32_t HalfInts __attribute__((ext_vector_type(8)));
typedef decltype(Reals{} < 0) RealTruths;
typedef bool HalfBits __attribute__((ext_vector_type(8)));

INLINE Ints load(const int32_t *p) {
  Ints ints;
  memcpy(&ints, p, sizeof ints);
  return ints;
}
INLINE Floats load(const float *p) {
  Floats floats;
  memcpy(&floats, p, sizeof floats);
  return floats;
}
INLINE void store(float *p, Floats a) { memcpy(p, &a, sizeof a); }
INLINE Ints all(int32_t v) { return v; }
INLINE Ints countUp(uint32_t from) {
  return (Ints)((Words){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} + from);
}

/// The lanes in which a comparison is true, and the other way round.
INLINE Mask maskOf(Ints truths) { return __builtin_bit_cast(uint16_t, __builtin_convertvector(truths, Bits)); }
INLINE Mask maskOf(RealTruths truths) { return __builtin_bit_cast(uint8_t, __builtin_convertvector(truths, HalfBits)); }
INLINE Ints truthsOf(Mask mask) {
  return __builtin_convertvector(__builtin_bit_cast(Bits, uint16_t(mask)), Ints) != 0;
}

/// a - b, wrapping: a damaged file can hold anything, and the overflow of the operator is undefined.
INLINE Ints minus(Ints a, Ints b) { return (Ints)((Words)a - (Words)b); }
INLINE Ints larger(Ints a, Ints b) { return __builtin_elementwise_max(a, b); }
INLINE Floats floats(Ints a) { return __builtin_convertvector(a, Floats); }
/// a * b + c, rounded once or twice.
INLINE Floats fused(Floats a, Floats b, Floats c) {
#pragma STDC FP_CONTRACT ON
  return a * b + c;
}

INLINE Mask atMost(Ints a, Ints b) { return maskOf(a <= b); }
INLINE Mask atMost(Floats a, float b) { return maskOf(a <= b); }
/// The lanes that are below `bound`, without a sign.
INLINE Mask below(Ints a, uint32_t bound) { return maskOf((Words)a < bound); }

/// The lane of the least value among those of `wanted`, which is not empty; nearly equal ones are taken for equal.
///
/// Positive floats compare as integers do, and their last four bits can tell the lane.
INLINE unsigned lowest(Floats a, Mask wanted) {
  Ints keys = ((Ints)a & ~15) | countUp(0);
  return unsigned(__builtin_reduce_min(truthsOf(wanted) ? keys : all(INT32_MAX))) & 15;
}

/// The least values so far, one to sixteen, the largest of them first; zeros fill the lanes behind them.
///
/// All are positive, so that they compare as integers do, which is faster.
struct Least {
  Ints value;

  INLINE_MEMBER explicit Least(unsigned wanted)
      : value(countUp(0) < all(int32_t(wanted)) ? (Ints)(Floats)INFINITY : all(0)) {}

  INLINE_MEMBER void insert(float one) {
    Ints shifted = __builtin_shufflevector(value, all(0), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    value = larger(shifted, __builtin_elementwise_min(value, (Ints)(Floats)one));
  }

  INLINE_MEMBER float largest() const { return ((Floats)value)[0]; }
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

typedef uint8_t HalfBytes __attribute__((ext_vector_type(8)));

INLINE unsigned packHalf(uint32_t *to, HalfInts a, Mask mask) {
  HalfBytes lanes;
  memcpy(&lanes, packings.lane[mask], sizeof lanes);
  HalfInts from = __builtin_convertvector(lanes, HalfInts);
  // With AVX2 or more the compiler turns this into one instruction, vpermd.
  a = (HalfInts){a[from[0]], a[from[1]], a[from[2]], a[from[3]], a[from[4]], a[from[5]], a[from[6]], a[from[7]]};
  memcpy(to, &a, sizeof a);
  return unsigned(__builtin_popcount(mask));
}

/// Writes the lanes of `mask` in a row; all sixteen places may be written to. Returns how many they are.
INLINE unsigned pack(uint32_t *to, Ints a, Mask mask) {
  // Copying is faster, and most leaves of a large region lie in it wholly.
  if (mask == 0xFFFF) {
    memcpy(to, &a, sizeof a);
    return 16;
  }
  unsigned count = packHalf(to, a.lo, mask & 0xFF);
  return count + packHalf(to + count, a.hi, mask >> 8);
}
INLINE unsigned pack(float *to, Floats a, Mask mask) {
  return pack(reinterpret_cast<uint32_t *>(to), (Ints)a, mask);
}

INLINE Reals squareRoot(Reals a) { return __builtin_elementwise_sqrt(a); }
/// The lanes that are below a value, above it, and equal to it.
INLINE Mask below(Reals a, double b) { return maskOf(a < b); }
INLINE Mask above(Reals a, double b) { return maskOf(a > b); }
INLINE Mask equal(Reals a, double b) { return maskOf(a == b); }

}  // namespace
