internal import COsmium

/// A PBF file that was checked to its end, and gives its objects as often as they are asked for.
final class PBFSource {
  let file: BlobFile
  private var runs: [BlockRun] = []
  private var hasHistory = false
  /// The box that the file says it was cut along.
  let box: FixedBox?
  private(set) var strays: Set<Int64> = []
  private var bytes = Scratch()
  /// Whether nodes come before ways, and those before relations.
  private(set) var isSorted = true
  /// Whether an object has a negative number.
  private(set) var hasNegativeNumbers = false
  private(set) var warnings = OSMWarnings()
  private var latest: UInt8 = 0

  var size: Int { file.size }

  /// Opens the file at `path` and checks all of it; `progress` is told the bytes checked and those of the file, and says whether to go on.
  init(path: String, progress: (Int, Int) -> Bool) throws(OSMFault) {
    file = try BlobFile(path: path)
    guard let first = try file.frame(at: 0) else { throw OSMFault(.empty, .byte(0)) }
    guard first.kind == .header else {
      throw OSMFault(.damaged("a file that does not begin with a header of kind OSMHeader"), .byte(0))
    }
    let content = try file.content(of: first)
    let header = try OSMFault.at(0) { () throws(PBFFault) in try HeaderBlock(content) }
    (hasHistory, box) = (header.hasHistory, header.box)
    var offset = first.body.upperBound
    while let frame = try file.frame(at: offset) {
      try check(frame)
      offset = frame.body.upperBound
      guard progress(offset, size) else { throw OSMFault(.cancelled, .byte(offset)) }
    }
  }

  private func check(_ frame: BlobFrame) throws(OSMFault) {
    switch frame.kind {
    case .header: throw OSMFault(.damaged("a second header; two files one behind the other?"), .byte(frame.offset))
    case .other(let name): warnings.add(.unknownBlock(name), .byte(frame.offset))
    case .data:
      let content = try file.content(of: frame)
      note(
        try OSMFault.at(frame.offset) { () throws(PBFFault) in try BlockCheck(content, hasHistory: hasHistory) }, frame
      )
    }
  }

  private func note(_ check: BlockCheck, _ frame: BlobFrame) {
    let position = OSMPosition.byte(frame.offset)
    for id in check.strays {
      warnings.add(.strayNode("\(id) that does not lie on Earth"), position)
      strays.insert(id)
    }
    if check.strings.isBroken { warnings.add(.notUTF8, position) }
    if check.strings.isHuge { warnings.add(.overlong, position) }
    if check.hasNegativeNumbers { hasNegativeNumbers = true }
    guard check.kinds != 0 else { return }
    // The lowest kind of this block may not be below the highest one before it.
    if !check.isSorted || check.kinds & (~check.kinds &+ 1) < latest { isSorted = false }
    latest = max(latest, 1 << UInt8(7 - check.kinds.leadingZeroBitCount))
    let run = BlockRun(frame, check)
    if runs.isEmpty || !runs[runs.count - 1].take(run) { runs.append(run) }
  }

  /// Gives every object whose kind has its bit in `kinds`, in the order of the file.
  ///
  /// - Parameter visit: Takes an object and the bytes of the file before it; says whether to go on.
  func visit(_ kinds: UInt8, _ visit: (OSMObject, Int) -> Bool) throws(OSMFault) {
    for run in runs where run.kinds & kinds != 0 {
      let bytes = try load(run)
      let done = run.range.lowerBound
      let outcome = Delivery.run(visit: { object, _ in
        object.kind == .node && !strays.isEmpty && strays.contains(object.id) || visit(object, done)
      }) { visitor, context, failure in
        trove_osm_read_blocks(
          bytes.baseAddress, bytes.count, hasHistory ? 1 : 0, UInt32(kinds), visitor, context, failure)
      }
      switch outcome {
      case .end: break
      case .stopped: throw OSMFault(.cancelled, .byte(done))
      case .failed(let words, _): throw OSMFault(.notRead(words), .byte(done))
      }
    }
  }

