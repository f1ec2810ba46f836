package import Geodesy

/// From where, and how near, the player looks at the map.
package struct MapCamera: Hashable, Sendable {
  /// Zoom levels: 0 shows the Earth at ``metresPerColumnAtZoom0``, each further one halves the scale.
  package static let zooms = 1.0...21.0
  /// A column is two pixels of a web map's 256-pixel tiles at the equator: 2 * 2π * 6378137 / 256.
  package static let metresPerColumnAtZoom0 = 313_086.067_8

  /// Where the player looked last while following, or chose to look.
  package var centre: Coordinate?
  package private(set) var zoom: Double
  /// Whether the map stays with the player.
  package var isFollowing = true

  /// A camera that follows the player.
  package init(zoom: Double = 16.5) {
    self.zoom = Self.zooms.clamp(zoom)
  }

  /// Metres that one column spans; a row spans twice as many.
  package var metresPerColumn: Double { Self.metresPerColumnAtZoom0 / Angle.powerOfTwo(zoom) }

  /// Comes nearer by `steps` levels, or goes away when negative.
  package mutating func zoom(by steps: Double) { zoom = Self.zooms.clamp(zoom + steps) }

  /// Moves over the map and stops following; rows count downward.
  package mutating func pan(columns: Double, rows: Double, from position: Coordinate?) {
    guard let start = isFollowing ? position ?? centre : centre ?? position else { return }
    let metres = metresPerColumn
    let plane = TangentPlane(at: start)
    centre = plane.coordinate(at: .init(east: columns * metres, north: -rows * 2 * metres))
    isFollowing = false
  }
}

extension ClosedRange {
  /// The nearest value that lies in the range.
  func clamp(_ value: Bound) -> Bound { Swift.min(upperBound, Swift.max(lowerBound, value)) }
}
