import ArgumentParser
import GeoFormats
import Geodesy

/// `--at`: a place as latitude and longitude.
struct CoordinateArgument: ExpressibleByArgument {
  static let help = ArgumentHelp(
    "Where you are: 48.8584,2.2945, or degrees and minutes, UTM, MGRS, geo:.", valueName: "lat,lon")

  let coordinate: Coordinate

  init?(argument: String) {
    guard let coordinate = CoordinateText.read(argument) else { return nil }
    self.coordinate = coordinate
  }
}

/// `--size`: columns and rows of one frame.
struct SizeArgument: ExpressibleByArgument {
  let columns: Int
  let rows: Int

  init?(argument: String) {
    let (columns, rows) = argument.splitOnce("x")
    guard let columns = Int(columns), let rows = rows.flatMap({ Int($0) }), (1...2000).contains(columns),
      (1...2000).contains(rows)
    else { return nil }
    self.columns = columns
    self.rows = rows
  }
}

/// `--heading`: degrees from true north; any finite number.
struct HeadingArgument: ExpressibleByArgument {
  let bearing: Bearing

  init?(argument: String) {
    guard let degrees = DecimalNumber.read(argument), abs(degrees) <= 1e6 else { return nil }
    bearing = Bearing(degrees: degrees)
  }
}
