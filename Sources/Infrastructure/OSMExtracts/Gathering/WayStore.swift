/// The places along the ways that relations are made of.
struct WayStore {
  private var ids: [Int64] = []
  /// Where a way's places begin and end in `places`; empty for a way that is not in the file.
  private var ranges: [Range<Int32>] = []
  private var places: [FixedPlace] = []
  /// Whether there was no room for all of them.
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

  var isEmpty: Bool { ids.isEmpty }

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
    let index = ids.lowerBound(id)
    return index < ids.count && ids[index] == id ? index : nil
  }
}
