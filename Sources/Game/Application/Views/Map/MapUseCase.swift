package import Geodesy
package import HuntDomain

/// Looking at the map: what lies around the player, seen from above.
package struct MapUseCase: Sendable {
  /// How many lines the list of places has at most.
  package static let listLength = 20
  /// Columns that a player may walk away from the middle before a map that follows them moves.
  ///
  /// A map that lies still is read more easily, and hardly anything of it has to be sent to the terminal.
  package static let slack = 8.0

  /// Which part of the world is shown.
  package var camera: MapCamera
  /// What lies on the tiles, or under everything if there are none.
  package var base: BaseMap
  /// In which the scale bar is labelled.
  let units: LengthUnits
  /// The tiles that are at hand; `nil` without a file of them.
  package var cache: TileCache?
  /// Where the player has been.
  package var trail = Trail()
  /// Where the middle of the map lies while it follows the player.
  private var anchor: Coordinate?

  /// A map of `base` and of the tiles of a file, seen through `camera`.
  package init(
    base: BaseMap = .empty, tiles: TileSetFacts? = nil, camera: MapCamera = MapCamera(), units: LengthUnits = .metric
  ) {
    self.base = base
    self.camera = camera
    self.units = units
    cache = tiles.map { TileCache($0) }
  }

  /// Remembers where the player has been.
  package mutating func note(_ fix: Fix) {
    trail.append(fix.position)
    guard let anchor, isNear(anchor, fix.position, slack: Self.slack, columns: 0, rows: 0) else {
      self.anchor = fix.position
      return
    }
  }

  /// Moves over the map, from what it shows around a player at `position`, and stops following.
  package mutating func pan(columns: Double, rows: Double, from position: Coordinate?) {
    let anchored = position.flatMap { position in
      anchor.flatMap { isNear($0, position, slack: Self.slack, columns: 0, rows: 0) ? $0 : nil }
    }
    camera.pan(columns: columns, rows: rows, from: anchored ?? position)
  }

  /// Zooms in by `steps` levels, or out when negative: about a spot of the screen, or about the player while
  /// the map follows them.
  package mutating func zoom(
    by steps: Double, about spot: MapScreen.Point, around position: Coordinate?, columns: Int, rows: Int
  ) {
    guard !camera.isFollowing, let frame = frame(around: position, columns: columns, rows: rows) else {
      return camera.zoom(by: steps)
    }
    camera.zoom(by: steps, about: spot, of: frame)
  }

  // MARK: - What is seen

  /// The frame of the map for a player at `position`; `nil` until there is a place to look at.
  package func frame(around position: Coordinate?, columns: Int, rows: Int) -> MapFrame? {
    guard columns > 0, rows > 0, let centre = centre(around: position, columns: columns, rows: rows) else {
      return nil
    }
    return MapFrame(centre: MercatorPoint(centre), zoom: camera.zoom, up: camera.up, columns: columns, rows: rows)
  }

  private func centre(around position: Coordinate?, columns: Int, rows: Int) -> Coordinate? {
    guard camera.isFollowing, let position else { return camera.centre ?? position }
    // On a small screen the player must not come near the edge: a quarter of it is the most.
    let slack = min(Self.slack, Double(columns) / 4, Double(rows) / 2)
    guard let anchor, isNear(anchor, position, slack: slack, columns: columns, rows: rows) else { return position }
    return anchor
  }

  /// Whether `position` is at most `slack` columns to the side of the middle of a screen around `anchor`, and half as
  /// many rows above or below.
  private func isNear(
    _ anchor: Coordinate, _ position: Coordinate, slack: Double, columns: Int, rows: Int
  ) -> Bool {
    let frame = MapFrame(
      centre: MercatorPoint(anchor), zoom: camera.zoom, up: camera.up, columns: columns, rows: rows)
    let point = frame.point(of: position)
    return max(abs(point.x - Double(columns) / 2), abs(point.y - Double(rows) / 2) * 2) <= slack
  }

  // MARK: - Tiles

  /// Looks at the map around a player at `position`; returns the tiles that are to be fetched, each asked for once.
  ///
  /// - Parameters:
  ///   - columns: the width of the map in cells; 0 while none is shown.
  ///   - others: tiles of the file that are wanted as well.
  package mutating func look(
    around position: Coordinate?, columns: Int, rows: Int, and others: [TileID] = []
  ) -> [TileID] {
    let frame = frame(around: position, columns: columns, rows: rows)
    guard cache != nil, frame != nil || !others.isEmpty else { return [] }
    return cache?.look(frame, and: others) ?? []
  }

  /// Takes what came of a tile; returns the tiles that are to be fetched now.
  package mutating func receive(_ tile: TileID, _ outcome: TileOutcome) -> [TileID] {
    cache?.receive(tile, outcome) ?? []
  }
}
