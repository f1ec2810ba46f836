internal import Geodesy

/// The positions in a log of Android's GnssLogger, one a row: `Fix,GPS,47.1,9.5,430.0,1.2,3.8,90.0,1714120000000,…`.
///
/// A comment at the beginning names the columns, of which there are more in each version.
struct LoggerFixes {
  /// How comments begin that name the columns.
  static let header = "# Fix,"
  /// How rows begin.
  static let mark = "Fix,"

  private enum Column { case latitude, longitude, speed, accuracy, bearing, time }

  /// Fields that are looked at.
  private static let longestRow = 64
  /// How many times a circle that holds 95 of 100 errors is as wide as Android's, which holds 68 (Rayleigh distribution:
  /// √(ln 0.05 / ln 0.32)).
  private static let accuracyScale = 1.6215

  private var columns: [Column: Int]?

  /// Takes the names of the columns.
  mutating func readHeader(_ line: [UInt8]) {
    let names = Self.fields(line).map { $0.lowercased() }
    func column(_ fits: (String) -> Bool) -> Int? { names.firstIndex(where: fits) }
    let found: [Column: Int?] = [
      .latitude: column { $0.hasPrefix("lat") }, .longitude: column { $0.hasPrefix("lon") },
      .speed: column { $0.hasPrefix("speed") }, .accuracy: column { $0.hasPrefix("acc") },
      .bearing: column { $0.hasPrefix("bearing") },
      // `UnixTimeMillis`, and `(UTC)TimeInMs` in the first versions.
      .time: column { $0.contains("time") && ($0.contains("unix") || $0.contains("utc")) },
    ]
    columns = found.compactMapValues { $0 }
  }

  /// Reads a row.
  func epoch(_ line: [UInt8], number: Int) throws(LineFault) -> RecordedEpoch {
    let fields = Self.fields(line)
    let isOld = fields.count <= 8
    let usual: [Column: Int] = [
      .latitude: 2, .longitude: 3, .speed: 5, .accuracy: 6, .bearing: isOld ? fields.count : 7, .time: isOld ? 7 : 8,
    ]
    func value(_ column: Column) -> Double? {
      guard let index = (columns ?? usual)[column], index < fields.count else { return nil }
      return DecimalNumber.read(fields[index])
    }
    guard let latitude = value(.latitude), let longitude = value(.longitude),
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { throw LineFault("a Fix without a position on Earth: line skipped") }
    var epoch = RecordedEpoch(origin: .logger, line: number)
    epoch.position = position
    epoch.device = String(fields[1].prefix(32)).lowercased()
    epoch.time = value(.time).flatMap { Int64(exactly: $0.rounded()) }.flatMap { ISOTime.years.contains($0) ? $0 : nil }
    epoch.speed = value(.speed).flatMap { (0...15_000).contains($0) ? $0 : nil }
    // Exactly north is what the first versions write for “not known”.
    epoch.course = value(.bearing).flatMap { $0 > 0 && $0 <= 360 ? $0 : nil }
    if let accuracy = value(.accuracy), accuracy > 0, accuracy < 1e6 {
      epoch.accuracy = accuracy * Self.accuracyScale
      epoch.accuracySource = .receiver
    }
    return epoch
  }

  private static func fields(_ line: [UInt8]) -> [String] {
    let text = String(decoding: line, as: UTF8.self)
    return text.split(separator: ",", maxSplits: longestRow, omittingEmptySubsequences: false).map { field in
      String(field.drop { $0 == " " })
    }
  }
}
