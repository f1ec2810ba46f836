internal import GeoFormats
internal import Geodesy
internal import HuntDomain

/// Why a feature is no treasure, as half a sentence.
struct NoTreasure: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Reads where a treasure is, and the ground that the player has to enter.
enum ZoneReader {
  /// The place and the ground: a point with a radius, or an area.
  static func read(
    _ geometry: GeoJSONGeometry?, _ members: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes
  ) throws(NoTreasure) -> (place: Coordinate, zone: Zone) {
    switch geometry {
    case .point(let place):
      return (place, .circle(radius: radius(members, &notes)))
    case .polygon(let closed):
      if let value = members[.radius] { notes.warn(value, "\(members.called(.radius)) is an area's: left out") }
      // The last position of a ring repeats the first.
      let rings = closed.map { Array($0.dropLast()) }
      guard rings.reduce(0, { $0 + $1.count }) <= HuntLimits.corners else {
        throw NoTreasure("its area has more than \(HuntLimits.corners) corners")
      }
      guard ZoneGround.canMeasure(rings.first ?? []) else {
        throw NoTreasure("its area is larger than a quarter of the globe: nobody can enter it")
      }
      guard let inside = PointOnSurface.of(rings) else { throw NoTreasure("its area has no inside") }
      return (place(members, &notes) ?? inside, .polygon(rings: rings))
    default: throw NoTreasure("it is neither a point nor an area")
    }
  }

  private static func radius(_ members: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> Double {
    members.number(.radius, in: HuntLimits.metres, otherwise: "taken as 15", &notes) ?? HuntFile.defaultRadius
  }

  private static func place(_ members: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> Coordinate? {
    guard let value = members[.at] else { return nil }
    let numbers = value.isArray ? value.elements.prefix(3).map(\.number) : []
    guard numbers.count == 2, let longitude = numbers[0], let latitude = numbers[1],
      let place = Coordinate(latitude: latitude, longitude: longitude)
    else {
      notes.warn(value, "\(members.called(.at)) is no [longitude, latitude]: taken as a point inside the area")
      return nil
    }
    return place
  }
}
