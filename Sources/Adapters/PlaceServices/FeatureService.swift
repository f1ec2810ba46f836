internal import GeoFormats
internal import Geodesy
internal import HuntDomain
internal import WebFetch

/// A service of OGC API Features (Part 1: Core 1.0), or a file of GeoJSON on a server.
struct FeatureService: PlaceProtocol {
  /// How long its places count as fresh when it does not say.
  private static let freshness = Duration.seconds(600)
  /// How long its description does.
  private static let descriptionFreshness = Duration.seconds(86_400)
  /// Collections that are asked; of a service with more the others are left out.
  private static let collectionLimit = 4

  let address: WebAddress
  let languages: [String]

  var place: String { address.place }
  let widest = Double.infinity

  init(address: WebAddress, languages: [String]) { (self.address, self.languages) = (address, languages) }

  func portion(of cell: GridCell?, through access: inout ServiceAccess) async throws(ServiceTrouble) -> PlacePortion {
    switch try await target(&access) {
    case .document(let document):
      var reading = FeatureReading(languages: languages)
      reading.add(document, collection: nil)
      return reading.portion(attribution: ServiceDescription.attribution(of: document.root) ?? place)
    case .collections(let collections, let trouble):
      var whole = PlacePortion()
      for collection in collections {
        let prefix = collections.count > 1 ? collection.id : nil
        let part = try await portion(of: collection, cell, prefix: prefix, &access)
        whole.places += part.places
        whole.attribution += part.attribution
        whole.trouble = whole.trouble ?? part.trouble
      }
      whole.trouble = whole.trouble ?? trouble
      return whole
    }
  }

  // MARK: - What the address is

  private enum Target {
    case document(GeoJSONDocument)
    case collections([ServiceDescription.Collection], trouble: String?)
  }

  /// The standard fixes the paths below the landing page, so that an address tells much without being asked.
  private func target(_ access: inout ServiceAccess) async throws(ServiceTrouble) -> Target {
    let parts = address.path.split(separator: "/")
    if parts.count >= 3, parts.last == "items", parts[parts.count - 3] == "collections" {
      return .collections([.init(id: String(parts[parts.count - 2]), address: parent)], trouble: nil)
    }
    if parts.count >= 2, parts[parts.count - 2] == "collections" {
      return .collections([.init(id: String(parts[parts.count - 1]), address: address)], trouble: nil)
    }
    let place = place
    let found = try await access.read(request(address), freshness: Self.freshness) {
      response throws(ServiceTrouble) in try ServiceDescription.content(of: response, from: place)
    }
    switch found {
    case .places(let document): return .document(document)
    case .collections(let root): return try chosen(root, below: address)
    case .landing: return try await collections(&access)
    }
  }

  private var parent: WebAddress {
    let path = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
    return address.at(path: String(path.dropLast("/items".count)))
  }

  private func collections(_ access: inout ServiceAccess) async throws(ServiceTrouble) -> Target {
    let base = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
    let list = address.at(path: base + "/collections")
    let place = place
    let found = try await access.read(request(list), freshness: Self.descriptionFreshness) {
      response throws(ServiceTrouble) in try ServiceDescription.content(of: response, from: place)
    }
    guard case .collections(let root) = found else { throw ServiceTrouble("\(place) lists no collections of places") }
    return try chosen(root, below: list)
  }

  private func chosen(_ root: JSONValue, below list: WebAddress) throws(ServiceTrouble) -> Target {
    let all = ServiceDescription.collections(in: root, below: list)
    guard !all.isEmpty else { throw ServiceTrouble("\(place) has no collections of places: check the address") }
    let rest = all.count - Self.collectionLimit
    let trouble =
      rest > 0
      ? "\(place) has \(all.count) collections, \(rest) are left out: give the address of one (…/collections/NAME)"
      : nil
    return .collections(Array(all.prefix(Self.collectionLimit)), trouble: trouble)
  }

  // MARK: - Places

  private func portion(
    of collection: ServiceDescription.Collection, _ cell: GridCell?, prefix: String?, _ access: inout ServiceAccess
  ) async throws(ServiceTrouble) -> PlacePortion {
    var reading = FeatureReading(languages: languages)
    var pages = FeaturePages(first: collection.items(cell))
    while let page = pages.next {
      let place = place
      do throws(ServiceTrouble) {
        let (document, final) = try await access.read(request(page), freshness: Self.freshness) {
          response throws(ServiceTrouble) in
          (try ServiceDescription.places(of: response, from: place), response.address)
        }
        reading.add(document, collection: prefix)
        pages.read(document.root, at: final, count: reading.places.count)
      } catch {
        // Pages that have come are worth something without the rest.
        guard !reading.places.isEmpty else { throw error }
        pages.stop(error.text)
      }
    }
    var portion = reading.portion(attribution: await attribution(of: collection, &access))
    portion.trouble = pages.trouble
    return portion
  }

  private func attribution(of collection: ServiceDescription.Collection, _ access: inout ServiceAccess) async -> String
  {
    if let attribution = collection.attribution { return attribution }
    let fallback = place
    // What is not known of a description is not worth a word of trouble.
    var quiet = access
    let found = try? await quiet.read(request(collection.address), freshness: Self.descriptionFreshness) {
      response throws(ServiceTrouble) in ServiceDescription.attribution(of: response)
    }
    return found.flatMap { $0 } ?? fallback
  }

  private func request(_ address: WebAddress) -> WebRequest {
    WebRequest(address, accept: "application/geo+json, application/json;q=0.9, */*;q=0.1")
  }
}
