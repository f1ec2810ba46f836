internal import Eye
package import TextCanvas
package import Views

/// The styles of all game elements, in one place so that all views agree.
///
/// The colours are Okabe and Ito's. No meaning is carried by colour alone: a glyph or a word says the same.
package enum Palette {
  /// The line that tells how things stand, and what is chosen.
  package static let bar = Style(.standard, on: .standard, [.reverse, .bold])
  /// That line, where what it tells may be over.
  package static let staleBar = Style(.standard, on: .standard, .reverse)
  /// The title of a box.
  package static let title = Style(.orange, on: .standard, .bold)
  /// What is said beside other things.
  package static let quiet = Style(.grey)
  /// A key.
  package static let key = Style(.standard, on: .standard, .bold)
  /// What the reader is to notice.
  package static let message = Style(.yellow, on: .standard, .bold)
  static let hint = Style(.skyBlue)
  static let player = Style(.vermilion, on: .standard, .bold)
  static let stalePlayer = Style(.grey)
  static let ghost = Style(.purple, on: .standard, .bold)
  static let cone = Style(.skyBlue)
  static let circle = Style(.purple)
  static let zone = Style(.orange)
  static let route = Style(.yellow, on: .standard, .bold)
  static let trail = Style(.vermilion)
  static let oldTrail = Style(.grey)
  static let sea = Style(.blue)
  static let shore = Style(.standard)

  /// A place by what it means in the game.
  package static func style(of role: PlaceRole) -> Style {
    switch role {
    case .target: Style(.yellow, on: .standard, .bold)
    case .entered: Style(.yellow, on: .standard, [.bold, .reverse])
    case .treasure: Style(.orange, on: .standard, .bold)
    case .locked: Style(.orange)
    case .found, .claimed: Style(.green)
    case .expired, .oldMate: Style(.grey)
    case .mate: Style(.skyBlue, on: .standard, .bold)
    case .place: Style(.white)
    }
  }

  /// A place that is seen ahead: the nearer, the stronger; what the player is after is strong at any distance.
  static func style(of role: PlaceRole, size: CompassScreen.Size) -> Style {
    guard role == .place else { return style(of: role) }
    return switch size {
    case .here, .near: Style(.white, on: .standard, .bold)
    case .middle: style(of: role)
    // Dim only: dim and grey together are too faint to read outdoors.
    case .far: Style(.standard, on: .standard, .dim)
    }
  }

  // MARK: - The ground, where no palette says how it looks

  static func style(of kind: GroundKind) -> Style {
    switch kind {
    case .land: shore
    case .ferry: Style(.skyBlue)
    case .highway: Style(.white, on: .standard, .bold)
    default: kind.surface.map(style) ?? Style(.grey)
    }
  }

  private static func style(of surface: GroundKind.Surface) -> Style {
    switch surface {
    case .grass, .wood, .field: Style(.green)
    case .sand: Style(.yellow)
    case .water: Style(.skyBlue)
    case .floor: Style(.orange)
    case .ice, .asphalt: Style(.white)
    case .earth, .paving, .deck: Style(.grey)
    }
  }

  /// The texture that fills areas of a kind; `nil` where one would be clutter.
  static func texture(of kind: GroundKind) -> Texture? {
    switch kind {
    case .land, .settlement, .farmland: nil
    case .water: .waves
    case .wood: .grass
    case .building: .hatch
    default: .sparse
    }
  }

  /// Metres that a way is wide.
  static func width(of kind: GroundKind) -> Double {
    switch kind {
    case .highway: 12
    case .road: 6
    case .street: 5
    default: 0
    }
  }

  /// The zoom of a web map below which a kind would only smear the others.
  static func fromZoom(of kind: GroundKind) -> Double {
    switch kind {
    case .building, .wall, .service: 14
    case .path, .pier, .cliff, .square: 12.5
    case .street: 11
    case .stream, .rail: 9
    default: 0
    }
  }

  static func style(of kind: NameKind) -> Style {
    switch kind {
    case .country, .region, .city, .town, .village: Style(.standard, on: .standard, .bold)
    case .suburb, .island, .street, .peak: plainName
    case .water: Style(.skyBlue)
    case .park: Style(.green)
    case .sight: Style(.grey)
    }
  }

  private static let plainName = Style(.standard)
}

// MARK: - The eye

extension Palette {
  static let tape = Style(.white, on: .black)
  static let tapeCone = Style(.skyBlue, on: .black)
  static let tapeWind = Style(.yellow, on: .black, .bold)

  /// The plate of a sign.
  static func plate(_ sight: EyeScreen.Sight, _ light: EyeScreen.Light) -> Style {
    switch sight.role {
    case .target, .entered: Style(.black, on: .yellow, .bold)
    case .treasure, .locked: Style(.black, on: .orange)
    case .found, .claimed: Style(.black, on: .green)
    case .expired, .oldMate: Style(.black, on: .grey)
    case .mate: Style(.black, on: .skyBlue, .bold)
    case .place:
      switch (sight.hiddenBy == nil, light == .night) {
      case (true, false): Style(.black, on: .white)
      case (true, true): Style(.white, on: .blue)
      case (false, false): Style(.black, on: .grey)
      case (false, true): Style(.grey, on: .black)
      }
    }
  }

  /// A line in front of a picture: dark on what is bright, and bright on what is dark.
  static func onPicture(_ cell: Cell) -> Style {
    guard let behind = cell.style.picture?.background else { return quiet }
    let light = 2 * Int(behind.red) + 7 * Int(behind.green) + Int(behind.blue)
    return Style(picture: light > 960 ? RGB(36, 32, 34) : RGB(216, 220, 230), on: behind)
  }
}
