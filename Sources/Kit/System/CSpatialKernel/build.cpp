// Building: points are halved again and again along the axis on which they are spread most, until 16 are left.
#include "layout.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

namespace trove_spatial {

namespace {

/// A point on its way to its leaf.
struct Record {
  int32_t axis[3];
  uint32_t number;
};

Record record(double latitude, double longitude, uint32_t number) {
  // Of the position as it is kept, not as it was given: all queries then speak of the same point.
  Place kept = place(latitude, longitude);
  Turn up = turn(kept.latitude / perDegree * (pi / 180)), along = turn(kept.longitude / perDegree * (pi / 180));
  return {
      {wholeUnits(up.cosine * along.cosine), wholeUnits(up.cosine * along.sine), wholeUnits(up.sine)},
      number};
}

template <int axis>
void halve(Record *first, Record *middle, Record *last) {
  std::nth_element(first, middle, last, [](const Record &a, const Record &b) { return a.axis[axis] < b.axis[axis]; });
}

/// Orders the records so that each run of 16, and each whole subtree of nodes, is compact.
void arrange(Record *first, size_t count) {
  while (count > width) {
    int32_t low[3], high[3];
    for (int axis = 0; axis < 3; axis++) low[axis] = high[axis] = first->axis[axis];
    for (const Record *each = first; each < first + count; each++)
      for (int axis = 0; axis < 3; axis++) {
        low[axis] = std::min(low[axis], each->axis[axis]);
        high[axis] = std::max(high[axis], each->axis[axis]);
      }
    uint32_t spread[3];
    for (int axis = 0; axis < 3; axis++) spread[axis] = uint32_t(high[axis]) - uint32_t(low[axis]);
    // The left part is full: a power of two times 16, so that no node has children of another's.
    size_t left = width;
    while (left * 2 < count) left *= 2;
    if (spread[0] >= spread[1] && spread[0] >= spread[2]) {
      halve<0>(first, first + left, first + count);
    } else if (spread[1] >= spread[2]) {
      halve<1>(first, first + left, first + count);
    } else {
      halve<2>(first, first + left, first + count);
    }
    arrange(first, left);
    first += left;
    count -= left;
  }
}

/// A child's box, in space and on the map.
struct Bounds {
  int32_t low[3], high[3], south, north, west, east;

  static Bounds nothing() {
    constexpr int32_t most = std::numeric_limits<int32_t>::max(), least = std::numeric_limits<int32_t>::min();
    return {{most, most, most}, {least, least, least}, most, least, most, least};
  }

  void include(const Bounds &other) {
    for (int axis = 0; axis < 3; axis++) {
      low[axis] = std::min(low[axis], other.low[axis]);
      high[axis] = std::max(high[axis], other.high[axis]);
    }
    south = std::min(south, other.south);
    north = std::max(north, other.north);
    west = std::min(west, other.west);
    east = std::max(east, other.east);
  }
};

/// Fills a leaf with its records, and says what its box is.
Bounds fill(const Record *records, uint32_t count, const double *degrees, Leaf &leaf) {
  Bounds bounds = Bounds::nothing();
  for (uint32_t lane = 0; lane < count; lane++) {
    const Record &record = records[lane];
    const double *given = degrees + 2 * size_t(record.number);
    Place kept = place(given[0], given[1]);
    for (int axis = 0; axis < 3; axis++) leaf.axis[axis][lane] = record.axis[axis];
    leaf.number[lane] = record.number;
    leaf.latitude[lane] = kept.latitude;
    leaf.longitude[lane] = kept.longitude;
    Bounds own = {{record.axis[0], record.axis[1], record.axis[2]},
                  {record.axis[0], record.axis[1], record.axis[2]},
                  kept.latitude, kept.latitude, kept.longitude, kept.longitude};
    bounds.include(own);
  }
  return bounds;
}

/// Fills a node with its children's boxes; their own box is what they include together.
Bounds fill(const Bounds *children, uint32_t count, Boxes &boxes, Areas &areas) {
  Bounds bounds = Bounds::nothing();
  for (uint32_t lane = 0; lane < count; lane++) {
    const Bounds &child = children[lane];
    for (int axis = 0; axis < 3; axis++) {
      boxes.low[axis][lane] = child.low[axis];
      boxes.high[axis][lane] = child.high[axis];
    }
    areas.south[lane] = child.south;
    areas.north[lane] = child.north;
    areas.west[lane] = child.west;
    areas.east[lane] = child.east;
    bounds.include(child);
  }
  return bounds;
}

template <class Section>
Section *writable(const trove_spatial_view &view, size_t offset) {
  return const_cast<Section *>(section<Section>(view, offset));
}

void write(const trove_spatial_view &view, const Record *records, const double *degrees, Bounds *bounds) {
  for (uint32_t leaf = 0; leaf < view.leaves; leaf++)
    bounds[leaf] = fill(
        records + size_t(leaf) * width, std::min(width, view.points - leaf * width), degrees,
        writable<Leaf>(view, view.content)[leaf]);
  uint32_t children = view.leaves;
  for (uint32_t level = 0; level < view.levels; level++) {
    // A node's own box takes the place of its first child's or an earlier one's, which has been read.
    for (uint32_t node = 0; node < view.nodes[level]; node++)
      bounds[node] = fill(
          bounds + size_t(node) * width, std::min(width, children - node * width),
          writable<Boxes>(view, view.boxes[level])[node], writable<Areas>(view, view.areas[level])[node]);
    children = view.nodes[level];
  }
}

}  // namespace

}  // namespace trove_spatial

using namespace trove_spatial;

size_t trove_spatial_count(const double *degrees, size_t inputs) {
  size_t count = 0;
  for (size_t each = 0; each < inputs; each++)
    count += trove_spatial_is_place(degrees[2 * each], degrees[2 * each + 1]) != 0;
  return count;
}

int trove_spatial_build(const double *degrees, size_t inputs, void *memory, size_t size) {
  trove_spatial_view view = {};
  size_t points = trove_spatial_count(degrees, inputs);
  if (!layOut(points, inputs, view) || view.size != size) return 0;
  view.base = memory;
  Record *records = static_cast<Record *>(malloc(std::max<size_t>(1, points) * sizeof(Record)));
  Bounds *bounds = static_cast<Bounds *>(malloc(std::max<size_t>(1, view.leaves) * sizeof(Bounds)));
  bool isRoom = records != nullptr && bounds != nullptr;
  if (isRoom) {
    Record *next = records;
    for (size_t each = 0; each < inputs; each++)
      if (trove_spatial_is_place(degrees[2 * each], degrees[2 * each + 1]))
        *next++ = record(degrees[2 * each], degrees[2 * each + 1], uint32_t(each));
    arrange(records, points);
    memset(memory, 0, size);
    write(view, records, degrees, bounds);
    writeHeader(view, memory);
  }
  free(records);
  free(bounds);
  return isRoom;
}
