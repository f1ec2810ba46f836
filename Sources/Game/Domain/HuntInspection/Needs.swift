/// Which treasures have to be found before another one can be, whatever way is taken: a sound bound.
///
/// The greatest solution of: what a treasure needs is what all its requirements need, or what enough of the
/// alternatives have in common.
struct Needs {
  /// A set of treasures, a bit each.
  private struct Bits: Equatable {
    var words: [UInt64]

    init(count: Int, filled: Bool) { words = Array(repeating: filled ? .max : 0, count: (count + 63) / 64) }

    func contains(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 == 1 }

    mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }

    mutating func formUnion(_ other: Bits) { for index in words.indices { words[index] |= other.words[index] } }

    mutating func formIntersection(_ other: Bits) { for index in words.indices { words[index] &= other.words[index] } }
  }

  /// Rounds after which the search for a solution is given up; a hunt without strange loops takes two or three.
  private static let rounds = 64

  private let count: Int
  private var sets: [Bits]

  init(_ conditions: [HuntLogic.Condition]) {
    count = conditions.count
    sets = Array(repeating: Bits(count: count, filled: true), count: count)
    for _ in 0..<Self.rounds where !refine(conditions) { return }
    // Not settled: then nothing is claimed.
    sets = Array(repeating: Bits(count: count, filled: false), count: count)
  }

  /// Whether `one` has to be found before `other`, or is the same.
  func isNeeded(_ one: Int, for other: Int) -> Bool { sets[other].contains(one) }

  /// Whether a treasure has to be found before a condition can hold.
  func isNeeded(_ one: Int, for condition: HuntLogic.Condition) -> Bool { bits(condition).contains(one) }

  /// Marks each treasure that has to be found before a condition can hold.
  func needed(for condition: HuntLogic.Condition) -> [Bool] {
    let bits = bits(condition)
    return (0..<count).map { bits.contains($0) }
  }

  /// One round; whether something changed.
  private mutating func refine(_ conditions: [HuntLogic.Condition]) -> Bool {
    var isChanged = false
    for index in conditions.indices {
      var bits = bits(conditions[index])
      bits.insert(index)
      if bits != sets[index] {
        sets[index] = bits
        isChanged = true
      }
    }
    return isChanged
  }

  private func bits(_ condition: HuntLogic.Condition) -> Bits {
    switch condition {
    case .never: return Bits(count: count, filled: true)
    case .found(let index), .answered(let index, _): return sets[index]
    case .all(let parts):
      return parts.reduce(into: Bits(count: count, filled: false)) { $0.formUnion(bits($1)) }
    case .atLeast(let needed, let parts): return bits(atLeast: needed, of: parts.map { bits($0) })
    }
  }

  /// The bits that every choice of `needed` of the sets contains at least once.
  private func bits(atLeast needed: Int, of parts: [Bits]) -> Bits {
    var result = Bits(count: count, filled: needed > parts.count)
    guard needed > 0, needed <= parts.count else { return result }
    if needed == 1 {
      result = parts[0]
      for part in parts.dropFirst() { result.formIntersection(part) }
      return result
    }
    for index in 0..<count where parts.count(where: { $0.contains(index) }) > parts.count - needed {
      result.insert(index)
    }
    return result
  }
}
