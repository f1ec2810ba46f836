internal import GeoFormats
package import Geodesy
package import Nearby
package import Places
package import WebFetch

/// Adapter: places from a web service, by OGC API Features or Overpass; cached answers are shown at once.
package struct PlaceService: PointOfInterestSource {
  /// The time limit for one query, all its pages together.
  package static let patience = Duration.seconds(10)
  /// Places of one answer; more are left out.
  package static let placeLimit = 20_000

  /// The metres by which a query may exceed the service's radius without a message, because merged answers query
  /// somewhat more than is shown.
  private static let slack = 100.0

  private let service: any PlaceProtocol
  private let client: WebClient

  /// A service by its address.
  ///
  /// An address whose path ends in `/interpreter` is Overpass; every other one OGC API Features: its landing page, the
  /// list of its collections, a collection, the items of one; or a file of GeoJSON.
  ///
  /// - Parameters:
  ///   - keys: of OpenStreetMap, what Overpass is asked for; usually ``OverpassQuery/usualKeys``.
  ///   - languages: in which names are wanted, the best first (`de`).
  ///
  /// Throws: ``PlacesUnavailable`` when that is no address.
  package init(
    _ address: String, keys: [String] = OverpassQuery.usualKeys, languages: [String] = [], client: WebClient
  ) throws(PlacesUnavailable) {
    let place: WebAddress
    do throws(WebError) { place = try WebAddress(address) } catch { throw PlacesUnavailable(error.description) }
    self.client = client
    let folder = place.path.split(separator: "/")
    service =
      folder.last == "interpreter"
      ? OverpassService(address: place, keys: keys, languages: languages)
      : FeatureService(address: place, languages: languages)
  }

  /// The host and port of the service: `places.example:8080`.
  package var place: String { service.place }

  /// Waits for the last and best answer; returns its places even if parts of it are missing.
  ///
  /// Throws: ``PlacesUnavailable`` when there is no place and the service is in trouble.
  package func places(
    near centre: Coordinate, within metres: Double
  ) async throws(PlacesUnavailable) -> [PointOfInterest] {
    var last = PlacesAnswer([])
    for await answer in answers(near: centre, within: metres) { last = answer }
    if last.places.isEmpty, let trouble = last.trouble { throw PlacesUnavailable(trouble) }
    return last.places
  }

  /// Yields the cached answer with its age at once, then a better one for each part that the service answers.
  package func answers(near centre: Coordinate, within metres: Double) -> AsyncStream<PlacesAnswer> {
    let (stream, continuation) = AsyncStream<PlacesAnswer>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let work = Task {
      await answer(near: centre, within: metres) { continuation.yield($0) }
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return stream
  }

  private func answer(near centre: Coordinate, within metres: Double, _ show: (PlacesAnswer) -> Void) async {
    let radius = min(metres.isNaN ? 0 : metres, service.widest)
    let covering = radius.isFinite ? GridCell.covering(centre, radius: radius) : nil
    // `nil` queries all places.
    let cells: [GridCell?] = covering ?? [nil]
    var answer = PartedAnswer(service: place, centre: centre, radius: radius, cells: cells.count)
    if metres > radius + Self.slack {
      answer.remark = "\(place) is asked for \(Int(radius / 1000)) km around here, no more"
    }
    for (index, cell) in cells.enumerated() {
      if let held = try? await portion(of: cell, .held) { answer[index] = held }
    }
    show(answer.whole(isLast: false))
    let deadline = client.now + Self.patience
    for (index, cell) in cells.enumerated() where !Task.isCancelled {
      do throws(ServiceTrouble) {
        answer[index] = try await portion(of: cell, .asking(until: deadline))
      } catch {
        answer.note(error.text)
      }
      if index < cells.count - 1 { show(answer.whole(isLast: false)) }
    }
    show(answer.whole(isLast: true))
  }

  private func portion(of cell: GridCell?, _ mode: ServiceAccess.Mode) async throws(ServiceTrouble) -> PlacePortion {
    var access = ServiceAccess(client, mode)
    var portion = try await service.portion(of: cell, through: &access)
    portion.age = access.age
    portion.trouble = access.trouble ?? portion.trouble
    return portion
  }
}

/// An answer that comes in parts, cell by cell.
private struct PartedAnswer {
  private let service: String
  private let centre: Coordinate
  private let radius: Double
  private var parts: [PlacePortion?]
  private var trouble: String?
  /// The remark of a service that succeeded.
  var remark: String?

  init(service: String, centre: Coordinate, radius: Double, cells: Int) {
    (self.service, self.centre, self.radius) = (service, centre, radius)
    parts = Array(repeating: nil, count: cells)
  }

  subscript(index: Int) -> PlacePortion? {
    get { parts[index] }
    set { parts[index] = newValue }
  }

  /// The first trouble is the cause of the others.
  mutating func note(_ trouble: String) { self.trouble = self.trouble ?? trouble }

  func whole(isLast: Bool) -> PlacesAnswer {
    var seen: Set<String> = []
    var lines: [String] = []
    var places: [PointOfInterest] = []
    for part in parts {
      guard let part else { continue }
      for line in part.attribution where !lines.contains(line) { lines.append(line) }
      // What lies on the border of two cells is in both.
      for place in part.places where isNear(place) && seen.insert(place.id).inserted { places.append(place) }
    }
    let isCut = places.count > PlaceService.placeLimit
    let known = parts.compactMap { $0 }
    return PlacesAnswer(
      isCut ? Array(places.prefix(PlaceService.placeLimit)) : places, age: known.compactMap(\.age).max(),
      attribution: lines,
      trouble: trouble ?? known.compactMap(\.trouble).first
        ?? (isCut ? "there are more than \(PlaceService.placeLimit) places: ask for a smaller radius" : remark),
      isAwaitingBetter: !isLast, service: service)
  }

  private func isNear(_ place: PointOfInterest) -> Bool {
    !radius.isFinite || place.position.distance(to: centre) <= radius
  }
}

/// Seam: how a kind of service is asked for the places of one cell.
protocol PlaceProtocol: Sendable {
  /// The host and port of the service, for messages.
  var place: String { get }
  /// The largest radius in metres that it is asked for.
  var widest: Double { get }

  /// The places of a cell; all places if `cell` is `nil`.
  ///
  /// Throws: if the service and the cache give nothing.
  func portion(of cell: GridCell?, through access: inout ServiceAccess) async throws(ServiceTrouble) -> PlacePortion
}

/// The answer of a service for one cell.
struct PlacePortion: Hashable, Sendable {
  var places: [PointOfInterest] = []
  /// The required attributions; sanitised.
  var attribution: [String] = []
  /// Why the answer is incomplete; `nil` if it is complete.
  var trouble: String?
  /// The age of its oldest page.
  var age: Duration?
}
