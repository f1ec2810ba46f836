/// Checks a block of objects (`PrimitiveBlock`) as strictly as the format is specified.
///
/// libosmium reads some damaged blocks without a word: lists of different lengths, coordinates beyond 32 bits, fields
/// laid out in another way. Every one of them is refused here, before libosmium sees it.
struct BlockCheck {
  /// Its kinds of objects, a bit each.
  private(set) var kinds: UInt8 = 0
  private(set) var nodes = 0
  /// Bytes that its objects take in libosmium, about.
  private(set) var decoded = 0
  /// The numbers of nodes that lie nowhere on Earth.
  private(set) var strays: [Int64] = []
  /// Whether an object has a negative number, as nothing in OpenStreetMap has: editors give those to new objects.
  private(set) var hasNegativeNumbers = false
  /// Whether its kinds come in the order nodes, ways, relations.
  private(set) var isSorted = true
  let strings: StringTable

  private var grid = CoordinateGrid()
  private let hasHistory: Bool

  /// Checks a block, whose bytes have to stay where they are.
  ///
  /// - Parameter hasHistory: Whether its file has deleted nodes too, which are nowhere.
  init(_ bytes: PBFReader.Bytes, hasHistory: Bool) throws(PBFFault) {
    self.hasHistory = hasHistory
    var reader = PBFReader(bytes)
    var table: PBFReader.Bytes?
    var groups: [PBFReader.Bytes] = []
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1:
        guard table == nil else { throw .badField("the texts of a block") }
        table = try reader.bytes(wire, "the texts of a block")
      case 2:
        guard groups.count < 1 << 16 else { throw .tooMuch("more than 65536 groups in one block") }
        groups.append(try reader.bytes(wire, "a group of objects"))
      case 17...20: try grid.take(number, try reader.number(wire, "the grid of a block"))
      default: try reader.skip(wire)
      }
    }
    guard let table else { throw .missing("a block without its texts") }
    strings = try StringTable(table)
    for group in groups { try check(group) }
  }

  private mutating func check(_ group: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(group)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      guard (1...4).contains(number) else {
        try reader.skip(wire)
        continue
      }
      let object = try reader.bytes(wire, "an object")
      switch number {
      case 1: try checkNode(object)
      case 2: try checkDense(object)
      case 3: try checkWay(object)
      default: try checkRelation(object)
      }
    }
  }

  /// Counts `count` objects of a kind, and the least memory that each of them takes.
  mutating func note(_ kind: OSMKind, _ count: Int = 1) throws(PBFFault) {
    let bit = UInt8(1) << kind.rawValue
    if kinds >> (kind.rawValue + 1) != 0 { isSorted = false }
    if count > 0 { kinds |= bit }
    if kind == .node { nodes += count }
    try grow(by: 72 * count)
  }

  /// Notes the number of an object.
  @inline(__always)
  mutating func note(id: Int64) {
    if id < 0 { hasNegativeNumbers = true }
  }

  /// Notes what else an object takes.
  @inline(__always)
  mutating func grow(by bytes: Int) throws(PBFFault) {
    decoded += bytes
    guard decoded <= OSMLimits.decodedBlock else { throw .tooMuch("a block whose objects take more than 40 MiB") }
  }

  /// Takes the number of a node and checks where it is, in units of the block's grid.
  @inline(__always)
  mutating func place(_ id: Int64, latitude: Int64, longitude: Int64) throws(PBFFault) {
    note(id: id)
    guard try !grid.isOnEarth(latitude: latitude, longitude: longitude) else { return }
    if hasHistory, grid.isNone(latitude: latitude, longitude: longitude) { return }
    guard strays.count < OSMLimits.strayNodes else { throw .tooMuch("more nodes than any mistake that lie nowhere") }
    strays.append(id)
  }

  /// Checks the tags of one object: as many keys as values, all of them in the block.
  mutating func checkTags(_ keys: PBFReader.Bytes?, _ values: PBFReader.Bytes?) throws(PBFFault) {
    guard let keys, let values else {
      guard (keys ?? values)?.isEmpty ?? true else { throw .missing("an object with a key without a value") }
      return
    }
    var (key, value) = (PBFReader(keys), PBFReader(values))
    while !key.isAtEnd, !value.isAtEnd {
      try grow(by: try strings.length(try key.varint()) + strings.length(try value.varint()) + 2)
    }
    guard key.isAtEnd, value.isAtEnd else { throw .missing("an object with a key without a value") }
  }
}

/// The grid that a block counts places in: an offset and a step, in units of 1e-9 degrees.
struct CoordinateGrid {
  private var step: Int64 = 100
  private var latitude: Int64 = 0
  private var longitude: Int64 = 0

