/// The places of the nodes that are needed: their numbers are collected first, then each is looked up.
///
/// Two flat lists, 16 bytes a node. Nodes that no wanted way needs are never kept, which is most of them.
struct NodeStore {
  private var ids: [Int64] = []
  private var places: [FixedPlace] = []
  /// Where the last node was found: the next one of a sorted file comes right behind it.
  private var cursor = 0
  private let limit: Int
  /// How many numbers there were when they were last sorted: the same ones are not sorted again in vain.
  private var united = 0

  /// Creates an empty store for at most `limit` nodes.
  init(limit: Int) { self.limit = limit }

  /// Takes numbers of nodes; says whether there is room for them.
  ///
  /// - Parameter share: Part of the whole room that may be used, in 0...1.
  mutating func collect(_ new: some Collection<Int64>, share: Double) -> Bool {
    let room = Int(share * Double(limit))
    if ids.count + new.count > room {
      if ids.count > united { unite() }
      guard ids.count + new.count <= room * 15 / 16 else { return false }
    }
    ids.append(contentsOf: new)
    return true
  }

  /// Ends the collection: from now on places are taken.
  mutating func seal() {
    unite()
    places = Array(repeating: .unknown, count: ids.count)
    cursor = 0
  }

  /// Forgets everything.
  mutating func clear() {
    ids.removeAll(keepingCapacity: true)
    (places, united) = ([], 0)
  }

  private mutating func unite() {
    ids.sort()
    var count = 0
    // By index, as a loop over the list itself would copy all of it.
    for index in ids.indices where count == 0 || ids[count - 1] != ids[index] {
      ids[count] = ids[index]
      count += 1
    }
    ids.removeSubrange(count...)
    united = count
  }

  /// Takes the place of a node, where it is needed; a later one of the same number counts.
  mutating func take(_ id: Int64, _ place: FixedPlace) {
    // In a sorted file the node is the next one that is needed, or none.
    if cursor < ids.count, ids[cursor] == id {
      places[cursor] = place
      cursor += 1
    } else if cursor > 0 && ids[cursor - 1] >= id || cursor < ids.count && ids[cursor] < id {
      cursor = ids.insertionIndex(of: id)
      if cursor < ids.count, ids[cursor] == id { places[cursor] = place }
    }
  }

  /// Returns a node's position; `.unknown` if it is not in the file, or was not asked for.
  func place(_ id: Int64) -> FixedPlace { index(id).map { places[$0] } ?? .unknown }

  private func index(_ id: Int64) -> Int? {
    let index = ids.insertionIndex(of: id)
    return index < ids.count && ids[index] == id ? index : nil
  }
}

extension [Int64] {
  /// Returns the index of the first element that is not less than `value`; the list is sorted.
  func insertionIndex(of value: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The places along the ways that relations are made of.
struct WayStore {
  private var ids: [Int64] = []
  /// Where a way's places begin and end in `places`; empty for a way that is not in the file.
  private var ranges: [Range<Int32>] = []
  private var places: [FixedPlace] = []
  /// Whether some were left out for want of room.
  private(set) var isFull = false

  /// Takes the number of a way that is needed.
  mutating func collect(_ id: Int64) {
    if ids.count < OSMLimits.members { ids.append(id) } else { isFull = true }
  }

  /// Ends the collection: from now on places are taken.
  mutating func seal() {
    ids.sort()
    var count = 0
    // By index, as a loop over the list itself would copy all of it.
    for index in ids.indices where count == 0 || ids[count - 1] != ids[index] {
      ids[count] = ids[index]
      count += 1
    }
    ids.removeSubrange(count...)
    ranges = Array(repeating: 0..<0, count: ids.count)
  }

  /// Whether a way is needed.
  func needs(_ id: Int64) -> Bool { index(id) != nil }

  /// Takes the places along a way, where it is needed.
  mutating func take(_ id: Int64, _ line: [FixedPlace]) {
    guard let index = index(id) else { return }
    guard places.count + line.count <= OSMLimits.memberPoints else { return isFull = true }
    ranges[index] = Int32(places.count)..<Int32(places.count + line.count)
    places.append(contentsOf: line)
  }

  /// The places along a way; none where it is not known.
  func line(_ id: Int64) -> ArraySlice<FixedPlace> {
    index(id).map { places[Int(ranges[$0].lowerBound)..<Int(ranges[$0].upperBound)] } ?? []
  }

  private func index(_ id: Int64) -> Int? {
    let index = ids.insertionIndex(of: id)
    return index < ids.count && ids[index] == id ? index : nil
  }
}
