internal import CDeflate
internal import CZlib

/// Inflates what gzip, zlib and deflate have made small, and never makes more of it than is allowed.
///
/// A bomb is refused after its first bytes beyond the limit, which are counted and not kept. libdeflate takes what is
/// whole, as nearly everything is; zlib the rest, and says what is wrong with it.
package enum Inflate {
  /// What is around the deflated bytes.
  package enum Wrapping: Hashable, Sendable {
    /// A header and a checksum of gzip (also of several members in a row) or of zlib, as the first bytes say.
    case header
    /// No header or trailer.
    case raw
  }

  /// Whether bytes begin as gzip or zlib do; no vector tile does.
  package static func looksCompressed(_ bytes: some Collection<UInt8>) -> Bool {
    let start = Array(bytes.prefix(2))
    guard start.count == 2 else { return false }
    let isZlib = start[0] & 0x8F == 8 && (Int(start[0]) << 8 | Int(start[1])) % 31 == 0
    return isZlib || start == InflateStream.gzipMagic
  }

  /// Inflates all of `bytes`.
  ///
  /// - Parameter limit: Bytes that may come out, at least 1.
  /// Throws: where they are cut or damaged, something else follows them, or more comes out than `limit`.
  package static func inflate(
    _ bytes: [UInt8], _ wrapping: Wrapping = .header, limit: Int = 64 << 20
  ) throws(InflateError) -> [UInt8] {
    let room = guess(bytes, wrapping, limit: limit)
    // Two and a half times as fast; it knows only streams of one piece that are whole and fit, and not what is wrong.
    if wrapping == .header, let result = WholeInflater().inflate(bytes, room: room) { return result }
    if let result = try attempt(bytes, wrapping, room: room) { return result }
    // The guess was too small: count first, so that memory is taken once, and only for what is allowed.
    let needed = try size(of: bytes, wrapping, limit: limit)
    guard let result = try attempt(bytes, wrapping, room: needed) else { throw .damaged }
    return result
  }

  /// Estimates the inflated size: the size at the end of a gzip file if it is plausible, or else four times the input.
  private static func guess(_ bytes: [UInt8], _ wrapping: Wrapping, limit: Int) -> Int {
    if wrapping == .header, bytes.starts(with: InflateStream.gzipMagic), bytes.count >= 18 {
      let said = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      // Deflate makes nothing smaller than a 1032nd of it.
      if said <= min(limit, bytes.count * 1032) { return said }
    }
    return min(limit, 4 * bytes.count)
  }

  /// Inflates into a buffer of `room` bytes; `nil` if it is too small.
  private static func attempt(
    _ bytes: [UInt8], _ wrapping: Wrapping, room: Int
  ) throws(InflateError) -> [UInt8]? {
    var stream = try InflateStream(wrapping)
    var outcome: Result<Bool, InflateError> = .success(false)
    // One byte more than needed: where it stays free, everything has come out.
    let result = [UInt8](unsafeUninitializedCapacity: room + 1) { buffer, count in
      bytes.withUnsafeBufferPointer { input in
        stream.take(input)
        let output = UnsafeMutableBufferPointer(rebasing: buffer[...room])
        do throws(InflateError) { outcome = .success(try stream.fill(output)) } catch { outcome = .failure(error) }
        count = room + 1 - stream.free
      }
    }
    return try outcome.get() && result.count <= room ? result : nil
  }

  /// Measures the inflated size in bytes, without keeping the output.
  private static func size(of bytes: [UInt8], _ wrapping: Wrapping, limit: Int) throws(InflateError) -> Int {
    let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
    defer { scratch.deallocate() }
    var stream = try InflateStream(wrapping)
    return try bytes.withUnsafeBufferPointer { (input) throws(InflateError) -> Int in
      stream.take(input)
      var size = 0
      while true {
        let isEnd = try stream.fill(scratch)
        size += scratch.count - stream.free
        guard size <= limit else { throw .tooLarge(limit: limit) }
        if isEnd { return size }
      }
    }
  }
}

