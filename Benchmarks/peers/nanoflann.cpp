// nanoflann: a k-d tree over unit vectors in double, ten points a leaf.
#include <nanoflann.hpp>

#include "places.h"

namespace {

struct Cloud {
  std::vector<double> axes;

  size_t kdtree_get_point_count() const { return axes.size() / 3; }
  double kdtree_get_pt(size_t point, size_t axis) const { return axes[3 * point + axis]; }
  template <class Box>
  bool kdtree_get_bbox(Box &) const {
    return false;
  }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3, uint32_t>;

#if NANOFLANN_VERSION >= 0x150
using Found = nanoflann::ResultItem<uint32_t, double>;
using Parameters = nanoflann::SearchParameters;
#else
using Found = std::pair<uint32_t, double>;
using Parameters = nanoflann::SearchParams;
#endif

}  // namespace

int main(int count, char **words) {
  if (count < 3) return 64;
  std::string folder = words[1];
  int rounds = std::max(1, atoi(words[2]));
  std::vector<peer::Place> points = peer::read(folder + "/points");
  double start = peer::worked();
  Cloud cloud;
  cloud.axes.resize(3 * points.size());
  for (size_t point = 0; point < points.size(); point++) {
    peer::Vector vector = peer::vector(points[point]);
    cloud.axes[3 * point] = vector.x;
    cloud.axes[3 * point + 1] = vector.y;
    cloud.axes[3 * point + 2] = vector.z;
  }
  Tree tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
  tree.buildIndex();
  peer::say("build", peer::worked() - start, {});
  peer::measure("nearest", folder, rounds, [&](peer::Place place, peer::Sums &sums) {
    peer::Vector vector = peer::vector(place);
    uint32_t numbers[peer::wanted];
    double squares[peer::wanted];
    size_t found = tree.knnSearch(&vector.x, peer::wanted, numbers, squares);
    sums.count += found;
    // The distance of the last one: all of them would be measured for the sum alone.
    if (found > 0) sums.sum += uint64_t(llround(peer::metres(squares[found - 1]) * 1000));
  });
  std::vector<Found> found;
  Parameters unsorted;
  unsorted.sorted = false;
  const double square = std::nextafter(peer::square(peer::reach), 1.0);
  peer::measure("within", folder, rounds, [&](peer::Place place, peer::Sums &sums) {
    peer::Vector vector = peer::vector(place);
    found.clear();
    nanoflann::RadiusResultSet<double, uint32_t> results(square, found);
    tree.findNeighbors(results, &vector.x, unsorted);
    sums.count += found.size();
    for (const Found &each : found) sums.sum += peer::hash(each.first);
  });
}
