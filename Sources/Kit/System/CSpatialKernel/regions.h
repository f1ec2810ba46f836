// All points within a distance, and all in a box. What a region holds wholly is given out without another look.

namespace {

/// Takes the numbers of points, as many as there is room for, and counts all.
struct NumberList {
  const View &view;
  uint32_t *const to;
  const size_t room;
  size_t count = 0;

  INLINE_MEMBER NumberList(const View &view, uint32_t *to, size_t room) : view(view), to(to), room(room) {}

  INLINE_MEMBER void take(const Leaf &leaf, Mask mask) {
    Ints numbers = load((const int32_t *)leaf.number);
    mask &= below(numbers, view.inputs);
    if (count + width <= room) {
      count += pack(to + count, numbers, mask);
    } else {
      some(leaf, mask);
    }
  }

  __attribute__((noinline)) void some(const Leaf &leaf, Mask mask) {
    for (; mask != 0; mask &= mask - 1, count++)
      if (count < room) to[count] = leaf.number[__builtin_ctz(mask)];
  }
};

/// Takes points with their distances.
struct HitList {
  const View &view;
  const Query &query;
  trove_spatial_hit *const to;
  const size_t room;
  size_t count = 0;

  INLINE_MEMBER HitList(const View &view, const Query &query, trove_spatial_hit *to, size_t room)
      : view(view), query(query), to(to), room(room) {}

  INLINE_MEMBER void take(const Leaf &own, Mask mask) {
    mask &= below(load((const int32_t *)own.number), view.inputs);
    if (count + unsigned(__builtin_popcount(mask)) > room) {
      count += unsigned(__builtin_popcount(mask));
      return;
    }
    alignas(64) double metres16[width];
    metres(query, own.latitude, own.longitude, mask, metres16);
    for (; mask != 0; mask &= mask - 1) {
      unsigned lane = unsigned(__builtin_ctz(mask));
      to[count++] = {own.number[lane], metres16[lane]};
    }
  }
};

/// Gives out all leaves below a child of a node.
template <class List>
INLINE void takeAll(const View &view, uint32_t level, uint32_t child, List &list) {
  uint64_t first = child, end = uint64_t(child) + 1;
  for (uint32_t each = 0; each < level; each++) first *= width, end *= width;
  if (end > view.leaves) end = view.leaves;
  for (uint32_t each = uint32_t(first); each < end; each++) list.take(leaf(view, each), present(each, view.points));
}

/// A region of points within a distance.
struct Circle {
  const Query query;
  const double radius;
  /// Squares up to the first are within for sure, and those above the second are not.
  float surely, perhaps;

  INLINE_MEMBER Circle(const Query &query, double radius) : query(query), radius(radius) {
    double angle = radius / TROVE_SPATIAL_EARTH_RADIUS;
    double chord = 2 * unit * std::sin((angle < pi ? angle : pi) / 2);
    double least = chord * (1 - wrongPart) - wrongUnits, most = chord * (1 + wrongPart) + wrongUnits;
    surely = angle >= pi ? INFINITY : least > 0 ? float(least * least) : -1.0f;
    perhaps = angle >= pi ? INFINITY : float(most * most);
  }

  INLINE_MEMBER void children(const View &view, Visit visit, Mask &touched, Mask &held) const {
    const Boxes &boxes = element<Boxes>(view, view.boxes[visit.level], visit.node);
    touched = atMost(nearSquares(boxes, query), perhaps);
    held = touched == 0 ? 0 : atMost(farSquares(boxes, query), surely);
  }

  INLINE_MEMBER Mask points(const Leaf &leaf) const {
    Floats squares16 = squares(leaf, query);
    Mask sure = atMost(squares16, surely);
    for (Mask open = atMost(squares16, perhaps) & ~sure; open != 0; open &= open - 1) {
      int lane = __builtin_ctz(open);
      if (metres(query, leaf.latitude[lane], leaf.longitude[lane]) <= radius) sure |= Mask(1) << lane;
    }
    return sure;
  }

