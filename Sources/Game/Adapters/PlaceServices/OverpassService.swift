internal import GeoFormats
internal import Geodesy
internal import Places
internal import WebFetch

/// A service of the Overpass API, for OpenStreetMap data.
struct OverpassService: PlaceProtocol {
  /// The time for which its places count as fresh: the map changes slowly, and volunteers run the service.
  private static let freshness = Duration.seconds(3600)
  private static let attribution = "© OpenStreetMap contributors, ODbL"

  let address: WebAddress
  let keys: [String]
  let languages: [String]

  var place: String { address.place }
  let widest = 10_000.0

  init(address: WebAddress, keys: [String], languages: [String]) {
    (self.address, self.keys, self.languages) = (address, OverpassQuery.sound(keys), languages)
  }

  func portion(of cell: GridCell?, through access: inout ServiceAccess) async throws(ServiceTrouble) -> PlacePortion {
    guard let cell else { throw ServiceTrouble("\(place) is asked for places around a position only") }
    guard !keys.isEmpty else { throw ServiceTrouble("no key of OpenStreetMap is left to ask \(place) for") }
    let query = OverpassQuery(keys: keys, in: cell.box)
    let request = WebRequest(
      address, accept: "application/json", form: "data=\(WebAddress.encoded(query.text))")
    let place = place
    let document = try await access.read(request, freshness: Self.freshness) { response throws(ServiceTrouble) in
      try Self.document(in: response, from: place)
    }
    var portion = PlacePortion(places: places(of: document), attribution: [Self.attribution])
    if document.elements.count >= OverpassQuery.elementLimit {
      portion.trouble = "\(place) has more than \(OverpassQuery.elementLimit) things here: ask for a smaller radius"
    }
    return portion
  }

  /// Reads a reply; throws if it is an error message in the format of a result.
  private static func document(in response: WebResponse, from place: String) throws(ServiceTrouble) -> OverpassDocument
  {
    var log = DiagnosticLog(limit: 1)
    let document: OverpassDocument
    do throws(FormatError) { document = try OverpassDocument(response.body, log: &log) } catch {
      if let words = ServerWords.complaint(in: response.body) { throw ServiceTrouble("\(place) says \(words)") }
      throw ServerWords.misfit(response.body, from: place, error.message)
    }
    guard !document.isIncomplete else {
      throw ServiceTrouble("\(place) gave up: “\(document.remark ?? "")”: try again later, or a smaller radius")
    }
    return document
  }

  private func places(of document: OverpassDocument) -> [PointOfInterest] {
    document.elements.compactMap { element in
      let tags = PlaceTags(element.tags.map { (key: $0.key, value: $0.value) })
      guard tags.isPlace else { return nil }
      let name = tags.name(in: languages) ?? tags.kind?.split(separator: "_").joined(separator: " ") ?? "place"
      return PointOfInterest(
        id: "\(element.kind.rawValue)/\(element.id)", name: name, position: element.position, kind: tags.kind,
        tags: tags)
    }
  }
}

/// A question to the Overpass API, in its language.
package struct OverpassQuery: Hashable, Sendable {
  /// The keys that are queried by default.
  package static let usualKeys = [
    "amenity", "historic", "leisure", "man_made", "natural", "railway", "shop", "tourism",
  ]
  /// Things of these keys are worth a walk also without a name; of the others there would be thousands of benches.
  private static let namelessKeys: Set = ["historic", "tourism"]
  /// Elements of one reply.
  static let elementLimit = 5000
  /// The server's time limit in seconds: below the time for which the game waits.
  static let seconds = 8
  /// The server's memory limit in bytes; small queries are scheduled sooner.
  static let memory = 64 << 20

  /// The query in the server's syntax.
  package let text: String

  /// Asks for what has one of the keys and lies in a box.
  ///
  /// Keys with characters other than letters, digits, `_`, `:` and `-` are left out: OpenStreetMap has none, and they
  /// would be parsed as query syntax.
  init(keys: [String], in box: BoundingBox) {
    // Overpass orders bounds south, west, north, east, unlike GeoJSON.
    let sides = [box.south, box.west, box.north, box.east].map { "\($0)" }.joined(separator: ",")
    let parts = Self.sound(keys).map { key in
      Self.namelessKeys.contains(key) ? "nwr[\"\(key)\"];" : "nwr[\"\(key)\"][\"name\"];"
    }
    text =
      "[out:json][timeout:\(Self.seconds)][maxsize:\(Self.memory)][bbox:\(sides)];"
      + "(\(parts.joined()));out center qt \(Self.elementLimit);"
  }

  /// The keys that can be asked for, each once, in order.
  package static func sound(_ keys: [String]) -> [String] {
    let sound = keys.filter { key in
      (1...64).contains(key.utf8.count)
        && key.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || [0x2D, 0x3A, 0x5F].contains(byte)
        }
    }
    return Set(sound).sorted()
  }
}
