// Distances that are right to the last bits but a few: the haversine, in double.
//
// The same operations in the same order for one point as for eight, and on every processor: whichever way a point was
// met, its distance is the same. So no product and sum may be made one operation (see the pragma).
#pragma STDC FP_CONTRACT OFF

namespace {

/// Where a query is asked from.
struct Query {
  /// Units of the unit vector's components.
  int32_t axis[3];
  /// Ten-millionths of a degree, not whole ones.
  double latitude, longitude;
  /// Of the latitude.
  double sine, cosine;
};

/// Radians of half a ten-millionth of a degree.
constexpr double halfStep = pi / 180 / perDegree / 2;
/// Differences up to this, a sixteenth of a radian, need but few terms of a series.
constexpr double fewTerms = 1.0 / 32 / halfStep;

INLINE Query query(double latitude, double longitude) {
  Turn up = turn(latitude * (pi / 180)), along = turn(longitude * (pi / 180));
  return {{wholeUnits(up.cosine * along.cosine), wholeUnits(up.cosine * along.sine), wholeUnits(up.sine)},
          latitude * perDegree,
          longitude * perDegree,
          up.sine,
          up.cosine};
}

INLINE double squareRoot(double a) { return std::sqrt(a); }
INLINE double positive(double a) { return a > 0 ? a : 0; }
INLINE Reals positive(Reals a) { return a > 0 ? a : Reals{}; }

/// sin(a) for |a| <= 1/32; the next term is below 3e-18 of it.
template <class Real>
INLINE Real fewSine(Real a) {
  Real square = a * a;
  return a * (1 + square * (-1.0 / 6 + square * (1.0 / 120 - square * (1.0 / 5040))));
}

/// Metres to a point whose latitude and longitude differ by at most `fewTerms`.
template <class Real>
INLINE Real metresNear(const Query &query, Real north, Real east) {
  Real up = north * halfStep, square = up * up, along = fewSine(east * halfStep), sine = fewSine(up);
  Real cosine = 1 + square * (-0.5 + square * (1.0 / 24 - square * (1.0 / 720)));
  // The cosine of the other latitude, from this one's.
  Real other = query.cosine - 2 * (sine * (query.cosine * sine + query.sine * cosine));
  Real h = positive(sine * sine + query.cosine * other * (along * along));
  Real arc =
      1 + h * (1.0 / 6 + h * (3.0 / 40 + h * (15.0 / 336 + h * (105.0 / 3456 + h * (945.0 / 42240)))));
  return squareRoot(h) * arc * (2 * TROVE_SPATIAL_EARTH_RADIUS);
}

inline double arc(double square) { return std::asin(std::sqrt(square > 0 ? (square < 1 ? square : 1) : 0)); }

/// Metres to any point.
///
/// Beyond a quarter of the globe it is measured from the other end: near that, the haversine tells nothing apart.
__attribute__((noinline)) double metresFar(const Query &query, double latitude, double north, double east) {
  double both = query.cosine * std::cos(latitude * halfStep * 2);
  double sine = std::sin(north * halfStep), along = std::sin(east * halfStep);
  double h = sine * sine + both * along * along;
  if (h <= 0.5) return 2 * TROVE_SPATIAL_EARTH_RADIUS * arc(h);
  sine = std::sin((latitude + query.latitude) * halfStep);
  along = std::cos(east * halfStep);
  return TROVE_SPATIAL_EARTH_RADIUS * (pi - 2 * arc(sine * sine + both * along * along));
}

/// A difference of longitudes, the shorter way round.
INLINE double shorter(double east) {
  east = east > wholeTurn / 2 ? east - wholeTurn : east;
  return east < -wholeTurn / 2 ? east + wholeTurn : east;
}
INLINE Reals shorter(Reals east) {
  east = east > wholeTurn / 2 ? east - wholeTurn : east;
  return east < -wholeTurn / 2 ? east + wholeTurn : east;
}

/// Metres on the sphere to a point given in ten-millionths of a degree.
INLINE double metres(const Query &query, int32_t latitude, int32_t longitude) {
  double north = latitude - query.latitude, east = shorter(longitude - query.longitude);
  if (std::fabs(north) <= fewTerms && std::fabs(east) <= fewTerms) return metresNear(query, north, east);
  return metresFar(query, latitude, north, east);
}

/// The same for sixteen points, of which only those of a mask are wanted.
INLINE void metres(
    const Query &query, const int32_t *latitude, const int32_t *longitude, Mask wanted, double *metres16) {
  for (int half = 0; half < 16; half += 8) {
    HalfInts phi, lambda;
    memcpy(&phi, latitude + half, sizeof phi);
    memcpy(&lambda, longitude + half, sizeof lambda);
    Reals north = __builtin_convertvector(phi, Reals) - query.latitude;
    Reals east = shorter(__builtin_convertvector(lambda, Reals) - query.longitude);
    Reals near = metresNear(query, north, east);
    memcpy(metres16 + half, &near, sizeof near);
    Mask many = below(north, -fewTerms) | above(north, fewTerms) | below(east, -fewTerms) | above(east, fewTerms);
    for (many &= wanted >> half; many != 0; many &= many - 1) {
      int lane = __builtin_ctz(many);
      metres16[half + lane] = metresFar(query, phi[lane], north[lane], east[lane]);
    }
  }
}

}  // namespace
