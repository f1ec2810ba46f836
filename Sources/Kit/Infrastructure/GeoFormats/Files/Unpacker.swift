internal import CBZip2
internal import CZlib

/// Unpacks a file as it is read, and never makes more of it than a real one has.
final class Unpacker {
  /// How a file is packed.
  enum Packing {
    case gzip, bzip2, zip

    /// Recognises a packed file by its first bytes; `nil` for one that is not packed.
    init?(beginning bytes: some Collection<UInt8>) {
      if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
        self = .gzip
      } else if bytes.starts(with: "BZh".utf8), bytes.dropFirst(3).first.map({ (0x31...0x39).contains($0) }) == true {
        self = .bzip2
      } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
        self = .zip
      } else {
        return nil
      }
    }
  }

  private enum Method { case stored, inflate, bzip2 }

  private let method: Method
  /// What a member of a ZIP archive has to be; `nil` for other files.
  private let member: ZIPMember?
  private let zlib = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let bzip2 = UnsafeMutablePointer<bz_stream>.allocate(capacity: 1)
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  /// The part of the input that is not unpacked yet.
  private var rest = 0..<0
  /// Bytes read and bytes made.
  private var (taken, made) = (0, 0)
  private var checksum: UInt = 0
  /// Whether a stream has ended, behind which another may begin.
  private var isBetween = false
  private var isOver = false

  /// Bytes that may come out in any case, and how many of each one in: deflate makes 1032 of one where all are the same.
  private static let (freely, mostRatio) = (16 << 20, 200)

  /// Unpacks a file of one or several streams.
  init(_ packing: Packing) throws(FileError) {
    (method, member) = (packing == .bzip2 ? .bzip2 : .inflate, nil)
    try begin(windowBits: 15 + 16)
  }

  /// Unpacks a member of an archive, whose bytes come next.
  init(_ member: ZIPMember) throws(FileError) {
    (method, self.member) = (member.isDeflated ? .inflate : .stored, member)
    // Without a header, which the archive has instead.
    try begin(windowBits: -15)
  }

  private func begin(windowBits: Int32) throws(FileError) {
    zlib.initialize(to: z_stream())
    bzip2.initialize(to: bz_stream())
    let isReady =
      switch method {
      case .stored: true
      case .inflate: trove_inflate_init(zlib, windowBits) == Z_OK
      case .bzip2: BZ2_bzDecompressInit(bzip2, 0, 0) == BZ_OK
      }
    guard isReady else { throw FileError(description: "there is no memory to unpack it") }
  }

  deinit {
    inflateEnd(zlib)
    BZ2_bzDecompressEnd(bzip2)
    zlib.deallocate()
    bzip2.deallocate()
    input.deallocate()
  }

  /// Fills the front of `output`; returns how many bytes, 0 at the end.
  ///
  /// - Parameter raw: reads the next bytes of the file.
  func read(
    into output: UnsafeMutableRawBufferPointer, from raw: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(FileError) -> Int {
    while !isOver, output.count > 0 {
      if rest.isEmpty {
        // Of an archive no more than the member.
        let room = member.map { min(input.count, $0.packedSize - taken) } ?? input.count
        let count = room > 0 ? try raw(UnsafeMutableRawBufferPointer(rebasing: input[..<room])) : 0
        rest = 0..<count
        taken += count
        if count == 0 {
          guard isBetween || member != nil && method == .stored else { throw FileError.cut }
          try end()
          continue
        }
      }
      if isBetween {
        // Zeros fill up tapes, and gzip and bzip2 pass over anything else.
        guard input[rest.lowerBound] == (method == .bzip2 ? 0x42 : 0x1F) else { return try end() }
        try beginAgain()
      }
      let count = try unpack(output)
      if member != nil, isBetween { rest = 0..<0 }
      guard count > 0 else { continue }
      made += count
      guard made <= Self.freely || made / Self.mostRatio <= taken else {
        throw FileError(content: "it would unpack to more than \(Self.mostRatio) times its size, as no real file does")
      }
      if member != nil {
        checksum = crc32(checksum, output.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(clamping: count))
      }
      return count
    }
    return 0
  }

  private static let damaged = FileError(content: "packed, and damaged")

  @discardableResult
  private func end() throws(FileError) -> Int {
    isOver = true
    guard let member else { return 0 }
    guard made == member.size, checksum == member.checksum else { throw Self.damaged }
    return 0
  }

  private func beginAgain() throws(FileError) {
    isBetween = false
    switch method {
    case .stored: break
    case .inflate: guard inflateReset(zlib) == Z_OK else { throw Self.damaged }
    case .bzip2:
      BZ2_bzDecompressEnd(bzip2)
      guard BZ2_bzDecompressInit(bzip2, 0, 0) == BZ_OK else { throw Self.damaged }
    }
  }

  /// Unpacks as much of the input as there is room for; returns how many bytes that makes.
  private func unpack(_ output: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let room = min(output.count, 1 << 30)
    let first = input.baseAddress?.advanced(by: rest.lowerBound)
    switch method {
    case .stored:
      let count = min(room, rest.count)
      output.copyBytes(from: input[rest.prefix(count)])
      rest = rest.lowerBound + count..<rest.upperBound
      return count
    case .inflate:
      zlib.pointee.next_in = first?.assumingMemoryBound(to: UInt8.self)
      zlib.pointee.avail_in = UInt32(rest.count)
      zlib.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      zlib.pointee.avail_out = UInt32(room)
      let code = inflate(zlib, Z_NO_FLUSH)
      guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { throw Self.damaged }
      isBetween = code == Z_STREAM_END
      rest = rest.upperBound - Int(zlib.pointee.avail_in)..<rest.upperBound
      return room - Int(zlib.pointee.avail_out)
    case .bzip2:
      bzip2.pointee.next_in = first?.assumingMemoryBound(to: CChar.self)
      bzip2.pointee.avail_in = UInt32(rest.count)
      bzip2.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: CChar.self)
      bzip2.pointee.avail_out = UInt32(room)
      let code = BZ2_bzDecompress(bzip2)
      guard code == BZ_OK || code == BZ_STREAM_END else { throw Self.damaged }
      isBetween = code == BZ_STREAM_END
      rest = rest.upperBound - Int(bzip2.pointee.avail_in)..<rest.upperBound
      return room - Int(bzip2.pointee.avail_out)
    }
  }
}
