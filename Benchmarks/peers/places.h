// What the peers of the places have in common: the files that trove-bench writes, the clock, and the lines it reads.
//
//   PROGRAM FOLDER ROUNDS
//
// FOLDER/points and FOLDER/{city,walk,uniform,edge} hold pairs of latitude and longitude in ten-millionths of a degree,
// 32 bits each, little-endian. A line of the answer is a name, the median of the rounds, and two sums over all answers:
//   build SECONDS 0 0
//   nearest-city NANOSECONDS ANSWERS MILLIMETRES
//   within-city NANOSECONDS ANSWERS HASHES
#ifndef TROVE_PEER_PLACES_H
#define TROVE_PEER_PLACES_H

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace peer {

struct Place {
  int32_t latitude, longitude;
};
struct Vector {
  double x, y, z;
};

/// Metres: the mean radius of the Earth, and how far `within` goes.
constexpr double radius = 6371008.8, reach = 500;
/// How many `nearest` wants.
constexpr size_t wanted = 10;

/// Half of a box, in ten-millionths of a degree.
constexpr int32_t halfHeight = 50000, halfWidth = 100000;
constexpr int32_t pole = 900000000, halfTurn = 1800000000;
constexpr int64_t wholeTurn = 3600000000;

inline std::vector<Place> read(const std::string &path) {
  std::vector<Place> places;
  FILE *file = fopen(path.c_str(), "rb");
  if (file == nullptr || fseek(file, 0, SEEK_END) != 0) {
    perror(path.c_str());
    exit(1);
  }
  places.resize(size_t(ftell(file)) / sizeof(Place));
  rewind(file);
  if (fread(places.data(), sizeof(Place), places.size(), file) != places.size()) exit(1);
  fclose(file);
  return places;
}

/// Seconds that this thread has worked.
inline double worked() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

inline Vector vector(Place place) {
  constexpr double step = 3.14159265358979323846 / 180 * 1e-7;
  double phi = place.latitude * step, lambda = place.longitude * step, across = cos(phi);
  return {across * cos(lambda), across * sin(lambda), sin(phi)};
}

/// The square of the chord to what is so many metres away on the unit sphere, and back.
inline double square(double metres) {
  double chord = 2 * sin(metres / radius / 2);
  return chord * chord;
}
inline double metres(double square) { return 2 * radius * asin(std::min(1.0, sqrt(square) / 2)); }

inline uint64_t hash(uint32_t number) { return (uint64_t(number) + 1) * 0x9E3779B97F4A7C15u; }

/// What a query found.
struct Sums {
  uint64_t count = 0, sum = 0;
};

inline void say(const std::string &what, double figure, Sums sums) {
  printf("%s %.9g %llu %llu\n", what.c_str(), figure, (unsigned long long)sums.count, (unsigned long long)sums.sum);
  fflush(stdout);
}

/// Does `query(place, sums)` for all places of each set, `rounds` times.
template <class Query>
void measure(const std::string &what, const std::string &folder, int rounds, Query query) {
  for (const char *set : {"city", "walk", "uniform", "edge"}) {
    std::vector<Place> places = read(folder + "/" + set);
    std::vector<double> times;
    Sums sums;
    for (int round = 0; round < rounds; round++) {
      sums = Sums();
      double start = worked();
      for (Place place : places) query(place, sums);
      times.push_back((worked() - start) / double(places.size()) * 1e9);
    }
    std::sort(times.begin(), times.end());
    say(what + "-" + set, times[times.size() / 2], sums);
  }
}

}  // namespace peer

#endif
