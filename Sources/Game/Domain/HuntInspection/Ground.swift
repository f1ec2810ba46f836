internal import Geodesy
internal import HuntDomain

/// The ground of a treasure as the inspection measures it: where it is, how far it reaches, and its outline.
struct Ground {
  /// Where the zone lies: the treasure's true place, as far as it is known.
  let centre: Coordinate
  let point: Geocentric
  /// Metres from the centre to the farthest place of the zone.
  let reach: Double
  private let zone: Zone

  /// The zone of a treasure that is listed at one place and really lies at another; a zone goes with its treasure.
  init(_ listedZone: Zone, listed: Coordinate, at centre: Coordinate) {
    zone = listed == centre ? listedZone : listedZone.moved(from: listed, to: centre)
    self.centre = centre
    point = Geocentric(centre)
    switch zone {
    case .circle(let radius): reach = radius.isFinite ? max(0, radius) : 0
    case .polygon(let rings):
      let centre = point
      reach = rings.first?.map { centre.chord(to: Geocentric($0)) }.max() ?? 0
    }
  }

  /// Metres that have to be walked at least from somewhere in this zone to somewhere in the other; a quick bound.
  func gap(to other: Ground) -> Double { max(0, point.chord(to: other.point) - reach - other.reach) }

  /// Metres between the zones, to a metre where both lie within 20 km; 0 where they meet.
  func distance(to other: Ground) -> Double {
    if case .circle = zone, case .circle = other.zone { return gap(to: other) }
    let plane = TangentPlane(at: centre)
    guard point.chord(to: other.point) < TangentPlane.curvatureLimit, let mine = area(on: plane),
      let theirs = other.area(on: plane)
    else { return gap(to: other) }
    return mine.distance(to: theirs)
  }

  /// The zone on a flat map; `nil` if it does not fit on it.
  func area(on plane: TangentPlane) -> FlatArea? {
    switch zone {
    case .circle: return plane.point(of: centre).map { FlatArea(centre: $0, radius: reach) }
    case .polygon(let rings):
      let flat = rings.map { ring in ring.compactMap { plane.point(of: $0) } }
      guard zip(flat, rings).allSatisfy({ $0.count == $1.count }), !flat.isEmpty else { return nil }
      return FlatArea(rings: flat)
    }
  }
}

extension Zone {
  /// The zone with its corners moved as the treasure moves from `listed` to `place`; a circle needs no change.
  fileprivate func moved(from listed: Coordinate, to place: Coordinate) -> Zone {
    guard case .polygon(let rings) = self else { return self }
    let (here, there) = (TangentPlane(at: listed), TangentPlane(at: place))
    return .polygon(rings: rings.map { $0.map { here.point(of: $0).map { there.coordinate(at: $0) } ?? $0 } })
  }
}
