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
  init(_ header: WireReader.Bytes, offset: Int, start: Int) throws(WireFault) {
    var reader = WireReader(header)
    var name: WireReader.Bytes?
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
  let bytes: WireReader.Bytes
  /// Bytes of the content, unpacked.
  let size: Int

  private static let unread: [UInt64: String] = [4: "LZMA", 5: "bzip2", 7: "Zstandard"]

  /// Reads the content of a block.
  init(_ body: WireReader.Bytes) throws(WireFault) {
    var reader = WireReader(body)
    var content: (packing: Packing, bytes: WireReader.Bytes)?
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
    guard size <= UInt64(OSMLimits.smallBlock) || size / UInt64(OSMLimits.packing) <= bytes.count else {
      throw .tooMuch(
        "a block of \(bytes.count) bytes that says it has \(size) unpacked; of real ones 5 come of each byte at most")
    }
    self.size = Int(size)
  }
}
