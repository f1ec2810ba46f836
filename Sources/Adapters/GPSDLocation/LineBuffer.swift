/// Cuts a stream of bytes into lines; half a line waits for its other half, an endless one is thrown away.
package struct LineBuffer: Hashable, Sendable {
  /// Bytes of the longest line that is kept.
  ///
  /// gpsd promises at most 10,240, libgps itself takes 20,480.
  package static let longestLine = 20_480

  private var half: [UInt8] = []
  private var isSkipping = false

  /// Creates a buffer without a line.
  package init() {}

  /// Takes bytes; returns the lines that they complete, without their ends.
  package mutating func lines(adding bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      if !isSkipping { lines.append(trimmed(half)) }
      half.removeAll(keepingCapacity: true)
      isSkipping = false
      rest = rest[(end + 1)...]
    }
    keep(rest)
    return lines
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isSkipping, half.count + bytes.count <= Self.longestLine else {
      half.removeAll()
      isSkipping = true
      return
    }
    half += bytes
  }

  private func trimmed(_ line: [UInt8]) -> [UInt8] {
    line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
