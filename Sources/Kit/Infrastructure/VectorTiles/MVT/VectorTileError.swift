/// What can be wrong with a vector tile; no words of the file are in it.
package enum VectorTileProblem: Hashable, Sendable {
  // What refuses the tile.
  /// The bytes cannot be inflated.
  case compression(InflateError)
  /// The bytes do not begin with a layer.
  case noTile
  /// The bytes are packed by Zstandard.
  case zstd
  /// More of something than any map needs; of what.
  case tooLarge(String)
  /// Something ends in the middle of a value.
  case cut
  /// A number is longer than 64 bits.
  case badNumber
  /// A field has a wire type that no vector tile has.
  case badWire(UInt8)
  /// A field has the number 0.
  case noField
  /// A known field has the wrong wire type.
  case wrongWire(field: String)
  /// A field has a number that no vector tile has.
  case strayField(UInt64)
  /// A layer has no name.
  case nameless
  /// A layer has a version other than 1 and 2.
  case badVersion(UInt64)
  /// The side of a layer's square has an absurd number of units.
  case badExtent(UInt64)
  /// A value is of an unknown type.
  case unknownValue

  // What costs a feature, or a part of it.
  /// A layer has the name of an earlier one; both are kept.
  case repeatedLayer
  /// A layer has no version; taken as version 1.
  case versionless
  /// A field has a number that no layer or feature has; left out.
  case strayLayerField(UInt64)
  /// A feature has a field twice; feature left out.
  case repeatedField(String)
  /// A feature is of an unknown type; left out.
  case unknownKind(UInt64)
  /// A feature has no geometry; left out.
  case noGeometry
  /// The commands of a geometry are wrong, and how; feature left out.
  case badGeometry(String)
  /// A line or ring stays where it is; the repeated point is left out.
  case repeatedPoint
  /// A key has no value; left out.
  case oddTags
  /// A tag has a key that the layer does not have; left out.
  case badKey(UInt64)
  /// A tag has a value that the layer does not have; left out.
  case badValue(UInt64)
  /// A value has nothing in it; taken as nothing.
  case noValue
  /// A value is no finite number; taken as nothing.
  case notFinite
  /// A name is no UTF-8; mended.
  case notUTF8
}

extension VectorTileProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .compression(let error): error.description
    case .noTile: "no vector tile, or one that is packed in a way that is not read (Brotli); see docs/maps.md"
    case .zstd: "packed by Zstandard, which is not read; docs/maps.md has a command that packs it by gzip"
    case .tooLarge(let what): "more \(what) than any map needs"
    case .cut: "something ends in the middle of a value"
    case .badNumber: "a number longer than 64 bits"
    case .badWire(let type): "wire type \(type), which no vector tile has"
    case .noField: "a field with the number 0"
    case .wrongWire(let field): "\(field) has the wrong wire type"
    case .strayField(let number): "field \(number), which no vector tile has"
    case .nameless: "a layer without a name"
    case .badVersion(let version): "a layer of version \(version); versions 1 and 2 are read"
    case .badExtent(let extent): "a layer of extent \(extent)"
    case .unknownValue: "a value of an unknown type"
    default: warning
    }
  }

  private var warning: String {
    switch self {
    case .versionless: "a layer without a version; taken as version 1"
    case .repeatedLayer: "a layer has the name of an earlier one; both are kept"
    case .strayLayerField(let number): "field \(number), which no layer or feature has, left out"
    case .repeatedField(let field): "a feature has its \(field) twice; feature left out"
    case .unknownKind(let kind): "a feature of the unknown type \(kind) left out"
    case .noGeometry: "a feature without a geometry left out"
    case .badGeometry(let fault): "\(fault); feature left out"
    case .repeatedPoint: "a line or ring stays where it is; the repeated point left out"
    case .oddTags: "a key without a value left out"
    case .badKey(let index): "a tag with the key \(index), which the layer does not have, left out"
    case .badValue(let index): "a tag with the value \(index), which the layer does not have, left out"
    case .noValue: "a value without anything in it; taken as nothing"
    case .notFinite: "a value that is no finite number; taken as nothing"
    case .notUTF8: "a name that is no UTF-8; mended"
    default: ""
    }
  }
}

/// Why a vector tile was refused, and where.
package struct VectorTileError: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package let problem: VectorTileProblem
  /// Bytes before it in the tile, inflated.
  package let offset: Int

  /// An error at a byte.
  init(_ problem: VectorTileProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// What and where: `byte 12: a layer without a name`.
  package var description: String { "byte \(offset): \(problem)" }
}

/// An error in a tile that could still be read.
package struct VectorTileWarning: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what was done about it.
  package let problem: VectorTileProblem
  /// Bytes before it in the tile, inflated.
  package let offset: Int

  /// What and where: `byte 12: a feature without a geometry left out`.
  package var description: String { "byte \(offset): \(problem)" }
}

/// The warnings of one tile: the first ones, and how many more there were.
package struct VectorTileWarnings: Hashable, Sendable {
  /// How many are kept.
  package static let limit = 100
  /// The first ones, in the order of the file.
  package private(set) var entries: [VectorTileWarning] = []
  /// How many more there were.
  package private(set) var omitted = 0

  /// Whether there was nothing to warn about.
  package var isEmpty: Bool { entries.isEmpty }

  /// Notes one.
  mutating func add(_ problem: VectorTileProblem, at offset: Int) {
    guard entries.count < Self.limit else { return omitted += 1 }
    entries.append(VectorTileWarning(problem: problem, offset: offset))
  }
}
