internal import Geodesy
internal import OSMExtracts

/// A box around ways, in units of 1e-7 degrees.
///
/// Its east side goes on counting beyond 180 degrees where a way crosses the antimeridian, and its west side beyond -180.
struct WayBox: Hashable {
  private(set) var south, west, north, east: Int64

  /// The box around a line; empty for no points.
  init(around line: [FixedPlace]) {
    (south, west, north, east) = (.max, .max, .min, .min)
    var unrolled = Unrolled()
    for point in line {
      let longitude = unrolled.next(point)
      (south, north) = (min(south, Int64(point.latitude)), max(north, Int64(point.latitude)))
      (west, east) = (min(west, longitude), max(east, longitude))
    }
  }

  /// The box between four sides.
  init(south: Int64, west: Int64, north: Int64, east: Int64) {
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Takes another box in.
  mutating func take(_ other: WayBox) {
    (south, north) = (min(south, other.south), max(north, other.north))
    (west, east) = (min(west, other.west), max(east, other.east))
  }

  /// Counts longitudes along a line on beyond the antimeridian, instead of all around the Earth.
  struct Unrolled {
    private static let turn: Int64 = 3_600_000_000
    private var last: FixedPlace?
    private var turns: Int64 = 0

    /// The longitude of the next point.
    mutating func next(_ point: FixedPlace) -> Int64 {
      let step = Int64(point.longitude) - Int64(last?.longitude ?? point.longitude)
      if step > Self.turn / 2 { turns -= 1 } else if step < -Self.turn / 2 { turns += 1 }
      last = point
      return Int64(point.longitude) + turns * Self.turn
    }
  }
}

/// A box that ways are asked of, as up to three that do not wrap: it, and itself one turn to the west and to the east.
struct WayWindow {
  private let south, north: Double
  private let sides: [(west: Double, east: Double)]

  /// The window of a box; its borders belong to it.
  init(_ box: BoundingBox) {
    (south, north) = (box.south, box.north)
    let east = box.west <= box.east ? box.east : box.east + 360
    sides = [-360.0, 0, 360].map { (box.west + $0, east + $0) }
  }

  /// Boxes of whole numbers that hold all of it, and a hair more.
  var boxes: [WayBox] {
    sides.map { side in
      WayBox(
        south: PlaceCode.fixed(south) - 1, west: PlaceCode.fixed(side.west) - 1, north: PlaceCode.fixed(north) + 1,
        east: PlaceCode.fixed(side.east) + 1)
    }
  }

  /// Whether a line has a point in the window, be it between two of its own.
  ///
  /// Lines are straight in latitude and longitude.
  func isTouched(by line: [FixedPlace]) -> Bool {
    var unrolled = WayBox.Unrolled()
    var last: Point?
    for place in line {
      let point = Point(x: PlaceCode.degrees(unrolled.next(place)), y: PlaceCode.degrees(Int64(place.latitude)))
      let start = last ?? point
      if sides.contains(where: { meets(start, point, west: $0.west, east: $0.east) }) { return true }
      last = point
    }
    return false
  }

  private struct Point {
    let x, y: Double
  }

  /// Whether a segment meets a box: no side of the box, and not the segment itself, has them on different sides.
  private func meets(_ a: Point, _ b: Point, west: Double, east: Double) -> Bool {
    guard max(a.x, b.x) >= west, min(a.x, b.x) <= east, max(a.y, b.y) >= south, min(a.y, b.y) <= north else {
      return false
    }
    let corners = [(west, south), (west, north), (east, south), (east, north)]
    let sides = corners.map { (b.x - a.x) * ($0.1 - a.y) - (b.y - a.y) * ($0.0 - a.x) }
    return !(sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 })
  }
}
