package import TextCanvas
package import Views

/// The look of a map's ground on one kind of terminal: a palette converted to inks.
///
/// Without a palette the ground has the program's own colours, and none behind them.
package struct MapLook: Hashable, Sendable {
  /// The look of one kind of ground.
  struct Kind: Hashable, Sendable {
    /// The number of its ink, for lines and for areas.
    let ink: UInt8
    /// The texture of its areas; `nil` leaves what lies below.
    var texture: Texture?
    /// Whether areas cover what lies below even where no texture shows.
    var isOpaque = false
    /// Areas have an outline.
    var isOutlined = false
    /// Metres on the ground that its lines are wide.
    var width = 0.0
    /// The lowest zoom of a web map at which it is drawn.
    var fromZoom = 0.0
  }

  /// The looks of the kinds of ground, indexed by rank.
  let kinds: [Kind]
  /// The look of the sea: whatever no land covers.
  let sea: Kind
  let inks: InkTable
  /// The table of ground colours, for the frame writer.
  package let table: ColourTable
  /// The styles of the kinds of name.
  let names: [NameKind: Style]
  /// Whether the ground is bright, so that symbols on it must be dark.
  let isBright: Bool
  /// The player: where no colour tells them from the ground, they are reversed.
  let player: Style

  /// The program's own colours.
  package static let standard = MapLook(isLight: false)
  /// The program's own colours on a light terminal.
  package static let standardLight = MapLook(isLight: true)

  /// Prepares a palette for a terminal of the given colour depth.
  package init(_ palette: MapPalette, colours: ColourDepth) {
    // Kinds without a fill of their own have the land's as background.
    let land = colours > .sixteen ? palette.looks[.land]?.fill : nil
    var box = PaintBox(hasFills: colours > .sixteen, isColourless: colours == .none, land: land)
    kinds = GroundKind.allCases.map { kind in
      box.kind(palette.looks[kind], texture: Palette.texture(of: kind))
    }
    sea = box.kind(palette.sea, texture: .waves)
    // A fixed order: colours are numbered as they occur, and frames must be the same in every run.
    var names: [NameKind: Style] = [:]
    for kind in NameKind.allCases {
      if let colour = palette.names[kind] { names[kind] = Style(box.colour(colour)) }
    }
    self.names = names
    inks = InkTable(lines: box.lines, areas: box.areas)
    let isLight = palette.looks[.land]?.fill.map(Self.isBright) ?? false
    table = ColourTable(box.colours, isLight: isLight)
    isBright = land != nil && isLight
    player = colours == .none ? Style(.standard, on: .standard, [.bold, .reverse]) : Palette.player
  }

  private init(isLight: Bool) {
    kinds = GroundKind.allCases.map { kind in
      Kind(
        ink: UInt8(kind.rank), texture: Palette.texture(of: kind),
        isOutlined: kind == .land || kind == .water || kind == .building, width: Palette.width(of: kind),
        fromZoom: Palette.fromZoom(of: kind))
    }
    sea = Kind(ink: UInt8(kinds.count), texture: .waves)
    let styles = GroundKind.allCases.map(Palette.style) + [Palette.sea]
    inks = InkTable(lines: styles, areas: styles.map { .init($0) })
    table = ColourTable([], isLight: isLight)
    names = [:]
    isBright = false
    player = Palette.player
  }

  /// Whether black is easier to read on it than white.
  private static func isBright(_ colour: MapPalette.Colour) -> Bool {
    RGB(colour.red, colour.green, colour.blue).luminance > RGB.middleLuminance
  }

  /// The style of names of a kind, without the background.
  func style(of kind: NameKind) -> Style { names[kind] ?? Palette.style(of: kind) }

  /// The style of a game element over a ground: keeps the ground's background, on which a bright one shows the terminal's
  /// own colour as black.
  func style(_ style: Style, over ground: Style) -> Style {
    guard ground.background != .standard else { return style }
    let isOwn = style.foreground == .standard && isBright && ground.background.groundNumber != nil
    return isOwn ? Style(.black, on: ground.background, style.attributes) : style.on(ground.background)
  }
}

/// Gathers the colours of a palette and makes them into numbers.
private struct PaintBox {
  let hasFills: Bool
  /// Only brightness tells an area from the lines in front of it.
  let isColourless: Bool
  let land: MapPalette.Colour?
  private(set) var colours: [RGB] = []
  private(set) var lines: [Style] = []
  private(set) var areas: [InkTable.AreaLook] = []
  private var numbers: [MapPalette.Colour: Int] = [:]

  init(hasFills: Bool, isColourless: Bool, land: MapPalette.Colour?) {
    (self.hasFills, self.isColourless, self.land) = (hasFills, isColourless, land)
  }

  /// The ground colour that looks like that.
  mutating func colour(_ colour: MapPalette.Colour) -> Colour {
    if let number = numbers[colour] { return .ground(number) }
    numbers[colour] = colours.count
    colours.append(RGB(colour.red, colour.green, colour.blue))
    return .ground(colours.count - 1)
  }

  /// Takes the next kind; one that the palette does not know has `texture` and the terminal's own colour.
  mutating func kind(_ look: MapPalette.Look?, texture: Texture?) -> MapLook.Kind {
    let ink = UInt8(lines.count)
    lines.append((look?.line ?? look?.ink).map { Style(colour($0)) } ?? .plain)
    let fill = hasFills ? (look?.fill ?? land).map { colour($0) } : nil
    let front = (look?.ink ?? look?.line).map { colour($0) } ?? .standard
    areas.append(.init(Style(front, on: .standard, isColourless ? .dim : []), background: fill))
    guard let look else { return MapLook.Kind(ink: ink, texture: texture) }
    return MapLook.Kind(
      ink: ink, texture: Texture(look.pattern), isOpaque: hasFills && look.fill != nil, isOutlined: look.line != nil,
      width: max(0, look.width), fromZoom: look.fromZoom)
  }
}

extension Texture {
  /// The texture of a palette's pattern; `nil` for `.none`.
  fileprivate init?(_ pattern: MapPalette.Pattern) {
    switch pattern {
    case .none: return nil
    case .solid: self = .solid
    case .waves: self = .waves
    case .grass: self = .grass
    case .sparse: self = .sparse
    case .hatch: self = .hatch
    }
  }
}
