/// The numbers of the points that an index has found, in memory that the next query reuses.
///
/// For many queries: keep one selection a thread; once it is as large as the largest answer, queries allocate no
/// memory.
package struct SpatialSelection: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt32>
  private var room: Int
  /// How many points were found last.
  package private(set) var count = 0

  /// Creates an empty selection with room for `room` numbers before it has to grow.
  package init(room: Int = 512) {
    self.room = max(1, room)
    memory = .allocate(capacity: self.room)
  }

  deinit { memory.deallocate() }

  /// The number at a position below ``count``.
  package subscript(position: Int) -> Int {
    precondition(position >= 0 && position < count, "there are fewer points in the selection")
    return Int(memory[position])
  }

  /// All numbers, where they are.
  package func withNumbers<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: memory, count: count))
  }

  /// Takes what a query writes, which says how many there are; it is asked again where there was too little room.
  mutating func fill(_ query: (UnsafeMutablePointer<UInt32>, Int) -> Int) {
    count = query(memory, room)
    guard count > room else { return }
    memory.deallocate()
    room = count + count / 2
    memory = .allocate(capacity: room)
    count = min(room, query(memory, room))
  }
}
