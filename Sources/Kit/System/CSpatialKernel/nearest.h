// The nearest points. Candidates are chosen by squares in floats, with slack; exact distances settle the order.

namespace {

/// Gives the sink the points of a leaf that may be within its reach; returns whether it can take more.
template <class Sink>
INLINE bool look(const View &view, const Query &query, uint32_t number, Sink &sink) {
  Floats own = squares(leaf(view, number), query);
  Mask found = present(number, view.points) & atMost(own, sink.reach);
  return found == 0 || sink.take(own, found, number);
}

/// The same for some of the leaves of a node, the nearest first.
template <class Sink>
INLINE bool look(const View &view, const Query &query, uint32_t node, Floats squares16, Mask mask, Sink &sink) {
  for (Mask each = mask; each != 0; each &= each - 1)
    prefetch<192>(leaves(view) + node * width + unsigned(__builtin_ctz(each)));
  while (mask != 0) {
    unsigned lane = lowest(squares16, mask);
    if (!look(view, query, node * width + lane, sink)) return false;
    mask = (mask ^ Mask(1) << lane) & atMost(squares16, sink.reach);
  }
  return true;
}

/// Goes through the tree, the nearest branch first, and gives the sink all points that may be within its reach.
template <class Sink>
INLINE void gather(const View &view, const Query &query, Sink &sink) {
  alignas(64) float near[TROVE_SPATIAL_LEVELS][width];
  uint32_t nodes[TROVE_SPATIAL_LEVELS];
  Mask left[TROVE_SPATIAL_LEVELS];
  const uint32_t top = view.levels - 1;
  // Straight down to a leaf, which makes the reach short: until then nothing can be left out.
  uint32_t node = 0;
  for (uint32_t level = top;; level--) {
    Floats own = nearSquares(element<Boxes>(view, view.boxes[level], node), query);
    Mask mask = present(node, childrenBelow(view, level));
    unsigned lane = lowest(own, mask);
    mask ^= Mask(1) << lane;
    if (level == 0) {
      if (!look(view, query, node * width + lane, sink)) return;
      if (!look(view, query, node, own, mask & atMost(own, sink.reach), sink)) return;
      break;
    }
    store(near[level], own);
    nodes[level] = node;
    left[level] = mask;
    node = node * width + lane;
  }
  // Up again, and down wherever something is near enough.
  for (uint32_t level = 1; level <= top;) {
    Floats known = load(near[level]);
    Mask mask = left[level] & atMost(known, sink.reach);
    if (mask == 0) {
      level++;
      continue;
    }
    unsigned lane = lowest(known, mask);
    left[level] = mask ^ Mask(1) << lane;
    node = nodes[level] * width + lane;
    Floats own = nearSquares(element<Boxes>(view, view.boxes[level - 1], node), query);
    mask = present(node, childrenBelow(view, level - 1)) & atMost(own, sink.reach);
    if (level == 1) {
      if (!look(view, query, node, own, mask, sink)) return;
    } else {
      level--;
      store(near[level], own);
      nodes[level] = node;
      left[level] = mask;
    }
  }
}

/// For at most sixteen answers: keeps the least squares in a register, and all that may belong to them beside.
struct Few {
  static constexpr unsigned room = 512;

  const View &view;
  float reach = INFINITY;
  Least least;
  unsigned count = 0;
  float square[room + width];
  uint32_t position[room + width];

  INLINE_MEMBER Few(const View &view, unsigned k) : view(view), least(k) {}

  INLINE_MEMBER bool take(Floats squares16, Mask mask, uint32_t leaf) {
    prefetch<192>(leaves(view)[leaf].number);
    alignas(64) float values[width];
    store(values, squares16);
    pack(position + count, countUp(leaf * width), mask);
    count += pack(square + count, squares16, mask);
    for (; mask != 0; mask &= mask - 1) least.insert(values[__builtin_ctz(mask)]);
    reach = slack(least.largest());
    return count <= room - width || tidy();
  }

  /// Drops what is out of reach by now; returns whether there is room again.
  INLINE_MEMBER bool tidy() {
    unsigned kept = 0;
    for (unsigned from = 0; from < count; from += width) {
      Floats squares16 = load(square + from);
      Mask mask = present(from / width, count) & atMost(squares16, reach);
      pack(position + kept, load((const int32_t *)position + from), mask);
      kept += pack(square + kept, squares16, mask);
    }
    count = kept;
    return count <= room - width;
  }
};

/// For any number of answers, and for those that somebody chooses.
struct Many {
  const View &view;
  const size_t k;
  trove_spatial_filter filter;
  void *context;
  float reach = INFINITY;
  Candidate *candidates = nullptr;
  size_t count = 0, room = 0, next;

  Many(const View &view, size_t k, trove_spatial_filter filter, void *context)
      : view(view), k(k), filter(filter), context(context), next(k) {}
  ~Many() { free(candidates); }

  INLINE_MEMBER bool take(Floats squares16, Mask mask, uint32_t leaf) {
    if (count + width > room) grow();
    alignas(64) float values[width];
    store(values, squares16);
    for (; mask != 0; mask &= mask - 1) {
      unsigned lane = unsigned(__builtin_ctz(mask));
      uint32_t number = leaves(view)[leaf].number[lane];
      if (number >= view.inputs || (filter != nullptr && filter(context, number) == 0)) continue;
      candidates[count++] = {values[lane], leaf * width + lane};
    }
    if (count >= next && count >= k) tidy();
    return true;
  }

