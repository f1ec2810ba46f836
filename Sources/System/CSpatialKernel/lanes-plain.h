// Sixteen lanes without any instructions of one processor: the compiler makes of them what it can.

namespace {

typedef uint32_t Mask;

typedef int32_t IntVector __attribute__((vector_size(64)));
typedef uint32_t WordVector __attribute__((vector_size(64)));
typedef float FloatVector __attribute__((vector_size(64)));

struct Ints {
  IntVector value;
};
struct Floats {
  FloatVector value;
};

/// The signs of all lanes, as bits.
INLINE Mask signs(IntVector a) {
  const IntVector bits = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
  IntVector set = a & bits;
  Mask mask = 0;
  for (int lane = 0; lane < 16; lane++) mask |= Mask(set[lane]);
  return mask;
}

INLINE Ints load(const int32_t *p) {
  Ints ints;
  memcpy(&ints, p, sizeof ints);
  return ints;
}
INLINE Ints all(int32_t v) { return {IntVector{} + v}; }
// Wraps, as registers do: a damaged file can hold anything.
INLINE Ints operator-(Ints a, Ints b) { return {(IntVector)((WordVector)a.value - (WordVector)b.value)}; }
INLINE Ints larger(Ints a, Ints b) {
  IntVector isLarger = a.value > b.value;
  return {(a.value & isLarger) | (b.value & ~isLarger)};
}
INLINE Floats floats(Ints a) { return {__builtin_convertvector(a.value, FloatVector)}; }
INLINE Mask atMost(Ints a, Ints b) { return signs(a.value <= b.value); }

INLINE Floats load(const float *p) {
  Floats floats;
  memcpy(&floats, p, sizeof floats);
  return floats;
}
INLINE void store(float *p, Floats a) { memcpy(p, &a, sizeof a); }
INLINE Floats operator*(Floats a, Floats b) { return {a.value * b.value}; }
/// a * b + c, rounded once or twice.
INLINE Floats fused(Floats a, Floats b, Floats c) { return {a.value * b.value + c.value}; }
INLINE Mask atMost(Floats a, float b) { return signs(a.value <= FloatVector{} + b); }

/// The lane of the least value among those of `mask`, which is not empty.
INLINE unsigned lowest(Floats a, Mask mask) {
  float values[16];
  store(values, a);
  unsigned best = unsigned(__builtin_ctz(mask));
  for (mask &= mask - 1; mask != 0; mask &= mask - 1) {
    unsigned lane = unsigned(__builtin_ctz(mask));
    best = values[lane] < values[best] ? lane : best;
  }
  return best;
}

/// The sixteen least values so far, in order.
struct Least {
  float value[16];

  INLINE_MEMBER Least() {
    for (float &each : value) each = INFINITY;
  }

  INLINE_MEMBER void insert(const float *values, unsigned lane) {
    float one = values[lane];
    if (!(one < value[15])) return;
    int place = 15;
    for (; place > 0 && value[place - 1] > one; place--) value[place] = value[place - 1];
    value[place] = one;
  }

  INLINE_MEMBER float at(unsigned index) const { return value[index]; }
};

/// Writes the lanes of `mask` in a row; all sixteen places may be written to. Returns how many they are.
INLINE unsigned pack(uint32_t *to, Ints a, Mask mask) {
  unsigned count = 0;
  for (; mask != 0; mask &= mask - 1) to[count++] = uint32_t(a.value[__builtin_ctz(mask)]);
  return count;
}
INLINE unsigned pack(float *to, Floats a, Mask mask) {
  unsigned count = 0;
  for (; mask != 0; mask &= mask - 1) to[count++] = a.value[__builtin_ctz(mask)];
  return count;
}
INLINE Ints countUp(uint32_t from) {
  return {(IntVector){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} + int32_t(from)};
}
/// The lanes that are below `bound`, without a sign.
INLINE Mask below(Ints a, uint32_t bound) { return signs((WordVector)a.value < WordVector{} + bound); }

INLINE Reals squareRoot(Reals a) {
  for (int lane = 0; lane < 8; lane++) a[lane] = std::sqrt(a[lane]);
  return a;
}
/// The lanes that are below a value, above it, and equal to it.
INLINE Mask below(Reals a, double b) {
  Mask mask = 0;
  for (int lane = 0; lane < 8; lane++) mask |= Mask(a[lane] < b) << lane;
  return mask;
}
INLINE Mask above(Reals a, double b) {
  Mask mask = 0;
  for (int lane = 0; lane < 8; lane++) mask |= Mask(a[lane] > b) << lane;
  return mask;
}
INLINE Mask equal(Reals a, double b) {
  Mask mask = 0;
  for (int lane = 0; lane < 8; lane++) mask |= Mask(a[lane] == b) << lane;
  return mask;
}

}  // namespace
