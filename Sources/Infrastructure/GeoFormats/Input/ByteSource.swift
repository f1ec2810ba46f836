/// Where a reader gets its bytes from, piece by piece.
package protocol ByteSource {
  /// Fills the front of `buffer`; returns how many bytes, 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}

/// Bytes that are in memory already.
package struct MemoryBytes: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  /// Reads from `bytes`.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}
