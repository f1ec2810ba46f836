internal import Geodesy

/// Why a geometry is bad, in words.
struct GeometryFault: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Makes geometries of JSON values, strictly.
///
/// Recursion is bounded: the JSON reader admits no more than ``JSONDocument/depthLimit`` levels.
enum GeometryReader {
  /// The geometry that `value` is.
  static func read(_ value: JSONValue) throws(GeometryFault) -> GeoJSONGeometry {
    guard value.isObject else { throw GeometryFault("geometry is no object") }
    guard let name = value["type"] else { throw GeometryFault("geometry without type") }
    guard let type = name.rawString else { throw GeometryFault("geometry type is no string") }
    if type == "GeometryCollection" {
      guard let parts = value["geometries"], parts.isArray else { throw GeometryFault("geometries is no array") }
      return .collection(try each(of: parts, read))
    }
    guard let shape = shapes[type] else { throw GeometryFault("geometry type \(SafeText.quoted(type)) is unknown") }
    guard let coordinates = value["coordinates"] else { throw GeometryFault("\(type) without coordinates") }
    guard coordinates.isArray else { throw GeometryFault("coordinates is no array") }
    return try shape(coordinates)
  }

  private typealias Shape = @Sendable (JSONValue) throws(GeometryFault) -> GeoJSONGeometry

  private static let shapes: [String: Shape] = [
    "Point": { value throws(GeometryFault) in .point(try position(value)) },
    "MultiPoint": { value throws(GeometryFault) in .multiPoint(try each(of: value, position)) },
    "LineString": { value throws(GeometryFault) in .lineString(try line(value)) },
    "MultiLineString": { value throws(GeometryFault) in .multiLineString(try each(of: value, line)) },
    "Polygon": { value throws(GeometryFault) in .polygon(try polygon(value)) },
    "MultiPolygon": { value throws(GeometryFault) in .multiPolygon(try each(of: value, polygon)) },
  ]

  private static func each<Part>(
    of value: JSONValue, _ read: (JSONValue) throws(GeometryFault) -> Part
  ) throws(GeometryFault) -> [Part] {
    guard value.isArray else { throw GeometryFault("coordinates are not nested deeply enough") }
    var parts: [Part] = []
    parts.reserveCapacity(value.count)
    for element in value.elements { parts.append(try read(element)) }
    return parts
  }

  private static func polygon(_ value: JSONValue) throws(GeometryFault) -> [[Coordinate]] {
    let rings = try each(of: value, ring)
    guard !rings.isEmpty else { throw GeometryFault("polygon without rings") }
    return rings
  }

  private static func ring(_ value: JSONValue) throws(GeometryFault) -> [Coordinate] {
    let ring = try each(of: value, position)
    guard ring.count >= 4 else { throw GeometryFault("ring with fewer than four positions") }
    guard ring.first == ring.last else { throw GeometryFault("ring is not closed") }
    return ring
  }

  private static func line(_ value: JSONValue) throws(GeometryFault) -> [Coordinate] {
    let line = try each(of: value, position)
    guard line.count >= 2 else { throw GeometryFault("line with fewer than two positions") }
    return line
  }

  /// Longitude, latitude, perhaps more numbers: the order that everybody else has the other way round.
  private static func position(_ value: JSONValue) throws(GeometryFault) -> Coordinate {
    guard value.isArray else { throw GeometryFault("position is no array of numbers") }
    guard value.count >= 2 else { throw GeometryFault("position with fewer than two numbers") }
    var numbers = (0.0, 0.0)
    var place = 0
    for element in value.elements {
      guard let number = element.number else {
        throw GeometryFault(
          element.isArray ? "coordinates are nested too deeply" : "position with something else than numbers")
      }
      if place == 0 { numbers.0 = number } else if place == 1 { numbers.1 = number }
      place += 1
    }
    guard let position = Coordinate(latitude: numbers.1, longitude: numbers.0) else {
      throw GeometryFault("position [\(numbers.0), \(numbers.1)] is out of range")
    }
    return position
  }
}
