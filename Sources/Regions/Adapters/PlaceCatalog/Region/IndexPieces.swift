internal import Glibc
internal import Synchronization
internal import SystemKit

/// The content of an index in memory, as far as it was needed: read in pieces, each checked by its sum.
///
/// A region of millions opens at once, and what is damaged is noticed before anything is answered from it. A piece that
/// is damaged, or missing because the file was shortened, is zeros, and ``isDamaged`` is true from then on. Copied
/// instead of mapped: a mapped file that another program shortens would end this one.
final class IndexPieces: @unchecked Sendable {
  /// Bytes of a piece; the last one may have fewer.
  private static let size = 16 << 10

  /// The memory; only what ``need(_:at:)`` was called for can be read.
  let bytes: UnsafeRawBufferPointer
  private let memory: UnsafeMutableRawBufferPointer
  private let source: IndexSource
  private let start: Int
  private let sums: [UInt64]
  private let isHere: UnsafeMutablePointer<Atomic<Bool>>
  private let damage = Atomic(false)
  private let reading = Guarded(())

  /// The content of `size` bytes from an offset of the source on; `nil` if there is no memory for it.
  ///
  /// - Parameter sums: the sums of its pieces, as many as there are.
  init?(_ source: IndexSource, from start: Int, size: Int, sums: [UInt64]) {
    // Pages take no memory before they are written to.
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let pages = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), pages != MAP_FAILED else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: pages, count: size)
    bytes = UnsafeRawBufferPointer(memory)
    (self.source, self.start, self.sums) = (source, start, sums)
    isHere = .allocate(capacity: sums.count)
    for piece in sums.indices { (isHere + piece).initialize(to: Atomic(false)) }
  }

  deinit {
    munmap(memory.baseAddress, memory.count)
    isHere.deinitialize(count: sums.count)
    isHere.deallocate()
  }

  /// Whether a piece that was needed is not as it was written.
  var isDamaged: Bool { damage.load(ordering: .relaxed) }

  /// Reads what is not yet here of so many bytes, at least one, from an offset on.
  func need(_ count: Int, at offset: Int) {
    for piece in (offset / Self.size)...((offset + count - 1) / Self.size)
    where !isHere[piece].load(ordering: .acquiring) {
      read(piece)
    }
  }

  private func read(_ piece: Int) {
    reading.withLock { _ in
      guard !isHere[piece].load(ordering: .relaxed) else { return }
      let range = Self.range(piece, of: memory.count)
      let room = UnsafeMutableRawBufferPointer(rebasing: memory[range])
      if !source.read(room, start + range.lowerBound) || ContentHash.of(UnsafeRawBufferPointer(room)) != sums[piece] {
        room.initializeMemory(as: UInt8.self, repeating: 0)
        damage.store(true, ordering: .relaxed)
      }
      isHere[piece].store(true, ordering: .releasing)
    }
  }

  // MARK: - Pieces

  /// The number of pieces of so many bytes.
  static func count(_ size: Int) -> Int { (size + Self.size - 1) / Self.size }

  /// The sums of the pieces of some content.
  static func sums(of content: UnsafeRawBufferPointer) -> [UInt64] {
    (0..<count(content.count)).map { piece in
      ContentHash.of(UnsafeRawBufferPointer(rebasing: content[range(piece, of: content.count)]))
    }
  }

  private static func range(_ piece: Int, of count: Int) -> Range<Int> {
    (piece * size)..<min(count, (piece + 1) * size)
  }
}

/// Where the bytes of an index come from: a file, or memory.
struct IndexSource: Sendable {
  /// Bytes of all.
  let size: Int
  /// Fills a buffer from an offset on; false where there is not enough.
  let read: @Sendable (UnsafeMutableRawBufferPointer, Int) -> Bool

  /// A file, which stays open; `nil` if there is none that can be read.
  init?(path: String) {
    guard let file = ReadFile(path), let size = file.size else { return nil }
    self.size = size
    read = { file.fill($0, at: $1) }
  }

  /// Bytes in memory.
  init(_ bytes: [UInt8]) {
    size = bytes.count
    read = { buffer, offset in
      guard offset + buffer.count <= bytes.count else { return false }
      let wanted = bytes[offset..<(offset + buffer.count)]
      wanted.withUnsafeBytes { buffer.copyMemory(from: $0) }
      return true
    }
  }

  /// So many bytes from an offset on; `nil` where there are fewer.
  func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { read($0, offset) } ? bytes : nil
  }
}
