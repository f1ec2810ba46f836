import CZlib

/// Makes bytes small, for the tests.
enum Deflate {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, windowBits: 15 + 16) }
  static func zlib(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, windowBits: 15) }
  static func raw(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, windowBits: -15) }

  /// A gzip file that inflates to so many zeros, made without having them.
  static func bomb(megabytes: Int) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    return deflate(pieces: megabytes, of: zeros, windowBits: 15 + 16)
  }

  private static func deflate(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
    deflate(pieces: 1, of: bytes, windowBits: windowBits)
  }

  private static func deflate(pieces: Int, of piece: [UInt8], windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    guard trove_deflate_init(&stream, 6, windowBits) == Z_OK else { return [] }
    defer { deflateEnd(&stream) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var input = piece
    for index in 0..<pieces {
      input.withUnsafeMutableBufferPointer { input in
        chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_in = input.baseAddress
          stream.avail_in = UInt32(input.count)
          repeat {
            stream.next_out = chunk.baseAddress
            stream.avail_out = UInt32(chunk.count)
            CZlib.deflate(&stream, index + 1 == pieces ? Z_FINISH : Z_NO_FLUSH)
            result.append(contentsOf: chunk[..<(chunk.count - Int(stream.avail_out))])
          } while stream.avail_out == 0
        }
      }
    }
    return result
  }
}
