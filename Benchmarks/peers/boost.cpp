// Boost.Geometry: a packed R*-tree with sixteen entries a node, over ten-millionths of a degree.
#define BOOST_ALLOW_DEPRECATED_HEADERS
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include "places.h"

namespace geometry = boost::geometry;

using Point = geometry::model::point<int32_t, 2, geometry::cs::cartesian>;
using Box = geometry::model::box<Point>;
using Entry = std::pair<Point, uint32_t>;

namespace {

/// The boxes around a place: the antimeridian is one line, and a pole is at all longitudes.
void boxes(peer::Place place, std::vector<Box> &boxes) {
  using namespace peer;
  int32_t south = place.latitude - halfHeight, north = place.latitude + halfHeight;
  boxes.clear();
  auto add = [&](int32_t south, int64_t west, int32_t north, int64_t east) {
    boxes.push_back(Box(Point(south, int32_t(west)), Point(north, int32_t(east))));
  };
  if (south <= -pole) add(-pole, -halfTurn, -pole, halfTurn), south = 1 - pole;
  if (north >= pole) add(pole, -halfTurn, pole, halfTurn), north = pole - 1;
  int64_t west = int64_t(place.longitude) - halfWidth, east = int64_t(place.longitude) + halfWidth;
  // The points' longitudes are below 180 degrees.
  if (west < -halfTurn) {
    add(south, west + wholeTurn, north, halfTurn - 1);
    add(south, -halfTurn, north, east);
  } else if (east >= halfTurn) {
    add(south, west, north, halfTurn - 1);
    add(south, -halfTurn, north, east - wholeTurn);
  } else {
    add(south, west, north, east);
  }
}

}  // namespace

int main(int count, char **words) {
  if (count < 3) return 64;
  std::string folder = words[1];
  int rounds = std::max(1, atoi(words[2]));
  std::vector<peer::Place> points = peer::read(folder + "/points");
  double start = peer::worked();
  std::vector<Entry> entries;
  entries.reserve(points.size());
  for (size_t point = 0; point < points.size(); point++)
    entries.push_back({Point(points[point].latitude, points[point].longitude), uint32_t(point)});
  geometry::index::rtree<Entry, geometry::index::rstar<16>> tree(entries.begin(), entries.end());
  peer::say("build", peer::worked() - start, {});
  entries = {};
  std::vector<Entry> found;
  std::vector<Box> parts;
  peer::measure("box", folder, rounds, [&](peer::Place place, peer::Sums &sums) {
    boxes(place, parts);
    for (const Box &part : parts) {
      found.clear();
      tree.query(geometry::index::intersects(part), std::back_inserter(found));
      sums.count += found.size();
      for (const Entry &each : found) sums.sum += peer::hash(each.second);
    }
  });
}
