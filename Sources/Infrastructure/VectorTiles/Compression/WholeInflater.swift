internal import CDeflate

/// libdeflate, which inflates a stream in one go, from memory to memory.
struct WholeInflater: ~Copyable {
  private let inflater = libdeflate_alloc_decompressor()

  deinit { libdeflate_free_decompressor(inflater) }

  /// What a stream of gzip or zlib holds; nothing where it is not whole, not alone, or more than `room` bytes.
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
