/// Bytes that are used again and again, and grow when they have to.
struct Scratch: ~Copyable {
  private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init() {}

  deinit { storage.deallocate() }

  /// Room for `count` bytes at `skipped` bytes from the front, with whatever is there.
  mutating func room(_ count: Int, after skipped: Int = 0) -> UnsafeMutableBufferPointer<UInt8> {
    if storage.count < skipped + count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: skipped + count, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<min(skipped, storage.count)]))
      storage.deallocate()
      storage = larger
    }
    return UnsafeMutableRawBufferPointer(rebasing: storage[skipped..<skipped + count]).assumingMemoryBound(
      to: UInt8.self)
  }
}