/// Why bytes could not be inflated.
package enum InflateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// More would come out than the limit, in bytes; that is what such a file is made for.
  case tooLarge(limit: Int)
  /// The bytes end too early.
  case cut
  /// The bytes are no such stream, or its checksum is wrong.
  case damaged
  /// There is no memory for it.
  case noMemory

  package var description: String {
    switch self {
    case .tooLarge(let limit): "it would inflate to more than \(limit >> 20) MiB"
    case .cut: "its compressed data ends too early"
    case .damaged: "its compressed data is damaged"
    case .noMemory: "there is not enough memory to inflate it"
    }
  }
}

/// zlib at work on one piece of input.
struct InflateStream: ~Copyable {
  static let gzipMagic: [UInt8] = [0x1F, 0x8B]

  /// On the heap, because zlib remembers where it lies.
  private let stream: UnsafeMutablePointer<z_stream>
  private let wrapping: Inflate.Wrapping

  /// Begins; the input comes with ``take(_:)``.
  init(_ wrapping: Inflate.Wrapping) throws(InflateError) {
    self.wrapping = wrapping
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The largest window; 32 more take gzip and zlib by their headers, a negative one no header.
    guard trove_inflate_init(stream, wrapping == .raw ? -15 : 15 + 32) == Z_OK else { throw .noMemory }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// The input, which has to stay where it is while the stream is used.
  mutating func take(_ input: UnsafeBufferPointer<UInt8>) {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = UInt32(clamping: input.count)
  }

  /// Bytes of the last output that stayed free.
  var free: Int { Int(stream.pointee.avail_out) }

  /// Goes on until the input has come to its end, which returns true, or the output is full.
  mutating func fill(_ output: UnsafeMutableBufferPointer<UInt8>) throws(InflateError) -> Bool {
    stream.pointee.next_out = output.baseAddress
    stream.pointee.avail_out = UInt32(clamping: output.count)
    while true {
      switch CZlib.inflate(stream, Z_NO_FLUSH) {
      case Z_STREAM_END: if try isEnd() { return true }
      case Z_OK, Z_BUF_ERROR:
        if free == 0 { return false }
        if stream.pointee.avail_in == 0 { throw .cut }
      case Z_MEM_ERROR: throw .noMemory
      default: throw .damaged
      }
    }
  }

  /// Whether the last member has ended; another one of gzip may follow, and nothing else.
  private mutating func isEnd() throws(InflateError) -> Bool {
    let left = UnsafeBufferPointer(start: stream.pointee.next_in, count: Int(stream.pointee.avail_in))
    if left.isEmpty { return true }
    guard wrapping == .header, left.starts(with: Self.gzipMagic), inflateReset(stream) == Z_OK else { throw .damaged }
    return false
  }
}

/// libdeflate, which inflates a stream in one go, from memory to memory.
struct WholeInflater: ~Copyable {
  private let inflater = libdeflate_alloc_decompressor()

  deinit { libdeflate_free_decompressor(inflater) }

  /// Inflates one gzip or zlib stream; `nil` if it is cut, has data behind it, or holds more than `room` bytes.
  borrowing func inflate(_ bytes: [UInt8], room: Int) -> [UInt8]? {
    guard let inflater, room > 0 else { return nil }
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      var (taken, made) = (0, 0)
      let decompress =
        bytes.starts(with: InflateStream.gzipMagic)
        ? libdeflate_gzip_decompress_ex : libdeflate_zlib_decompress_ex
      let outcome = decompress(inflater, bytes, bytes.count, output.baseAddress, room, &taken, &made)
      isWhole = outcome == LIBDEFLATE_SUCCESS && taken == bytes.count
      count = isWhole ? made : 0
    }
    return isWhole ? result : nil
  }
}
