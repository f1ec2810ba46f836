/// Inflates what gzip, zlib and deflate have made small, and never makes more of it than is allowed.
///
/// A bomb is refused after its first bytes beyond the limit, which are counted and not kept. libdeflate takes what is
/// whole, as nearly everything is; zlib the rest, and says what is wrong with it.
package enum Inflate {
  /// What is around the deflated bytes.
  package enum Wrapping: Hashable, Sendable {
    /// A header and a checksum of gzip (also of several members in a row) or of zlib, as the first bytes say.
    case header
    /// Nothing.
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

  /// How much will come out: what the end of a gzip file says, where it can be true, or else four times as much.
  private static func guess(_ bytes: [UInt8], _ wrapping: Wrapping, limit: Int) -> Int {
    if wrapping == .header, bytes.starts(with: InflateStream.gzipMagic), bytes.count >= 18 {
      let said = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      // Deflate makes nothing smaller than a 1032nd of it.
      if said <= min(limit, bytes.count * 1032) { return said }
    }
    return min(limit, 4 * bytes.count)
  }

  /// Inflates into as much room as is given; nothing where that is too little.
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

  /// How many bytes would come out; keeps none of them.
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
