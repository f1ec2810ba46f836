extension ClosedRange {
  /// The nearest value that lies in the range.
  package func clamp(_ value: Bound) -> Bound { Swift.min(upperBound, Swift.max(lowerBound, value)) }
}

extension Array {
  /// The element at `index`, or `nil` if there is none.
  package func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension RandomAccessCollection {
  /// The place behind the last element that satisfies what all up to some satisfy, and none after it.
  package func firstIndex(after belongs: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if belongs(self[middle]) {
        low = index(after: middle)
        count -= count / 2 + 1
      } else {
        count /= 2
      }
    }
    return low
  }
}
