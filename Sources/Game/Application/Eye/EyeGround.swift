internal import Views

/// What the ground is made of, as the eye shows it.
package enum EyeGround: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing is known about it.
  case unknown
  case earth, paving, street, kerb, path, bridge, rail, grass, wood, field, sand, ice, water
  /// Below a building.
  case floor
  /// The route to the target.
  case route

  /// Whether it is a street, a path or rails.
  var isWay: Bool {
    switch self {
    case .street, .kerb, .path, .rail: true
    default: false
    }
  }

  /// The ground that a surface is shown as.
  init(_ surface: GroundKind.Surface) {
    self =
      switch surface {
      case .grass: .grass
      case .earth: .earth
      case .field: .field
      case .wood: .wood
      case .sand: .sand
      case .ice: .ice
      case .paving: .paving
      case .asphalt: .street
      case .water: .water
      case .deck: .bridge
      case .floor: .floor
      }
  }

  /// What lines of a kind are made of, and how many metres wide they are; `nil` for lines that are not seen.
  ///
  /// The widths are usual ones of carriageways and paths.
  static func ribbon(_ kind: GroundKind) -> (ground: EyeGround, width: Double)? {
    switch kind {
    case .highway: (.street, 9)
    case .road: (.street, 7.5)
    case .street: (.street, 5.5)
    case .service: (.street, 3.5)
    case .path: (.path, 1.8)
    case .rail: (.rail, 1.6)
    case .pier: (.bridge, 3)
    case .stream: (.water, 2.5)
    default: nil
    }
  }
}