  static INLINE_MEMBER void fetch(const Leaf *leaf) { prefetch<256>(leaf); }
};

/// A region of places between two latitudes and two longitudes.
struct Quadrangle : Rectangle {
  INLINE_MEMBER Quadrangle(const Rectangle &rectangle) : Rectangle(rectangle) {}

  INLINE_MEMBER void children(const View &view, Visit visit, Mask &touched, Mask &held) const {
    const Areas &areas = element<Areas>(view, view.areas[visit.level], visit.node);
    Ints low = load(areas.south), high = load(areas.north), left = load(areas.west), right = load(areas.east);
    touched = atMost(low, all(north)) & atMost(all(south), high) & atMost(left, all(east)) & atMost(all(west), right);
    held = atMost(all(south), low) & atMost(high, all(north)) & atMost(all(west), left) & atMost(right, all(east));
  }

  INLINE_MEMBER Mask points(const Leaf &leaf) const {
    Ints latitude = load(leaf.latitude), longitude = load(leaf.longitude);
    return atMost(all(south), latitude) & atMost(latitude, all(north)) & atMost(all(west), longitude) &
           atMost(longitude, all(east));
  }

  static INLINE_MEMBER void fetch(const Leaf *leaf) { prefetch<192>(leaf->number); }
};

/// Goes through the tree and gives the list all points of a region.
template <class Region, class List>
INLINE void collect(const View &view, const Region &region, List &list) {
  Visit visits[TROVE_SPATIAL_LEVELS * width];
  size_t count = 0;
  if (view.levels > 0) visits[count++] = {view.levels - 1, 0};
  while (count > 0) {
    Visit visit = visits[--count];
    Mask touched, held, exist = present(visit.node, childrenBelow(view, visit.level));
    region.children(view, visit, touched, held);
    touched &= exist;
    held &= touched;
    uint32_t first = visit.node * width;
    if (visit.level > 0) {
      for (Mask each = touched & ~held; each != 0; each &= each - 1)
        visits[count++] = {visit.level - 1, first + unsigned(__builtin_ctz(each))};
      for (; held != 0; held &= held - 1)
        takeAll(view, visit.level, first + unsigned(__builtin_ctz(held)), list);
      continue;
    }
    for (Mask each = touched; each != 0; each &= each - 1)
      region.fetch(leaves(view) + first + unsigned(__builtin_ctz(each)));
    for (; touched != 0; touched &= touched - 1) {
      unsigned lane = unsigned(__builtin_ctz(touched));
      const Leaf &own = leaf(view, first + lane);
      Mask mask = present(first + lane, view.points);
      if ((held >> lane & 1) == 0) mask &= region.points(own);
      if (mask != 0) list.take(own, mask);
    }
  }
}

size_t within(
    const View *view, double latitude, double longitude, double metres, uint32_t *numbers, size_t room) {
  if (!(metres >= 0) || !trove_spatial_is_place(latitude, longitude)) return 0;
  NumberList list(*view, numbers, room);
  collect(*view, Circle(query(latitude, longitude), metres), list);
  return list.count;
}

size_t hitsWithin(
    const View *view, double latitude, double longitude, double metres, trove_spatial_hit *hits, size_t room) {
  if (!(metres >= 0) || !trove_spatial_is_place(latitude, longitude)) return 0;
  Circle circle(query(latitude, longitude), metres);
  HitList list(*view, circle.query, hits, room);
  collect(*view, circle, list);
  if (list.count <= room) std::sort(hits, hits + list.count, Nearer());
  return list.count;
}

size_t inBox(
    const View *view, double south, double west, double north, double east, uint32_t *numbers, size_t room) {
  Rectangle parts[mostRectangles];
  int count = rectangles(south, west, north, east, parts);
  NumberList list(*view, numbers, room);
  for (int part = 0; part < count; part++) collect(*view, Quadrangle(parts[part]), list);
  return list.count;
}

}  // namespace
