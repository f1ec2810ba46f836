package import Geodesy
internal import Numbers
package import Views

/// A map viewer without a game, as a value: events in, effects out; no task, no clock, no I/O.
///
/// ```swift
/// var browsing = Browsing(tiles: file.facts)
/// let effects = browsing.handle(.resize(columns: 80, rows: 24))  // [.fetch([...])]
/// ```
package struct Browsing: Viewing {
  /// The zoom at a place that was named without one.
  package static let zoomAtPlace = 15.0

  private var map: MapUseCase
  private let notation: CoordinateNotation
  private var columns = 80
  private var rows = 24
  private var drag = DragGesture()
  private var page: PageOverlay?
  /// The whole map is to be seen, whatever the size of the screen.
  private var isWhole: Bool

  /// Creates a map viewer at a place and a zoom: the given ones, or the file's, or all that the file covers if that is
  /// nearer: programs that make maps of a town name zooms from which it is a dot.
  package init(
    base: BaseMap = .empty, tiles: TileSetFacts? = nil, at place: Coordinate? = nil, zoom: Double? = nil,
    units: LengthUnits = .metric, notation: CoordinateNotation = .decimal
  ) {
    let start = zoom ?? (place == nil ? tiles?.startZoom : Self.zoomAtPlace)
    map = MapUseCase(base: base, tiles: tiles, camera: MapCamera(zoom: start ?? Self.zoomAtPlace), units: units)
    self.notation = notation
    isWhole = false
    let middle = place ?? tiles?.centre ?? base.bounds?.centre
    map.camera.show(middle.map { MercatorPoint($0) } ?? MercatorPoint(x: 0.5, y: 0.5))
    let beginning = map.camera
    showWhole()
    if let start, place != nil || zoom != nil || map.camera.zoom <= start {
      (isWhole, map.camera) = (false, beginning)
    }
  }

  /// Applies one event.
  package mutating func handle(_ event: ViewingEvent) -> [ViewingEffect] {
    switch event {
    case .resize(let columns, let rows):
      (self.columns, self.rows) = (ClosedRange.terminalSizes.clamp(columns), ClosedRange.terminalSizes.clamp(rows))
      if isWhole { showWhole() }
    case .key(let key): if let effect = press(key) { return [effect] }
    case .pointer(let pointer): point(pointer)
    case .tile(let id, let outcome): return fetch(map.receive(id, outcome))
    case .tick: break
    case .pageEnds(let line): page?.end(at: line)
    }
    return fetch(map.look(around: nil, columns: pane.columns, rows: pane.rows))
  }

  private func fetch(_ tiles: [TileID]) -> [ViewingEffect] { tiles.isEmpty ? [] : [.fetch(tiles)] }

  /// All but the last row.
  private var pane: Pane { Pane(column: 0, row: 0, columns: columns, rows: max(0, rows - 1)) }

  // MARK: - Keys and the mouse

  private mutating func press(_ key: Key) -> ViewingEffect? {
    if let command = KeyTable.program.command(for: key) { return ViewingEffect(command) }
    if page != nil {
      if page?.scroll(key) == true { return nil }
      page = nil
      return Self.keys.command(for: key) == .quit && key != .escape ? .quit : nil
    }
    switch Self.keys.command(for: key) {
    case .quit?: return .quit
    case .help?: page = PageOverlay(.keys)
    case .whole?: showWhole()
    case .north?: map.camera.turnNorth()
    case .turn(let steps)?: map.camera.turn(steps: steps)
    case .zoom(let steps)?: zoom(by: steps)
    case .pan(let columns, let rows)?: pan(columns * MapCamera.panStep.columns, rows * MapCamera.panStep.rows)
    case nil: break
    }
    return nil
  }

  private mutating func point(_ pointer: Pointer) {
    if page != nil {
      if case .wheel(let steps, _, _) = pointer, steps != 0 { _ = page?.scroll(steps > 0 ? .up : .down) }
      return
    }
    switch drag.gesture(for: pointer, in: pane) {
    case .zoom(let steps, let spot)?:
      isWhole = false
      map.zoom(by: steps, about: spot, around: nil, columns: pane.columns, rows: pane.rows)
    case .pan(let columns, let rows)?: pan(columns, rows)
    case nil: break
    }
  }

  private mutating func pan(_ columns: Double, _ rows: Double) {
    isWhole = false
    map.pan(columns: columns, rows: rows, from: nil)
  }

  private mutating func zoom(by steps: Double) {
    isWhole = false
    map.camera.zoom(by: steps)
  }

  /// Shows all that the file covers; the whole Earth if the file does not give its bounds.
  private mutating func showWhole() {
    isWhole = true
    let bounds = map.cache?.facts.bounds ?? map.base.bounds
    map.camera.show(bounds ?? Self.earth, columns: pane.columns, rows: pane.rows)
  }

  private static let earth = BoundingBox(
    southWest: Coordinate(clampingLatitude: -85, wrappingLongitude: -180),
    northEast: Coordinate(clampingLatitude: 85, wrappingLongitude: 180))

  // MARK: - The screen

  /// `false`: a map changes only by events.
  package var isMoving: Bool { false }

  /// The map, the coordinates of its centre, its zoom, and the page of the keys if that was asked for.
  package var screen: BrowsingScreen {
    let shown = map.screen(columns: pane.columns, rows: pane.rows)
    let middle = shown.ground?.frame.centre.coordinate ?? map.camera.centre
    return BrowsingScreen(
      map: shown, pane: pane, place: middle.map { notation.text(of: $0) } ?? "", zoom: zoomText, footer: footer,
      page: pageScreen)
  }

  /// `zoom 14.25`, and where up is when that is not north.
  private var zoomText: String {
    let up = map.camera.up == .north ? "" : ", \(Wording.degrees(map.camera.up)) up"
    return "zoom \(DecimalText.short(map.camera.zoom, places: 2))\(up)"
  }

  private var footer: [KeyHelp] {
    page?.footer
      ?? Self.keys.footers([.help, .quit, .pan(0, -1), .zoom(MapCamera.keyStep), .whole, .turn(-1), .north])
  }

  private var pageScreen: PageScreen? {
    page.map { page in
      var screen = PageScreen(keys: Self.keys.help)
      screen.scrolled = page.scrolled
      return screen
    }
  }
}

