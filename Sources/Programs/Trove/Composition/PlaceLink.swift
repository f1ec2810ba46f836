import CommandKit
import GeoFormats
import Geodesy
import PlaceFiles

/// A `geo:` link where a hunt is wanted: a hunt whose only treasure is that place.
struct PlaceLink {
  private static let mark = "geo:"
  /// Metres around the place, as far as a receiver errs in the open.
  private static let radius = 15

  private let place: Coordinate

  /// The place that a path stands for; `nil` if it is the path of a file.
  ///
  /// Throws: for a link that has no place.
  static func read(_ path: String) throws(CommandFailure) -> PlaceLink? {
    guard path.lowercased().hasPrefix(mark), !Files.isThere(path) else { return nil }
    guard let place = CoordinateText.read(path) else {
      throw CommandFailure(
        "\(SafeText.clean(path, limit: 60)): a link to a place is written as geo:48.137,11.575.", .usage)
    }
    return PlaceLink(place: place)
  }

  /// Makes the hunt, and keeps it as a file among the player's data: the same place is the same game.
  func make() throws(CommandFailure) -> String {
    let (latitude, longitude) = (Self.micro(place.latitude), Self.micro(place.longitude))
    let text = """
      {"type": "FeatureCollection", "trove": {"type": "hunt", "version": 2, "id": "to-\(latitude)-\(longitude)", \
      "title": "To \(place)"}, "features": [{"type": "Feature", "properties": {"id": "there", "name": "\(place)", \
      "radius_m": \(Self.radius), "visibility": "always"}, "geometry": {"type": "Point", "coordinates": \
      [\(place.longitude), \(place.latitude)]}}]}

      """
    let path = try Files.madeHunt("to-\(latitude)-\(longitude)")
    let document: HuntDocument
    do { document = try HuntDocument(Array(text.utf8), name: path) } catch { throw CommandFailure(error) }
    try Files.write(document, to: path)
    return path
  }

  /// Millionths of a degree, a tenth of a metre.
  private static func micro(_ degrees: Double) -> Int { Int((degrees * 1e6).rounded()) }
}
