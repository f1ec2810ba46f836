/// A queue that gives what costs least first, and of equals the one with the smallest number.
struct CheapestFirst {
  /// What waits.
  struct Entry {
    let cost: Double
    let number: UInt32

    func comes(before other: Entry) -> Bool { cost < other.cost || cost == other.cost && number < other.number }
  }

  /// A binary heap: no entry comes before the one at half its index.
  private var heap: [Entry] = []

  mutating func push(_ number: UInt32, cost: Double) {
    let entry = Entry(cost: cost, number: number)
    var place = heap.count
    heap.append(entry)
    while place > 0 {
      let above = (place - 1) / 2
      guard entry.comes(before: heap[above]) else { break }
      heap[place] = heap[above]
      place = above
    }
    heap[place] = entry
  }

  mutating func pop() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    var place = 0
    while true {
      var below = 2 * place + 1
      guard below < heap.count else { break }
      if below + 1 < heap.count, heap[below + 1].comes(before: heap[below]) { below += 1 }
      guard heap[below].comes(before: last) else { break }
      heap[place] = heap[below]
      place = below
    }
    heap[place] = last
    return first
  }
}
