internal import COsmium
internal import Glibc
internal import SystemKit

/// An open PBF file, read block by block; closed with its last reference.
final class BlobFile {
  private let descriptor: CInt
  /// A path by which this file is opened anew, whatever has been put in its place.
  var path: String { NamelessFile.path(of: descriptor) }
  /// Bytes of the file.
  let size: Int
  private var packed = Scratch()
  private var unpacked = Scratch()
  /// What the blocks up to `end` of the file have packed and unpacked; each block counts once, however often it is read.
  private var total = (packed: 0, unpacked: 0, end: 0)

  /// Opens the file at `path`.
  init(path: String) throws(OSMFault) {
    // A pipe without a writer would be waited for.
    descriptor = open(StandardInput.path(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system() }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw OSMFault(.unreadable("it is no regular file"), .byte(0))
    }
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads the header of the block that begins at `offset`; `nil` at the end of the file.
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
    let frame = try OSMFault.at(offset) { () throws(PBFFault) in
      try BlobFrame(PBFReader.Bytes(header), offset: offset, start: start)
    }
    guard frame.body.upperBound <= size else { throw OSMFault(.cut("a block"), .byte(offset)) }
    return frame
  }

  /// Reads and unpacks a block; the bytes are valid until the next call.
  func content(of frame: BlobFrame) throws(OSMFault) -> PBFReader.Bytes {
    let body = packed.room(frame.body.count)
    try read(frame.body.lowerBound, into: body)
    let blob = try OSMFault.at(frame.offset) { () throws(PBFFault) in try Blob(PBFReader.Bytes(body)) }
    try count(blob, of: frame)
    guard blob.packing != .raw else { return blob.bytes }
    let room = unpacked.room(blob.size)
    guard
      trove_osm_unpack(
        blob.packing == .lz4 ? 1 : 0, blob.bytes.baseAddress, blob.bytes.count, room.baseAddress, room.count) != 0
    else {
      throw OSMFault(
        .damaged("a block whose packed bytes are damaged, or are not as many as it says"), .byte(frame.offset))
    }
    return PBFReader.Bytes(room)
  }

  /// Counts what a block has, before it is unpacked.
  private func count(_ blob: Blob, of frame: BlobFrame) throws(OSMFault) {
    guard frame.offset >= total.end else { return }
    total = (total.packed + blob.bytes.count, total.unpacked + blob.size, frame.body.upperBound)
    guard total.unpacked <= OSMLimits.smallFile || total.unpacked / OSMLimits.packing <= total.packed else {
      throw OSMFault(
        .tooLarge(
          "blocks of \(total.packed) bytes up to here that say they have \(total.unpacked) unpacked; of real ones 5 "
            + "come of each byte at most"), .byte(frame.offset))
    }
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
  /// Says where a fault is that was found in the block at `offset`.
  static func at<Result>(
    _ offset: Int, _ body: () throws(PBFFault) -> Result
  ) throws(OSMFault) -> Result {
    do throws(PBFFault) { return try body() } catch { throw OSMFault(error.problem, .byte(offset)) }
  }
}

/// A block of a PBF file as it lies there: what kind it says it is, and where its packed content is.
struct BlobFrame {
  enum Kind: Equatable {
    case header
    case data
    case other(String)
  }

  let kind: Kind
  /// Bytes before the length that stands in front of its header.
  let offset: Int
  /// Where its packed content lies.
  let body: Range<Int>

  /// Reads the header of a block (`BlobHeader`), whose content begins at `start`.
  init(_ header: PBFReader.Bytes, offset: Int, start: Int) throws(PBFFault) {
    var reader = PBFReader(header)
    var name: PBFReader.Bytes?
    var count: UInt64 = 0
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1: name = try reader.bytes(wire, "the kind of a block")
      case 3: count = try reader.number(wire, "the size of a block")
      default: try reader.skip(wire)
      }
    }
    guard let name else { throw .missing("a block's header without the kind of the block") }
    guard (1...UInt64(OSMLimits.block)).contains(count) else {
      throw .missing("a block of \(Int64(bitPattern: count)) bytes; the format has 1 to 32 MiB")
    }
    kind =
      name.elementsEqual("OSMHeader".utf8)
      ? .header : name.elementsEqual("OSMData".utf8) ? .data : .other(OSMProblem.quote(name))
    self.offset = offset
    body = start..<start + Int(count)
  }
}

/// How the content of a block is packed (`Blob`).
struct Blob {
  enum Packing {
    case raw
    case zlib
    case lz4
  }

  let packing: Packing
  let bytes: PBFReader.Bytes
  /// Bytes of the content, unpacked.
  let size: Int

  private static let unread: [UInt64: String] = [4: "LZMA", 5: "bzip2", 7: "Zstandard"]

  /// Reads the content of a block.
  init(_ body: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(body)
    var content: (packing: Packing, bytes: PBFReader.Bytes)?
    var size: UInt64?
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1, 3, 6:
        guard content == nil else { throw .missing("a block with two contents") }
        content = (number == 1 ? .raw : number == 3 ? .zlib : .lz4, try reader.bytes(wire, "the content of a block"))
      case 2: size = try reader.number(wire, "the unpacked size of a block")
      case 4, 5, 7: throw .unread("a block that is packed with \(Self.unread[number] ?? "")")
      default: try reader.skip(wire)
      }
    }
    guard let content else { throw .missing("a block without content") }
    (packing, bytes) = content
    if packing == .raw, size == nil { size = UInt64(bytes.count) }
    guard let size, size <= UInt64(OSMLimits.block) else {
      throw .missing(
        "a block that says it has \(size.map(String.init) ?? "no") bytes unpacked; the format has at most 32 MiB")
    }
    guard packing != .raw || size == bytes.count else {
      throw .missing("a block of \(bytes.count) bytes that says it has \(size)")
    }
    self.size = Int(size)
  }
}

/// Bytes that are used again and again, and grow when they have to.
struct Scratch: ~Copyable {
  private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init() {}

  deinit { storage.deallocate() }

  /// Returns room for `count` bytes, `skipped` bytes from the front; the skipped bytes are kept.
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
