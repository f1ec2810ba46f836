internal import CZlib

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
