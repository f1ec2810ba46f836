package import Geodesy
internal import Numbers
package import Views

/// Looking at a map where nobody plays, as a value: events in, effects out; no task, no clock, no I/O.
///
/// ```swift
/// var browsing = Browsing(tiles: file.facts)
/// let effects = browsing.handle(.resize(columns: 80, rows: 24))  // [.fetch([...])]
/// ```
package struct Browsing: Viewing {
  /// The zoom at a place that was named without one.
  package static let zoomAtPlace = 15.0
  /// Columns and rows that a key moves the map by.
  private static let stride = (columns: 8.0, rows: 4.0)

  private var map: MapUseCase
  private let notation: CoordinateNotation
  private var columns = 80
  private var rows = 24
  private var drag = DragGesture()
  private var page: PageOverlay?
  /// The whole map is to be seen, whatever the size of the screen.
  private var isWhole: Bool

  /// A map that begins at a place and a zoom: those that are given, or what the file says, or all that is in it.
  package init(
    base: BaseMap = .empty, tiles: TileSetFacts? = nil, at place: Coordinate? = nil, zoom: Double? = nil,
    units: LengthUnits = .metric, notation: CoordinateNotation = .decimal
  ) {
    let start = zoom ?? (place == nil ? tiles?.startZoom : Self.zoomAtPlace)
    map = MapUseCase(base: base, tiles: tiles, camera: MapCamera(zoom: start ?? Self.zoomAtPlace), units: units)
    self.notation = notation
    isWhole = start == nil
    let middle = place ?? tiles?.centre ?? base.bounds?.centre
    map.camera.show(middle.map { MercatorPoint($0) } ?? MercatorPoint(x: 0.5, y: 0.5))
    if isWhole { showWhole() }
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
    switch key {
    case .control("c"): return .quit
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    default: break
    }
    if page != nil {
      if page?.scroll(key) == true { return nil }
      page = nil
      return key == .character("q") ? .quit : nil
    }
    switch key {
    case .character("q"), .escape: return .quit
    case .character("?"): page = PageOverlay(.keys)
    case .character("0"): showWhole()
    case .character("n"): map.camera.turnNorth()
    case .character("["): map.camera.turn(steps: -1)
    case .character("]"): map.camera.turn(steps: 1)
    case .character("+"), .character("="): zoom(by: MapCamera.keyStep)
    case .character("-"), .character("_"): zoom(by: -MapCamera.keyStep)
    default: move(key)
    }
    return nil
  }

  private mutating func move(_ key: Key) {
    switch key {
    case .left, .character("h"): pan(-Self.stride.columns, 0)
    case .right, .character("l"): pan(Self.stride.columns, 0)
    case .up, .character("k"): pan(0, -Self.stride.rows)
    case .down, .character("j"): pan(0, Self.stride.rows)
    default: break
    }
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

  /// Looks at all that the file has; at the Earth where it says nothing of itself.
  private mutating func showWhole() {
    isWhole = true
    let bounds = map.cache?.facts.bounds ?? map.base.bounds
    map.camera.show(bounds ?? Self.earth, columns: pane.columns, rows: pane.rows)
  }

  private static let earth = BoundingBox(
    southWest: Coordinate(clampingLatitude: -85, wrappingLongitude: -180),
    northEast: Coordinate(clampingLatitude: 85, wrappingLongitude: 180))

  // MARK: - The screen

  /// What the terminal shows.
  package var isMoving: Bool { false }

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
    page?.footer ?? [
      KeyHelp("?", "help"), KeyHelp("q", "quit"), KeyHelp("←↑↓→", "move"), KeyHelp("+-", "zoom"), KeyHelp("0", "all"),
      KeyHelp("[]", "turn"), KeyHelp("n", "north"),
    ]
  }

  private var pageScreen: PageScreen? {
    page.map { page in
      var screen = PageScreen(keys: Self.help)
      screen.scrolled = page.scrolled
      return screen
    }
  }

  private static let help = [
    KeyHelp("arrows hjkl", "move the map"), KeyHelp("+ -", "zoom"), KeyHelp("0", "all of the file"),
    KeyHelp("[ ]", "turn the map left, right (15°)"), KeyHelp("n", "north up again"),
    KeyHelp("mouse", "wheel zooms, drag moves the map"), KeyHelp("Ctrl-L", "draw the screen anew"),
    KeyHelp("Ctrl-Z", "to the shell; fg comes back"), KeyHelp("q", "quit"),
  ]
}

/// Everything that is shown while a map is looked at.
package struct BrowsingScreen: Hashable, Sendable {
  package let map: MapScreen
  /// Where the map is on the terminal; the row below it is for the rest.
  package let pane: Pane
  /// What lies in the middle, as `43.769200, 11.256000`.
  package let place: String
  /// As in `zoom 14.5`, `zoom 14, 45° up`.
  package let zoom: String
  package let footer: [KeyHelp]
  /// The page of the keys, when it is asked for.
  package let page: PageScreen?
}