/// What a key asks of a map where nobody plays.
package enum BrowsingCommand: Hashable, Sendable {
  /// Ends; opens the page of the keys; shows all of the file; turns north up.
  case quit, help, whole, north
  /// Turns the map by steps of 15 degrees, clockwise.
  case turn(Int)
  /// Levels to come nearer; negative to go away.
  case zoom(Double)
  /// Moves the map by steps to the east and to the south of the screen.
  case pan(Double, Double)
}

extension Browsing {
  /// The keys of `trove map`.
  package static let keys = KeyTable<BrowsingCommand>(
    [
      KeyRow(
        "arrows hjkl", "move the map",
        [
          .left: .pan(-1, 0), "h": .pan(-1, 0), .right: .pan(1, 0), "l": .pan(1, 0), .up: .pan(0, -1),
          "k": .pan(0, -1), .down: .pan(0, 1), "j": .pan(0, 1),
        ], footer: [.pan(0, -1): KeyHelp("←↑↓→", "move")]),
      KeyRow(
        "+ -", "zoom",
        [
          "+": .zoom(MapCamera.keyStep), "=": .zoom(MapCamera.keyStep), "-": .zoom(-MapCamera.keyStep),
          "_": .zoom(-MapCamera.keyStep),
        ], footer: [.zoom(MapCamera.keyStep): KeyHelp("+-", "zoom")]),
      KeyRow("0", "all of the file", ["0": .whole], footer: [.whole: KeyHelp("0", "all")]),
      KeyRow(
        "[ ]", "turn the map left, right (15°)", ["[": .turn(-1), "]": .turn(1)],
        footer: [.turn(-1): KeyHelp("[]", "turn")]),
      KeyRow("n", "north up again", ["n": .north], footer: [.north: KeyHelp("n", "north")]),
      KeyRow("mouse", "wheel zooms, drag moves the map"),
    ] + KeyRow.program + [
      KeyRow("q", "quit", ["q": .quit, .escape: .quit], footer: [.quit: KeyHelp("q", "quit")]),
      KeyRow("?", nil, ["?": .help], footer: [.help: KeyHelp("?", "help")]),
    ])
}

/// The screen of the map viewer.
package struct BrowsingScreen: Hashable, Sendable {
  /// The map, made for ``pane``.
  package let map: MapScreen
  /// Where the map is on the terminal; the row below it is for the rest.
  package let pane: Pane
  /// The coordinates of the centre, as `43.769200, 11.256000`.
  package let place: String
  /// As in `zoom 14.5`, `zoom 14, 45° up`.
  package let zoom: String
  /// The keys that do something now, the most important first.
  package let footer: [KeyHelp]
  /// The page of the keys, when it is asked for.
  package let page: PageScreen?
}
