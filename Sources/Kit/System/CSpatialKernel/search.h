// What the three kinds of query share: distances of sixteen at once, with how wrong they may be.

namespace {

typedef trove_spatial_view View;

/// The squares of distances in units.
INLINE Floats squares(Ints x, Ints y, Ints z) {
  Floats a = floats(x), b = floats(y), c = floats(z);
  return fused(a, a, fused(b, b, c * c));
}

/// To the points of a leaf.
INLINE Floats squares(const Leaf &leaf, const Query &query) {
  return squares(
      minus(load(leaf.axis[0]), all(query.axis[0])), minus(load(leaf.axis[1]), all(query.axis[1])),
      minus(load(leaf.axis[2]), all(query.axis[2])));
}

INLINE Ints outside(const Boxes &boxes, const Query &query, int axis) {
  Ints here = all(query.axis[axis]);
  return larger(larger(minus(load(boxes.low[axis]), here), minus(here, load(boxes.high[axis]))), all(0));
}

/// To the nearest that each of a node's boxes can have.
INLINE Floats nearSquares(const Boxes &boxes, const Query &query) {
  return squares(outside(boxes, query, 0), outside(boxes, query, 1), outside(boxes, query, 2));
}

INLINE Ints across(const Boxes &boxes, const Query &query, int axis) {
  Ints here = all(query.axis[axis]);
  return larger(minus(load(boxes.high[axis]), here), minus(here, load(boxes.low[axis])));
}

/// To the farthest that each of a node's boxes can have.
INLINE Floats farSquares(const Boxes &boxes, const Query &query) {
  return squares(across(boxes, query, 0), across(boxes, query, 1), across(boxes, query, 2));
}

/// How wrong a distance can be. Each component of both vectors is rounded by half a unit, which makes 1.8 units; twice
/// that where two distances are compared. Floats have 24 bits, and there are five roundings.
constexpr double wrongUnits = 4, wrongPart = 1e-6;

/// The square that nothing exceeds which may yet be as near as what is `square` away.
///
/// That is (r (1 + part) + units)^2, but without the root: 2 r units <= r^2 c + units^2 / c, whatever c is.
INLINE float slack(float square) {
  constexpr double c = 1e-4;
  return square * float((1 + wrongPart) * (1 + wrongPart) * (1 + c) + wrongPart) +
         float(wrongUnits * wrongUnits * (1 + 1 / c));
}

/// The lanes that are children of a node, of so many on its level.
INLINE Mask present(uint32_t node, uint32_t children) {
  uint32_t left = children - node * width;
  return left >= width ? 0xFFFF : (Mask(1) << left) - 1;
}

INLINE uint32_t childrenBelow(const View &view, uint32_t level) {
  return level == 0 ? view.leaves : view.nodes[level - 1];
}

/// An element of a section that begins at `offset`, brought into memory where it may not be there.
template <class Element>
INLINE const Element &element(const View &view, size_t offset, size_t number) {
  if (view.load != nullptr) view.load(view.context, offset + number * sizeof(Element), sizeof(Element));
  return section<Element>(view, offset)[number];
}

/// The leaves, of which those that ``leaf`` was called for can be read.
INLINE const Leaf *leaves(const View &view) { return section<Leaf>(view, view.content); }

INLINE const Leaf &leaf(const View &view, uint32_t number) { return element<Leaf>(view, view.content, number); }

template <size_t bytes>
INLINE void prefetch(const void *from) {
  for (size_t offset = 0; offset < bytes; offset += 64) __builtin_prefetch(static_cast<const char *>(from) + offset);
}

/// A node still to be looked at.
struct Visit {
  uint32_t level, node;
};

}  // namespace
