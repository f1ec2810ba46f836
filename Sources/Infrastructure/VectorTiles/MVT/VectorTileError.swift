/// What can be wrong with a vector tile; no words of the file are in it.
package enum VectorTileProblem: Hashable, Sendable {
  // What refuses the tile.
  case compression(InflateError)
  case tooLarge(String)
  case cut
  case badNumber
  case badWire(UInt8)
  case noField
  case wrongWire(field: String)
  case strayField(UInt64)
  case nameless
  case badVersion(UInt64)
  case badExtent(UInt64)
  case unknownValue

  // What costs a feature, or a part of it.
  case repeatedLayer
  case versionless
  case strayLayerField(UInt64)
  case repeatedField(String)
  case unknownKind(UInt64)
  case noGeometry
  case badGeometry(String)
  case repeatedPoint
  case oddTags
  case badKey(UInt64)
  case badValue(UInt64)
  case noValue
  case notFinite
  case notUTF8
}

extension VectorTileProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .compression(let error): error.description
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
