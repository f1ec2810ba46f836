/// What the first block of a PBF file says of the rest (`HeaderBlock`).
struct HeaderBlock {
  /// Whether objects have several versions, some of them deleted.
  private(set) var hasHistory = false

  /// Reads the content of the first block; every feature that it requires has to be known.
  init(_ bytes: WireReader.Bytes) throws(WireFault) {
    var reader = WireReader(bytes)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1: try Self.checkBox(try reader.bytes(wire, "the box of the file"))
      case 4: try require(try reader.bytes(wire, "a required feature"))
      case 5, 16, 17: _ = try reader.bytes(wire, "a text of the header")
      default: try reader.skip(wire)
      }
    }
  }

  private mutating func require(_ feature: WireReader.Bytes) throws(WireFault) {
    switch String(decoding: feature, as: UTF8.self) {
    case "OsmSchema-V0.6", "DenseNodes": break
    case "HistoricalInformation": hasHistory = true
    default: throw .unread("the required feature \"\(OSMProblem.quote(feature))\"")
    }
  }

  private static func checkBox(_ bytes: WireReader.Bytes) throws(WireFault) {
    var reader = WireReader(bytes)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      if (1...4).contains(number) {
        _ = try reader.number(wire, "the box of the file")
      } else {
        try reader.skip(wire)
      }
    }
  }
}
