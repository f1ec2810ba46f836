import Foundation
import Geodesy
import Nearby
import Numbers
import PlaceServices
import SystemKit
import WebFetch

/// Double: all servers of a net in one closure, a cache of its own, and a time that stands still until a test moves it.
final class ScriptedServer: WebTransport, Sendable {
  let asked = Guarded<[WebRequest]>([])
  private let passed = Guarded(Duration.zero)
  private let reply = Guarded<@Sendable (WebRequest) -> Result<WebResponse, WebError>>({ _ in .failure(.cancelled) })
  private let folder = FileManager.default.temporaryDirectory.appending(path: "trove-web-\(UUID().uuidString)").path

  /// Replies with texts and status 200.
  init(_ reply: @escaping @Sendable (WebRequest) -> String) { play(reply) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func play(_ reply: @escaping @Sendable (WebRequest) -> String) {
    answer { .success(WebResponse(status: 200, body: Array(reply($0).utf8), address: $0.address)) }
  }

  func answer(_ reply: @escaping @Sendable (WebRequest) -> Result<WebResponse, WebError>) {
    self.reply.withLock { $0 = reply }
  }

  func fetch(_ request: WebRequest, limits: WebLimits) async throws(WebError) -> WebResponse {
    asked.withLock { $0.append(request) }
    return try reply.withLock { $0 }(request).get()
  }

  func move(_ time: Duration) { passed.withLock { $0 += time } }

  /// The client: another run of the program each time, with the same cache.
  func client() -> WebClient {
    let passed = passed
    return WebClient(
      transport: self, cache: WebCache(folder: folder),
      time: .init(
        date: { 1_800_000_000 + passed.withLock { $0.components.seconds } }, now: { passed.withLock { $0 } },
        sleep: { time in passed.withLock { $0 += time } }),
      generator: SeededGenerator(seed: 1))
  }

  func service(_ address: String, languages: [String] = []) throws -> PlaceService {
    try PlaceService(address, languages: languages, client: client())
  }

  /// The queries of what was asked, without percent signs.
  var queries: [String] { asked.withLock { $0.compactMap(\.address.query) } }
  var paths: [String] { asked.withLock { $0.map(\.address.path) } }
}

extension PlaceService {
  /// All answers to one question.
  func all(_ latitude: Double, _ longitude: Double, within metres: Double = 500) async throws -> [PlacesAnswer] {
    var all: [PlacesAnswer] = []
    let centre = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    for await answer in answers(near: centre, within: metres) { all.append(answer) }
    return all
  }

  /// The last one.
  func last(_ latitude: Double, _ longitude: Double, within metres: Double = 500) async throws -> PlacesAnswer {
    try await all(latitude, longitude, within: metres).last ?? PlacesAnswer([], trouble: "no answer at all")
  }
}

/// A feature of GeoJSON.
func feature(_ id: String, _ longitude: Double, _ latitude: Double, _ properties: String = "") -> String {
  #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"#
    + #""geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
}

/// A page of features.
func page(_ features: [String], _ members: String = "") -> String {
  #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]\#(members)}"#
}

/// A link to the next page.
func next(_ href: String) -> String { #","links":[{"rel":"self","href":"x"},{"rel":"next","href":"\#(href)"}]"# }
