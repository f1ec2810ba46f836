internal import HuntApplication
internal import TextCanvas

/// What each thing of the game looks like; one place, so that all views agree.
///
/// The colours are Okabe and Ito's. None is the only carrier of a meaning: a glyph or a word says the same.
enum Palette {
  static let bar = Style(.standard, on: .standard, [.reverse, .bold])
  static let staleBar = Style(.standard, on: .standard, .reverse)
  static let title = Style(.orange, on: .standard, .bold)
  static let quiet = Style(.grey)
  static let key = Style(.standard, on: .standard, .bold)
  static let message = Style(.yellow, on: .standard, .bold)
  static let hint = Style(.skyBlue)
  static let player = Style(.vermilion, on: .standard, .bold)
  static let stalePlayer = Style(.grey)
  static let cone = Style(.skyBlue)
  static let circle = Style(.purple)
  static let zone = Style(.yellow)
  static let trail = Style(.vermilion)
  static let oldTrail = Style(.grey)
  static let sea = Style(.blue)
  static let shore = Style(.standard)

  static func style(of role: MapScreen.Role) -> Style {
    switch role {
    case .target: Style(.yellow, on: .standard, .bold)
    case .entered: Style(.yellow, on: .standard, [.bold, .reverse])
    case .treasure: Style(.orange, on: .standard, .bold)
    case .locked: Style(.orange)
    case .found, .claimed: Style(.green)
    case .expired: Style(.grey)
    case .place: Style(.white)
    }
  }

  /// A place that is seen ahead: the nearer, the stronger; what the player is after is strong at any distance.
  static func style(of role: MapScreen.Role, size: CompassScreen.Size) -> Style {
    guard role == .place else { return style(of: role) }
    return switch size {
    case .here, .near: Style(.white, on: .standard, .bold)
    case .middle: style(of: role)
    // Not grey as well: the two together are too faint to be read outside.
    case .far: Style(.standard, on: .standard, .dim)
    }
  }

  static func style(of kind: BaseMap.Kind) -> Style {
    switch kind {
    case .land: shore
    case .beach: Style(.yellow)
    case .meadow, .park: Style(.green)
    case .wood: Style(.green)
    case .water, .stream: Style(.skyBlue)
    case .building: Style(.orange)
    case .cliff, .wall, .boundary: Style(.grey)
    case .pier, .path: Style(.grey)
    case .road: Style(.white)
    }
  }

  static func texture(of kind: BaseMap.Kind) -> Texture {
    switch kind {
    case .water: .waves
    case .wood: .grass
    case .building: .hatch
    default: .sparse
    }
  }
}
