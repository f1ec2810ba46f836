internal import GeoFormats
internal import Geodesy
internal import Places
internal import WebFetch

/// A service of OGC API Features (Part 1: Core 1.0), or a file of GeoJSON on a server.
struct FeatureService: PlaceProtocol {
  /// The time for which its places count as fresh if it does not say.
  private static let freshness = Duration.seconds(600)
  /// The time for which its description counts as fresh.
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
        // The document is three times as large as the reply, and is gone before the reply is kept.
        try await access.read(request(page), freshness: Self.freshness) { response throws(ServiceTrouble) in
          let document = try ServiceDescription.places(of: response, from: place)
          reading.add(document, collection: prefix)
          pages.read(document.root, at: response.address, count: reading.places.count)
        }
      } catch {
        // Pages that were read are useful without the rest.
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
    // A missing description is not reported as a problem.
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

/// The way through the pages of a collection, link by link.
struct FeaturePages {
  /// Pages of one question.
  static let pageLimit = 10
  /// Features of one page, as many as are asked for; servers may give fewer.
  static let pageSize = 1000

  /// The page to request next; `nil` at the end.
  private(set) var next: WebAddress?
  /// Why not all pages were asked for.
  private(set) var trouble: String?
  private var seen: Set<WebAddress> = []

  init(first: WebAddress) { next = first }

  /// Finds the next page after one that was read.
  ///
  /// - Parameters:
  ///   - address: where it was in the end, which its links are relative to.
  ///   - count: places so far.
  mutating func read(_ root: JSONValue, at address: WebAddress, count: Int) {
    guard let asked = next else { return }
    next = nil
    seen.insert(asked)
    let page = address
    guard let link = Self.next(in: root) else { return }
    let following: WebAddress
    do throws(WebError) { following = try page.resolving(link) } catch {
      trouble = "\(page.place) links to a next page that is no address; \(Self.shown(count, root))"
      return
    }
    guard let following = Self.sameServer(following, as: page) else {
      trouble = "\(page.place) goes on at another server, which was not asked; \(Self.shown(count, root))"
      return
    }
    // A last page that links to itself, or pages in a ring.
    guard !seen.contains(following) else { return }
    guard seen.count < Self.pageLimit, count < PlaceService.placeLimit else {
      trouble = "\(page.place) has more; \(Self.shown(count, root)): ask for a smaller radius"
      return
    }
    next = following
  }

  /// Ends because of a trouble.
  mutating func stop(_ trouble: String) { (next, self.trouble) = (nil, trouble) }

  private static func shown(_ count: Int, _ root: JSONValue) -> String {
    guard let all = root["numberMatched"]?.integer, all > count else { return "\(count) places are shown" }
    return "\(count) of \(all) places are shown"
  }

  private static func next(in root: JSONValue) -> String? {
    guard let links = root["links"], links.isArray else { return nil }
    let found = links.elements.first { $0["rel"]?.rawString == "next" && $0["href"]?.isString == true }
    return found?["href"]?.rawString
  }

  /// The address when it is of the same server.
  ///
  /// A server behind an https proxy often links to http; such a link is taken as https.
  private static func sameServer(_ link: WebAddress, as page: WebAddress) -> WebAddress? {
    if link.origin == page.origin { return link }
    guard link.host == page.host, link.port == nil, page.port == nil else { return nil }
    return link.isSecure ? link : try? WebAddress("https://" + link.text.dropFirst("http://".count))
  }
}

/// Makes places of features.
struct FeatureReading {
  /// Properties of one feature that become tags: famous places have a hundred names before their opening hours.
  private static let tagLimit = 200
  /// Characters of a value, as of a description.
  private static let valueLimit = 1000
  private static let nameKeys: Set = ["name", "title", "label", "nom", "nombre"]

  private(set) var places: [PointOfInterest] = []
  private let languages: [String]
  private var ids: Set<String> = []

  init(languages: [String]) { self.languages = languages }

  /// Adds the features of a page; those that are nowhere, and those that came before, are left out.
  ///
  /// - Parameter collection: the collection's id, which keeps its ids distinct; `nil` for the only one.
  mutating func add(_ document: GeoJSONDocument, collection: String?) {
    for feature in document.features {
      guard let position = feature.geometry.flatMap(Self.position) else { continue }
      let tags = Self.tags(of: feature)
      let name = name(of: feature, tags)
      let own = feature.id ?? feature.properties?["id"]?.text(limit: SafeText.nameLimit) ?? "\(name) \(position)"
      let id = collection.map { "\(SafeText.clean($0, limit: SafeText.nameLimit))/\(own)" } ?? own
      guard ids.insert(id).inserted else { continue }
      places.append(
        PointOfInterest(id: id, name: name, position: position, kind: tags["kind"] ?? tags.kind, tags: tags))
    }
  }

  /// The places read so far, as an answer.
  func portion(attribution: String) -> PlacePortion { PlacePortion(places: places, attribution: [attribution]) }

  private static func position(of geometry: GeoJSONGeometry) -> Coordinate? {
    if case .point(let position) = geometry { return position }
    return BoundingBox(around: geometry.coordinates)?.centre
  }

  private static func tags(of feature: GeoJSONFeature) -> PlaceTags {
    guard let properties = feature.properties else { return PlaceTags() }
    let pairs = properties.members.prefix(tagLimit).compactMap { key, value -> (key: String, value: String)? in
      let isName = key.hasPrefix("name") || nameKeys.contains(key.lowercased())
      return text(of: value, limit: isName ? SafeText.nameLimit : valueLimit).map {
        (SafeText.clean(key, limit: SafeText.nameLimit), $0)
      }
    }
    return PlaceTags(pairs)
  }

  /// A text, a number, or a truth value in OpenStreetMap's words.
  private static func text(of value: JSONValue, limit: Int) -> String? {
    value.text(limit: limit) ?? value.numberText.map { SafeText.clean($0, limit: 40) }
      ?? value.bool.map { $0 ? "yes" : "no" }
  }

  private func name(of feature: GeoJSONFeature, _ tags: PlaceTags) -> String {
    if let name = tags.name(in: languages) ?? feature.name { return name }
    if let pair = tags.pairs.first(where: { Self.nameKeys.contains($0.key.lowercased()) }) { return pair.value }
    return tags.kind.map { $0.split(separator: "_").joined(separator: " ") } ?? feature.id ?? "place"
  }
}
