import Foundation
import Geodesy
import ProcessTesting

/// Numbers of published test data that are not part of this package: `../shared/data`, or `$TROVE_SHARED/data`.
enum GroundTruth {
  static let isPresent = SharedFiles.has("data/geodesy/GeodTest-100.dat")

  /// The makers' own test of the World Magnetic Model 2025.
  static let magnetism = "wmm/WMM2025_TEST_VALUES.odd.txt"
  static let hasMagnetism = SharedFiles.has("data/geodesy/\(magnetism)")

  /// The numbers of each line that is not a comment.
  static func rows(_ file: String) throws -> [[Double]] {
    let url = SharedFiles.folder.appending(path: "data/geodesy/\(file)")
    return try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }
      .map { line in line.split(separator: " ").compactMap { Double($0) } }
  }

  /// A GeoJSON file of turf's tests.
  static func turf(_ file: String) throws -> GeoJSON {
    try JSONDecoder().decode(
      GeoJSON.self, from: Data(contentsOf: SharedFiles.folder.appending(path: "data/geodesy/turf/\(file)")))
  }
}

/// As much of GeoJSON as turf's fixtures need.
struct GeoJSON: Decodable {
  struct Geometry: Decodable {
    let type: String
    let coordinates: Nested
  }

  /// Numbers in brackets in brackets.
  indirect enum Nested: Decodable {
    case number(Double)
    case list([Nested])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .list(try container.decode([Nested].self))
      }
    }

    /// All positions in order, whatever the nesting.
    var positions: [Coordinate] {
      guard case .list(let items) = self else { return [] }
      if items.count >= 2, case .number(let longitude) = items[0], case .number(let latitude) = items[1] {
        return [Coordinate(latitude, longitude)]
      }
      return items.flatMap(\.positions)
    }
  }

  struct Properties: Decodable {
    var distanceToPoint: Double?
    var featureIndex: Int?
  }

  let geometry: Geometry?
  let properties: Properties?
  let features: [GeoJSON]?

  /// The positions of the one feature, or of each.
  var parts: [[Coordinate]] { features?.map { $0.geometry?.coordinates.positions ?? [] } ?? [] }
}

/// How far results are from the truth: one line of the table of errors.
struct ErrorLine {
  let name: String
  private var metres: [Double] = []
  private var degrees: [Double] = []

  init(_ name: String) { self.name = name }

  mutating func add(metres error: Double) { metres.append(abs(error)) }
  mutating func add(degrees error: Double) { degrees.append(abs(error)) }

  var maxMetres: Double { metres.max() ?? 0 }
  var directions: Int { degrees.count }
  var maxDegrees: Double { degrees.max() ?? 0 }

  /// A row of the table: file, rows, greatest and mean error in metres and in degrees, directions compared.
  var description: String {
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
    let numbers = [maxMetres, mean(metres), maxDegrees, mean(degrees)].map { String(format: "%.1e", $0) }
    return "| \(name) | \(metres.count) | \(numbers.joined(separator: " | ")) | \(degrees.count) |"
  }
}
