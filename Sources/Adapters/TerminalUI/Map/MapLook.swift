package import TextCanvas
package import Views

/// How the ground of a map is drawn on one kind of terminal: a palette made into inks.
///
/// Without a palette the ground has the program's own colours, and none behind them.
package struct MapLook: Hashable, Sendable {
  /// How one kind of ground is drawn.
  struct Kind: Hashable, Sendable {
    /// The number of its ink, for lines and for areas.
    let ink: UInt8
    /// What its areas are filled with; nothing leaves what lies below.
    var texture: Texture?
    /// Areas take what lies below away, also where no texture shows.
    var isOpaque = false
    /// Areas have an outline.
    var isOutlined = false
    /// Metres on the ground that its lines are wide.
    var width = 0.0
    /// The lowest zoom of a web map at which it is drawn.
    var fromZoom = 0.0
  }

  /// Of each kind of ground, by its rank.
  let kinds: [Kind]
  /// What no land covers.
  let sea: Kind
  let inks: InkTable
  /// What the ground colours look like, for the writer of the frames.
  package let table: ColourTable
  /// Of each kind of name.
  let names: [NameKind: Style]
  /// The ground is bright, so that what lies on it has to be dark.
  let isBright: Bool
  /// The player: where no colour tells them from the ground, they are reversed.
  let player: Style

  /// The program's own colours.
  package static let standard = MapLook()

  /// The palette as a terminal of so many colours shows it.
  package init(_ palette: MapPalette, colours: ColourDepth) {
    // What has no colour of its own behind it lies on the land's.
    let land = colours > .sixteen ? palette.looks[.land]?.fill : nil
    var box = PaintBox(hasFills: colours > .sixteen, isColourless: colours == .none, land: land)
    kinds = GroundKind.allCases.map { kind in
      box.kind(palette.looks[kind], texture: Palette.texture(of: kind))
    }
    sea = box.kind(palette.sea, texture: .waves)
    // In an order of their own: colours are numbered as they come, and a frame is the same in every run of the program.
    var names: [NameKind: Style] = [:]
    for kind in NameKind.allCases {
      if let colour = palette.names[kind] { names[kind] = Style(box.colour(colour)) }
    }
    self.names = names
    inks = InkTable(lines: box.lines, areas: box.areas)
    table = ColourTable(box.colours)
    isBright = land.map(Self.isBright) ?? false
    player = colours == .none ? Style(.standard, on: .standard, [.bold, .reverse]) : Palette.player
  }

  private init() {
    kinds = GroundKind.allCases.map { kind in
      Kind(
        ink: UInt8(kind.rank), texture: Palette.texture(of: kind),
        isOutlined: kind == .land || kind == .water || kind == .building, width: Palette.width(of: kind),
        fromZoom: Palette.fromZoom(of: kind))
    }
    sea = Kind(ink: UInt8(kinds.count), texture: .waves)
    let styles = GroundKind.allCases.map(Palette.style) + [Palette.sea]
    inks = InkTable(lines: styles, areas: styles.map { .init($0) })
    table = .empty
    names = [:]
    isBright = false
    player = Palette.player
  }

  /// Whether black is easier to read on it than white: by the weights of light in sRGB (IEC 61966-2-1).
  private static func isBright(_ colour: MapPalette.Colour) -> Bool {
    0.2126 * Double(colour.red) + 0.7152 * Double(colour.green) + 0.0722 * Double(colour.blue) > 128
  }

  /// How names of a kind are written, before a ground is put behind them.
  func style(of kind: NameKind) -> Style { names[kind] ?? Palette.style(of: kind) }

  /// How a thing of the game is drawn on a ground, which stays behind it; what is bright turns dark on a bright one.
  func style(_ style: Style, over ground: Style) -> Style {
    guard ground.background != .standard else { return style }
    guard isBright, ground.background.groundNumber != nil else { return style.on(ground.background) }
    let dark: Colour =
      switch style.foreground {
      case .standard, .white, .grey, .yellow: .black
      case .skyBlue: .blue
      case .orange: .vermilion
      default: style.foreground
      }
    return Style(dark, on: ground.background, style.attributes)
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
  /// The texture of a palette's pattern; nothing for none.
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