  /// Takes a field of a block: 17 the step, 18 the one of times, 19 and 20 the offsets of latitude and longitude.
  mutating func take(_ field: UInt64, _ value: UInt64) throws(PBFFault) {
    let number = Int64(bitPattern: value)
    switch field {
    case 17, 18:
      guard (1...Int64(Int32.max)).contains(number) else { throw .missing("a block with a step of \(number)") }
      if field == 17 { step = number }
    case 19: latitude = number
    default: longitude = number
    }
  }

  /// Whether a place is one; what not even 64 bits hold is damage.
  @inline(__always)
  func isOnEarth(latitude y: Int64, longitude x: Int64) throws(PBFFault) -> Bool {
    let (up, overflow1) = y.multipliedReportingOverflow(by: step)
    let (right, overflow2) = x.multipliedReportingOverflow(by: step)
    let (north, overflow3) = up.addingReportingOverflow(latitude)
    let (east, overflow4) = right.addingReportingOverflow(longitude)
    guard !(overflow1 || overflow2 || overflow3 || overflow4) else { throw .missing("a coordinate beyond 64 bits") }
    return -90_000_000_000...90_000_000_000 ~= north && -180_000_000_000...180_000_000_000 ~= east
  }

  /// Whether a place is what programs write for a deleted node: the largest number of 32 bits, in units of 1e-7 degrees.
  func isNone(latitude y: Int64, longitude x: Int64) -> Bool {
    let none = Int64(Int32.max) * 100
    return y &* step &+ latitude == none && x &* step &+ longitude == none
  }
}

/// Blocks that lie one behind the other and are read at once.
struct BlockRun {
  /// Where they lie.
  private(set) var range: Range<Int>
  /// What kinds of objects are in them, a bit each.
  private(set) var kinds: UInt8
  /// Whether it is one block with texts that libosmium does not take.
  let isOverlong: Bool
  private var blocks: UInt8 = 1
  private var decoded: Int

  /// Creates a run of one block.
  init(_ frame: BlobFrame, _ check: BlockCheck) {
    range = frame.offset..<frame.body.upperBound
    (kinds, isOverlong, decoded) = (check.kinds, check.strings.isOverlong, check.decoded)
  }

  /// Takes another run in, if it follows and the two together are small; says whether it did.
  ///
  /// Runs of different kinds only join where they are tiny, so that no file has many.
  mutating func take(_ other: BlockRun) -> Bool {
    let isTiny = range.count < 64 << 10 && other.range.count < 64 << 10
    guard range.upperBound == other.range.lowerBound, !isOverlong, !other.isOverlong, blocks < 16,
      kinds == other.kinds || isTiny, range.count + other.range.count <= 1 << 20, decoded + other.decoded <= 16 << 20
    else { return false }
    range = range.lowerBound..<other.range.upperBound
    kinds |= other.kinds
    blocks += 1
    decoded += other.decoded
    return true
  }
}

/// The header of a PBF file (`HeaderBlock`), its first block.
struct HeaderBlock {
  /// Whether objects have several versions, some of them deleted.
  private(set) var hasHistory = false
  /// The box that the file says it was cut along; `nil` if it names none, or one without an inside.
  private(set) var box: FixedBox?

  /// Reads the content of the first block; every feature that it requires has to be known.
  init(_ bytes: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(bytes)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      switch number {
      case 1: box = try Self.box(try reader.bytes(wire, "the box of the file"))
      case 4: try require(try reader.bytes(wire, "a required feature"))
      case 5, 16, 17: _ = try reader.bytes(wire, "a text of the header")
      default: try reader.skip(wire)
      }
    }
  }

  private mutating func require(_ feature: PBFReader.Bytes) throws(PBFFault) {
    switch String(decoding: feature, as: UTF8.self) {
    case "OsmSchema-V0.6", "DenseNodes": break
    case "HistoricalInformation": hasHistory = true
    default: throw .unread("the required feature \"\(OSMProblem.quote(feature))\"")
    }
  }

  /// Reads left, right, top and bottom, the fields 1 to 4, in units of 1e-9 degrees.
  private static func box(_ bytes: PBFReader.Bytes) throws(PBFFault) -> FixedBox? {
    var reader = PBFReader(bytes)
    var sides: [Int32?] = [nil, nil, nil, nil]
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      if (1...4).contains(number) {
        let value = try reader.number(wire, "the box of the file")
        let nano = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
        sides[Int(number) - 1] = Int32(exactly: nano / 100)
      } else {
        try reader.skip(wire)
      }
    }
    guard let left = sides[0], let right = sides[1], let top = sides[2], let bottom = sides[3],
      let southWest = FixedPlace(latitude: bottom, longitude: left),
      let northEast = FixedPlace(latitude: top, longitude: right)
    else { return nil }
    return FixedBox(southWest: southWest, northEast: northEast)
  }
}
