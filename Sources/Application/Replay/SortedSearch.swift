extension RandomAccessCollection {
  /// The place behind the last element that satisfies what all up to some satisfy, and none after it.
  func firstIndex(after belongs: (Element) -> Bool) -> Index {
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
