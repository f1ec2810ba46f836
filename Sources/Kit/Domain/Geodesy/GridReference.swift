internal import CGeographic

/// A place on the grid of topographic maps: UTM, or polar stereographic (UPS) beyond 84° N and 80° S, in metres.
package struct GridReference: Hashable, Sendable {
  /// `1 ... 60`; 0 for the two polar grids.
  package let zone: Int
  /// Whether the northing counts from the equator (or from the south pole's false origin).
  package let isNorth: Bool
  /// Metres eastwards, with the false easting of the grid: 500,000 on a zone's central meridian, 2,000,000 at a pole.
  package let easting: Double
  /// Metres northwards; at the equator 0 in the north and 10,000,000 in the south, at a pole 2,000,000.
  package let northing: Double

  /// A point of the grid; whether it lies in it, ``coordinate`` tells.
  package init(zone: Int, isNorth: Bool, easting: Double, northing: Double) {
    self.zone = zone
    self.isNorth = isNorth
    self.easting = easting
    self.northing = northing
  }

  /// The grid point of a place, exact to nanometres.
  package init?(_ place: Coordinate) {
    var (zone, isNorth): (CInt, CInt) = (0, 0)
    var (easting, northing) = (0.0, 0.0)
    guard trove_utm_forward(place.latitude, place.longitude, &zone, &isNorth, &easting, &northing) != 0 else {
      return nil
    }
    self.init(zone: Int(zone), isNorth: isNorth != 0, easting: easting, northing: northing)
  }

  /// The place; `nil` for a point outside of its grid.
  package var coordinate: Coordinate? {
    guard (0...60).contains(zone), easting.isFinite, northing.isFinite else { return nil }
    var (latitude, longitude) = (0.0, 0.0)
    guard trove_utm_reverse(CInt(zone), isNorth ? 1 : 0, easting, northing, &latitude, &longitude) != 0 else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// Squares of one metre of the Military Grid Reference System: `31UDQ4825011951`.
package enum MilitaryGrid {
  /// Letters and digits of the longest square.
  package static let longest = 15

  /// The square that a place lies in.
  package static func square(of place: Coordinate) -> String? {
    var text = [CChar](repeating: 0, count: 32)
    guard trove_mgrs_forward(place.latitude, place.longitude, &text, CInt(text.count)) != 0 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The middle of a square of 1 m to 1 km, written without blanks; `nil` if the text is not one.
  package static func middle(of square: String) -> Coordinate? {
    guard square.utf8.count <= longest, !square.utf8.contains(0) else { return nil }
    var (latitude, longitude) = (0.0, 0.0)
    guard square.withCString({ trove_mgrs_reverse($0, &latitude, &longitude) }) != 0 else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