  /// A small PBF file in memory: a header of our own and the blocks of a run.
  private func load(_ run: BlockRun) throws(OSMFault) -> UnsafeBufferPointer<UInt8> {
    let header = MinimalPBF.header(history: hasHistory)
    guard run.isOverlong else {
      let room = bytes.room(header.count + run.range.count)
      _ = room.update(fromContentsOf: header)
      try file.read(run.range.lowerBound, into: UnsafeMutableBufferPointer(rebasing: room[header.count...]))
      return UnsafeBufferPointer(room)
    }
    guard let frame = try file.frame(at: run.range.lowerBound) else {
      throw OSMFault(.cut("a block"), .byte(run.range.lowerBound))
    }
    let content = try file.content(of: frame)
    let block = try OSMFault.at(frame.offset) { () throws(PBFFault) in try MinimalPBF.shortened(content) }
    let whole = header + MinimalPBF.block("OSMData", block)
    let room = bytes.room(whole.count)
    _ = room.update(fromContentsOf: whole)
    return UnsafeBufferPointer(room)
  }
}

/// As much of writing PBF as it takes to hand blocks to libosmium.
enum MinimalPBF {
  /// A header that requires what every file may, and a history where there is one.
  static func header(history: Bool) -> [UInt8] {
    var block: [UInt8] = []
    for feature in ["OsmSchema-V0.6", "DenseNodes"] + (history ? ["HistoricalInformation"] : []) {
      block.appendField(4, feature.utf8)
    }
    return Self.block("OSMHeader", block)
  }

  /// A block that is not packed.
  static func block(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    var blob: [UInt8] = []
    blob.appendField(1, content)
    return frame(kind, blob)
  }

  /// A block in zlib's format, which is the only one that some programs read; what it holds is stored, not packed.
  static func zlibBlock(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    var stored: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(content.count - start, 0xFFFF)
      let isLast: UInt8 = start + count == content.count ? 1 : 0
      let length = [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
      stored += [isLast] + length + length.map { ~$0 } + content[start..<start + count]
      start += count
    } while start < content.count
    var (one, two): (UInt32, UInt32) = (1, 0)
    for byte in content {
      one = (one + UInt32(byte)) % 65521
      two = (two + one) % 65521
    }
    stored += [two >> 8, two, one >> 8, one].map { UInt8(truncatingIfNeeded: $0) }
    var blob: [UInt8] = []
    blob.appendVarint(2 << 3)
    blob.appendVarint(UInt64(content.count))
    blob.appendField(3, stored)
    return frame(kind, blob)
  }

  private static func frame(_ kind: String, _ blob: [UInt8]) -> [UInt8] {
    var header: [UInt8] = []
    header.appendField(1, kind.utf8)
    header.appendVarint(3 << 3 | PBFWireType.varint.rawValue)
    header.appendVarint(UInt64(blob.count))
    let length = UInt32(header.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + header + blob
  }

  /// A block of objects with its texts cut to what libosmium takes.
  static func shortened(_ content: PBFReader.Bytes) throws(PBFFault) -> [UInt8] {
    try copy(of: content) { number, bytes throws(PBFFault) in number == 1 ? [try StringTable.shortened(bytes)] : nil }
  }

  /// Copies the fields of a message, and puts others of the same number in place of those that `replace` returns some
  /// for.
  static func copy(
    of message: PBFReader.Bytes, replace: (UInt64, PBFReader.Bytes) throws(PBFFault) -> [[UInt8]]?
  ) throws(PBFFault) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(message.count)
    var reader = PBFReader(message)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch wire {
      case .bytes:
        let bytes = try reader.bytes(wire, "a block")
        if let others = try replace(number, bytes) {
          for other in others { result.appendField(number, other) }
        } else {
          result.appendField(number, bytes)
        }
      case .varint:
        result.appendVarint(number << 3)
        result.appendVarint(try reader.varint())
      default: try reader.skip(wire)
      }
    }
    return result
  }
}
