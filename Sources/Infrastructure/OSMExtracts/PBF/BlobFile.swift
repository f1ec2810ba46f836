internal import COsmium
internal import Glibc
internal import SystemKit

/// An open PBF file, read block by block; closed when nobody holds it any more.
final class BlobFile {
  private let descriptor: CInt
  /// Bytes of the file.
  let size: Int
  private var packed = Scratch()
  private var unpacked = Scratch()

  /// Opens the file at `path`.
  init(path: String) throws(OSMFault) {
    // A pipe without a writer would be waited for.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system() }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw OSMFault(.unreadable("it is no regular file"), .byte(0))
    }
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The block that begins at `offset`; nothing at the end of the file.
  func frame(at offset: Int) throws(OSMFault) -> BlobFrame? {
    guard offset < size else { return nil }
    guard size - offset >= 4 else { throw OSMFault(.cut("the length of a block"), .byte(offset)) }
    let prefix = packed.room(4)
    try read(offset, into: prefix)
    let length = prefix.reduce(0) { $0 << 8 | Int($1) }
    guard length > 0 else { throw OSMFault(.damaged("a block without a header"), .byte(offset)) }
    guard length <= OSMLimits.blockHeader else {
      throw OSMFault(.tooLarge("a block's header of \(length) bytes; the format has at most 64 KiB"), .byte(offset))
    }
    let start = offset + 4 + length
    guard start <= size else { throw OSMFault(.cut("the header of a block"), .byte(offset)) }
    let header = packed.room(length)
    try read(offset + 4, into: header)
    let frame = try OSMFault.at(offset) { () throws(WireFault) in
      try BlobFrame(WireReader.Bytes(header), offset: offset, start: start)
    }
    guard frame.body.upperBound <= size else { throw OSMFault(.cut("a block"), .byte(offset)) }
    return frame
  }

  /// What a block holds, unpacked; valid until this or the next block is asked for.
  func content(of frame: BlobFrame) throws(OSMFault) -> WireReader.Bytes {
    let body = packed.room(frame.body.count)
    try read(frame.body.lowerBound, into: body)
    let blob = try OSMFault.at(frame.offset) { () throws(WireFault) in try Blob(WireReader.Bytes(body)) }
    guard blob.packing != .raw else { return blob.bytes }
    let room = unpacked.room(blob.size)
    guard
      trove_osm_unpack(
        blob.packing == .lz4 ? 1 : 0, blob.bytes.baseAddress, blob.bytes.count, room.baseAddress, room.count) != 0
    else {
      throw OSMFault(
        .damaged("a block whose packed bytes are damaged, or are not as many as it says"), .byte(frame.offset))
    }
    return WireReader.Bytes(room)
  }

  /// Fills `room` with what lies at `offset`.
  func read(_ offset: Int, into room: UnsafeMutableBufferPointer<UInt8>) throws(OSMFault) {
    let count: Int
    do throws(SystemError) {
      count = try SystemIO.fill(UnsafeMutableRawBufferPointer(room), from: descriptor, at: offset)
    } catch {
      throw OSMFault(.unreadable(error.description), .byte(offset))
    }
    guard count == room.count else { throw OSMFault(.cut("a block"), .byte(offset)) }
  }
}

extension OSMFault {
  /// What `errno` tells of.
  static func system(at offset: Int = 0) -> OSMFault {
    OSMFault(.unreadable(String(cString: strerror(errno))), .byte(offset))
  }

  /// Says where a fault is that was found in the block at `offset`.
  static func at<Result>(
    _ offset: Int, _ body: () throws(WireFault) -> Result
  ) throws(OSMFault) -> Result {
    do throws(WireFault) { return try body() } catch { throw OSMFault(error.problem, .byte(offset)) }
  }
}
