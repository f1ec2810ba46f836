// How an index lies in memory: a header, nodes from the root down, then the leaves. All is little-endian, every
// section begins at a multiple of 64 bytes, and all places follow from the number of points alone.
#ifndef TROVE_SPATIAL_LAYOUT_H
#define TROVE_SPATIAL_LAYOUT_H

#include "spatial.h"

#include <cmath>

namespace trove_spatial {

/// Points of a leaf, and children of a node: as many as one operation compares.
constexpr uint32_t width = 16;

/// Units of a unit vector's component: the most that keeps differences within 32 bits. One is 5.9 mm.
constexpr double unit = 1073741823.0;

/// Ten-millionths of a degree: those of one degree, of a whole turn, of a half, and of the way to a pole.
constexpr double perDegree = 1e7;
constexpr double wholeTurn = 3.6e9;
constexpr int32_t halfTurn = 1800000000;
constexpr int32_t pole = 900000000;

constexpr double pi = 3.14159265358979323846;

/// The tight boxes in space around 16 children, in units.
struct Boxes {
  int32_t low[3][width], high[3][width];
};

/// The tight boxes on the map around 16 children, in ten-millionths of a degree.
struct Areas {
  int32_t south[width], north[width], west[width], east[width];
};

/// A leaf: the unit vectors of 16 points, their numbers, and their places in ten-millionths of a degree.
///
/// All of one leaf lies together: whoever needs one part will soon need another, from the same page of memory.
struct Leaf {
  int32_t axis[3][width];
  uint32_t number[width];
  int32_t latitude[width], longitude[width];
};

template <class Section>
static inline const Section *section(const trove_spatial_view &view, size_t offset) {
  return reinterpret_cast<const Section *>(static_cast<const char *>(view.base) + offset);
}

/// Fills in everything but the base; returns whether an index can have so many points.
bool layOut(size_t points, size_t inputs, trove_spatial_view &view);

/// Writes the header of an index that is laid out like this.
void writeHeader(const trove_spatial_view &view, void *bytes);

/// The nearest whole number, if it has 32 bits; many processors would need a call of the library for the usual way.
static inline int32_t wholeNumber(double value) { return int32_t((value + 0x1.8p52) - 0x1.8p52); }

/// A component of a unit vector, in units.
static inline int32_t wholeUnits(double component) { return wholeNumber(component * unit); }

/// The sine and the cosine of an angle in radians.
struct Turn {
  double sine, cosine;
};
static inline Turn turn(double angle) {
  Turn turn;
#if defined(__GLIBC__)
  sincos(angle, &turn.sine, &turn.cosine);
#else
  turn = {std::sin(angle), std::cos(angle)};
#endif
  return turn;
}

/// A place in ten-millionths of a degree; the antimeridian has one name.
struct Place {
  int32_t latitude, longitude;
};
Place place(double latitude, double longitude);

/// Places between two latitudes and two longitudes, in ten-millionths of a degree, all included.
struct Rectangle {
  int32_t south, north, west, east;
};

/// The rectangles that a box in degrees is made of, none of which has a point of another; returns how many.
constexpr int mostRectangles = 4;
int rectangles(double south, double west, double north, double east, Rectangle *parts);

/// An answer before it is one: nearer ones come first, and then those of lower numbers.
///
/// Here, and not beside the queries: what the library sorts with must be made of the same instructions as its sorting.
struct Nearer {
  bool operator()(const trove_spatial_hit &a, const trove_spatial_hit &b) const {
    return a.metres < b.metres || (a.metres == b.metres && a.number < b.number);
  }
};

/// A point that may be an answer: the square of its distance in units, nearly, and where it lies among the leaves.
struct Candidate {
  float square;
  uint32_t position;
};
struct SmallerSquare {
  bool operator()(const Candidate &a, const Candidate &b) const { return a.square < b.square; }
};

/// One kind of instructions: its queries.
struct Kernel {
  size_t (*nearest)(
      const trove_spatial_view *, double, double, size_t, trove_spatial_filter, void *, trove_spatial_hit *);
  size_t (*within)(const trove_spatial_view *, double, double, double, uint32_t *, size_t);
  size_t (*hitsWithin)(const trove_spatial_view *, double, double, double, trove_spatial_hit *, size_t);
  size_t (*inBox)(const trove_spatial_view *, double, double, double, double, uint32_t *, size_t);
};
extern const Kernel plainKernel;
#if defined(__x86_64__)
extern const Kernel avx2Kernel;
extern const Kernel avx512Kernel;
#endif

}  // namespace trove_spatial

#endif
