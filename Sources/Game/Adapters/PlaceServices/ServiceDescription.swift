internal import GeoFormats
internal import Geodesy
internal import WebFetch

/// The description of an OGC API Features service.
enum ServiceDescription {
  /// One of its collections.
  struct Collection: Hashable, Sendable {
    let id: String
    /// The address of its description.
    let address: WebAddress
    /// The required attribution, sanitised; `nil` until it is known.
    var attribution: String?

    /// The first page of its items in a cell, or of all.
    func items(_ cell: GridCell?) -> WebAddress {
      let base = address.path.hasSuffix("/") ? String(address.path.dropLast()) : address.path
      var parameters = [(name: "limit", value: "\(FeaturePages.pageSize)")]
      if let box = cell?.box {
        // West, south, east, north, as GeoJSON has it.
        parameters.append(("bbox", [box.west, box.south, box.east, box.north].map { "\($0)" }.joined(separator: ",")))
      }
      return address.at(path: base + "/items").setting(parameters)
    }
  }

  /// The kinds of content at an address.
  enum Content {
    case places(GeoJSONDocument)
    case collections(JSONValue)
    case landing
  }

  /// Classifies the response of a service.
  static func content(of response: WebResponse, from place: String) throws(ServiceTrouble) -> Content {
    guard let root = try? JSONDocument(response.body).root, root["type"]?.isString != true, root.isObject else {
      return .places(try places(of: response, from: place))
    }
    if let list = root["collections"], list.isArray { return .collections(root) }
    if let links = root["links"], links.isArray { return .landing }
    return .places(try places(of: response, from: place))
  }

  /// The features of a page.
  static func places(of response: WebResponse, from place: String) throws(ServiceTrouble) -> GeoJSONDocument {
    var log = DiagnosticLog(limit: 1)
    do throws(FormatError) { return try GeoJSONDocument(response.body, log: &log) } catch {
      if let words = ServerWords.complaint(in: response.body) { throw ServiceTrouble("\(place) says \(words)") }
      throw ServerWords.misfit(response.body, from: place, error.message)
    }
  }

  /// The collections of features in the list of all.
  static func collections(in root: JSONValue, below list: WebAddress) -> [Collection] {
    guard let members = root["collections"], members.isArray else { return [] }
    let base = list.path.hasSuffix("/") ? String(list.path.dropLast()) : list.path
    let common = attribution(of: root)
    return members.elements.prefix(1000).compactMap { value in
      // Coverages, records and tiles stand in the same list.
      guard let id = value["id"]?.rawString, !id.isEmpty, value["itemType"]?.rawString ?? "feature" == "feature",
        hasItems(value)
      else { return nil }
      let path = "\(base)/\(WebAddress.encoded(id))"
      return Collection(id: id, address: list.at(path: path), attribution: attribution(of: value) ?? common)
    }
  }

  private static func hasItems(_ collection: JSONValue) -> Bool {
    guard let links = collection["links"], links.isArray, links.count > 0 else { return true }
    return links.elements.contains { $0["rel"]?.rawString == "items" }
  }

  /// Whom a page asks to name: its attribution, or else its licence.
  static func attribution(of root: JSONValue) -> String? {
    if let text = root["attribution"]?.rawString {
      let plain = PlainHTML.paragraphs(String(text.prefix(2000))).joined(separator: " ")
      if !plain.isEmpty { return SafeText.clean(plain, limit: SafeText.nameLimit) }
    }
    guard let links = root["links"], links.isArray else { return nil }
    let licence = links.elements.first { $0["rel"]?.rawString == "license" }
    return licence?["title"]?.text(limit: SafeText.nameLimit).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The attribution in a response's JSON; `nil` if it has none or is not JSON.
  static func attribution(of response: WebResponse) -> String? {
    (try? JSONDocument(response.body).root).flatMap { attribution(of: $0) }
  }
}
