/// How a place is written down.
package enum CoordinateNotation: String, Hashable, Sendable, CaseIterable {
  /// `48.858370, 2.294481`: decimal degrees, about a decimetre.
  case decimal
  /// `N 48° 51.502' E 2° 17.669'`: as geocachers write it, about two metres.
  case minutes
  /// `48° 51' 30.1" N, 2° 17' 40.1" E`: about three metres.
  case seconds
  /// `31U 448250 5411951`: zone, band, metres east and north.
  case utm
  /// `31U DQ 48250 11951`: the square metre of the military grid.
  case mgrs

  /// The place in this notation; in decimal degrees where the grid has no place for it.
  package func text(of place: Coordinate) -> String {
    switch self {
    case .decimal: place.description
    case .minutes: Self.minutes(of: place)
    case .seconds: Self.seconds(of: place)
    case .utm: Self.utm(of: place) ?? place.description
    case .mgrs: Self.mgrs(of: place) ?? place.description
    }
  }

  private static func minutes(of place: Coordinate) -> String {
    func angle(_ degrees: Double) -> String {
      // Rounded before it is divided, so that no minute reads 60.000.
      let thousandths = Int((abs(degrees) * 60_000).rounded())
      return "\(thousandths / 60_000)° \(padded(thousandths % 60_000 / 1000, 2)).\(padded(thousandths % 1000, 3))'"
    }
    return "\(place.latitude < 0 ? "S" : "N") \(angle(place.latitude)) "
      + "\(place.longitude < 0 ? "W" : "E") \(angle(place.longitude))"
  }

  private static func seconds(of place: Coordinate) -> String {
    func angle(_ degrees: Double) -> String {
      let tenths = Int((abs(degrees) * 36_000).rounded())
      return "\(tenths / 36_000)° \(padded(tenths % 36_000 / 600, 2))' \(padded(tenths % 600 / 10, 2)).\(tenths % 10)\""
    }
    return "\(angle(place.latitude)) \(place.latitude < 0 ? "S" : "N"), "
      + "\(angle(place.longitude)) \(place.longitude < 0 ? "W" : "E")"
  }

  private static func utm(of place: Coordinate) -> String? {
    guard let grid = GridReference(place), let square = MilitaryGrid.square(of: place) else { return nil }
    // Cut and not rounded: a grid reference names the square metre that one stands in.
    return "\(square.prefix(grid.zone == 0 ? 1 : 3)) \(Int(grid.easting)) \(Int(grid.northing))"
  }

  private static func mgrs(of place: Coordinate) -> String? {
    guard let square = MilitaryGrid.square(of: place) else { return nil }
    let digits = square.suffix(10)
    let name = square.dropLast(10)
    return "\(name.dropLast(2)) \(name.suffix(2)) \(digits.prefix(5)) \(digits.suffix(5))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