  void grow() {
    room = 2 * room + 256;
    candidates = static_cast<Candidate *>(realloc(candidates, room * sizeof(Candidate)));
    // As everywhere in the program, for which memory is never short.
    if (candidates == nullptr) abort();
  }

  void tidy() {
    std::nth_element(candidates, candidates + (k - 1), candidates + count, SmallerSquare());
    reach = slack(candidates[k - 1].square);
    size_t kept = 0;
    for (size_t each = 0; each < count; each++)
      if (candidates[each].square <= reach) candidates[kept++] = candidates[each];
    count = kept;
    // Seldom enough that choosing costs little for each point, however many are equally near.
    next = count + count / 2 + width;
  }
};

/// Exact answers for so many positions; returns how many have a number that can be.
INLINE unsigned settle(
    const View &view, const Query &query, const uint32_t *position, unsigned count, uint32_t *number,
    double *metres16) {
  int32_t latitude[width] = {}, longitude[width] = {};
  unsigned kept = 0;
  for (unsigned each = 0; each < count; each++) {
    const Leaf &leaf = leaves(view)[position[each] / width];
    unsigned lane = position[each] % width;
    number[kept] = leaf.number[lane];
    latitude[kept] = leaf.latitude[lane];
    longitude[kept] = leaf.longitude[lane];
    kept += leaf.number[lane] < view.inputs;
  }
  metres(query, latitude, longitude, present(0, kept), metres16);
  return kept;
}

/// The order of at most sixteen answers, each counted instead of sorted, so that nothing has to be guessed.
INLINE size_t rank(
    const View &view, const Query &query, const uint32_t *position, unsigned count, size_t k, trove_spatial_hit *hits) {
  uint32_t number[width];
  alignas(64) double metres16[width];
  count = settle(view, query, position, count, number, metres16);
  for (unsigned each = count; each < width; each++) metres16[each] = INFINITY;
  Reals low, high;
  memcpy(&low, metres16, sizeof low);
  memcpy(&high, metres16 + width / 2, sizeof high);
  for (unsigned each = 0; each < count; each++) {
    double own = metres16[each];
    size_t place = size_t(__builtin_popcount(below(low, own) | below(high, own) << 8));
    Mask same = (equal(low, own) | equal(high, own) << 8) & ~(Mask(1) << each);
    for (; same != 0; same &= same - 1) {
      unsigned other = unsigned(__builtin_ctz(same));
      place += number[other] < number[each] || (number[other] == number[each] && other < each);
    }
    if (place < k) hits[place] = {number[each], own};
  }
  return count < k ? count : k;
}

/// Any number of answers, sorted.
size_t sorted(
    const View &view, const Query &query, const uint32_t *position, size_t count, size_t k, trove_spatial_hit *hits) {
  trove_spatial_hit *all = static_cast<trove_spatial_hit *>(malloc(count * sizeof(trove_spatial_hit)));
  if (all == nullptr) abort();
  size_t kept = 0;
  for (size_t from = 0; from < count; from += width) {
    uint32_t number[width];
    alignas(64) double metres16[width];
    unsigned some = unsigned(count - from < width ? count - from : width);
    some = settle(view, query, position + from, some, number, metres16);
    for (unsigned each = 0; each < some; each++) all[kept++] = {number[each], metres16[each]};
  }
  if (k > kept) k = kept;
  if (k < kept) std::nth_element(all, all + k, all + kept, Nearer());
  std::sort(all, all + k, Nearer());
  memcpy(hits, all, k * sizeof(trove_spatial_hit));
  free(all);
  return k;
}

__attribute__((noinline)) size_t nearestOfMany(
    const View &view, const Query &query, size_t k, trove_spatial_filter filter, void *context,
    trove_spatial_hit *hits) {
  Many many(view, k, filter, context);
  gather(view, query, many);
  if (many.count > k) many.tidy();
  if (many.count == 0) return 0;
  // Positions only, in the memory that the candidates had.
  uint32_t *position = reinterpret_cast<uint32_t *>(many.candidates);
  for (size_t each = 0; each < many.count; each++) {
    uint32_t own = many.candidates[each].position;
    memcpy(position + each, &own, sizeof own);
  }
  return sorted(view, query, position, many.count, k, hits);
}

size_t nearest(
    const View *view, double latitude, double longitude, size_t k, trove_spatial_filter filter, void *context,
    trove_spatial_hit *hits) {
  if (k > view->points) k = view->points;
  if (k == 0 || !trove_spatial_is_place(latitude, longitude)) return 0;
  Query from = query(latitude, longitude);
  if (k <= width && filter == nullptr) {
    Few few(*view, unsigned(k));
    gather(*view, from, few);
    if (few.tidy()) {
      if (few.count <= width) return rank(*view, from, few.position, few.count, k, hits);
      return sorted(*view, from, few.position, few.count, k, hits);
    }
  }
  return nearestOfMany(*view, from, k, filter, context, hits);
}

}  // namespace
