package import Geodesy

/// The centre, the zoom and the orientation of the map.
package struct MapCamera: Hashable, Sendable {
  /// Zooms of web maps: 1 shows the Earth in 256 columns, each further one halves the scale.
  package static let zooms = 1.0...21.0
  /// Zooms of a key, and of a notch of a wheel.
  package static let keyStep = 0.5, wheelStep = 0.25
  /// Cells that a key moves the map by.
  package static let panStep = (columns: 8.0, rows: 4.0)
  /// Degrees between the directions in which a map may lie: a map that turned with every step could not be read.
  package static let turnStep = 15.0
  /// Degrees that the player looks away from the map's direction before it turns: more than half a step, so that a
  /// trembling heading turns nothing.
  package static let turnSlack = 11.0

  /// Where the player looked last while following, or chose to look.
  package var centre: Coordinate?
  /// The zoom of web maps, in ``zooms``; fractions are allowed.
  package private(set) var zoom: Double
  /// Whether the map stays with the player.
  package var isFollowing = true
  /// Whether up is where the player looks.
  package private(set) var turnsWithPlayer = false
  /// The bearing that points up on the screen: a whole number of turn steps from north.
  package private(set) var up = Bearing.north

  /// A camera that follows the player.
  package init(zoom: Double = 16.5) {
    self.zoom = Self.clamped(zoom)
  }

  /// Zooms in by `steps` levels, or out when negative.
  package mutating func zoom(by steps: Double) { zoom = Self.clamped(zoom + steps) }

  /// Sets the zoom, or the nearest that there is.
  package mutating func zoom(to zoom: Double) { self.zoom = Self.clamped(zoom) }

  private static func clamped(_ zoom: Double) -> Double { zoom.isNaN ? zooms.lowerBound : zooms.clamp(zoom) }

  /// Moves over the map by cells of the screen and stops following; rows count downward.
  package mutating func pan(columns: Double, rows: Double, from position: Coordinate?) {
    guard let start = isFollowing ? position ?? centre : centre ?? position else { return }
    let frame = MapFrame(centre: MercatorPoint(start), zoom: zoom, up: up, columns: 2, rows: 2)
    show(frame.mercator(at: MapScreen.Point(x: 1 + columns, y: 1 + rows)))
  }

  /// Zooms in by `steps` levels about a spot of `frame`, which keeps its place on the screen; stops following.
  ///
  /// Goes by the middle that was asked for, not by the cell that it was moved to, so that many steps do not wander off
  /// and as many back lead to where they began.
  package mutating func zoom(by steps: Double, about spot: MapScreen.Point, of frame: MapFrame) {
    let middle = centre.map { MercatorPoint($0) } ?? frame.centre
    zoom(by: steps)
    let scaled = MapFrame(centre: middle, zoom: zoom, up: up, columns: frame.columns, rows: frame.rows)
    let (before, after) = (frame.mercator(at: spot), scaled.mercator(at: spot))
    show(
      MercatorPoint(
        x: middle.x + (before.x - frame.centre.x) - (after.x - scaled.centre.x),
        y: middle.y + (before.y - frame.centre.y) - (after.y - scaled.centre.y)))
  }

  /// Shows all of a box with a margin, at the highest zoom that fits the screen, and stops following.
  package mutating func show(_ box: BoundingBox, columns: Int, rows: Int) {
    let corner = MercatorPoint(Coordinate(clampingLatitude: box.north, wrappingLongitude: box.west))
    let other = MercatorPoint(Coordinate(clampingLatitude: box.south, wrappingLongitude: box.east))
    let (north, south) = ((0...1).clamp(corner.y), (0...1).clamp(other.y))
    let width = box.west <= box.east ? other.x - corner.x : other.x + 1 - corner.x
    let (sine, cosine) = Angle.sineAndCosine(degrees: up.degrees)
    let across = abs(width * cosine) + abs((south - north) * sine)
    let down = abs(width * sine) + abs((south - north) * cosine)
    // Do not zoom in on a single place beyond street level.
    var next = Self.nearestForAll
    func fits(_ zoom: Double) -> Bool {
      let scale = MapFrame.columnsPerWorldAtZoom0 * Angle.powerOfTwo(zoom)
      return across * scale <= Double(columns) * Self.roomForAll && down * scale <= Double(rows) * 2 * Self.roomForAll
    }
    while next > Self.zooms.lowerBound, !fits(next) { next -= Self.wheelStep }
    zoom(to: next)
    show(MercatorPoint(x: corner.x + width / 2, y: (north + south) / 2))
  }

  /// The zoom beyond which no box is looked at, and the part of the screen that it takes.
  private static let nearestForAll = 18.0, roomForAll = 0.85

  /// Shows a place and stops following; clamped to the latitudes that have tiles.
  package mutating func show(_ point: MercatorPoint) {
    centre = MercatorPoint(x: point.x, y: (0...1).clamp(point.y)).coordinate
    isFollowing = false
  }

  // MARK: - Turning

  /// Turns the map by whole steps to the right.
  package mutating func turn(steps: Int) {
    turnsWithPlayer = false
    up = Self.stepped(up.degrees + Double(max(-100, min(100, steps))) * Self.turnStep)
  }

  /// Puts north up.
  package mutating func turnNorth() { (turnsWithPlayer, up) = (false, .north) }

  /// Changes between north up and where the player looks up.
  package mutating func switchTurning() {
    if turnsWithPlayer { turnNorth() } else { turnsWithPlayer = true }
  }

  /// The player looks there; an unknown heading turns nothing.
  package mutating func look(along heading: Bearing?) {
    guard turnsWithPlayer, let heading, abs(up.turn(to: heading)) > Self.turnSlack else { return }
    up = Self.stepped(heading.degrees)
  }

  private static func stepped(_ degrees: Double) -> Bearing {
    Bearing(degrees: (degrees / turnStep).rounded() * turnStep)
  }
}
