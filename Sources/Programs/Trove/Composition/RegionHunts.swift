import CommandKit
import Editor
import GeoFormats
import Geodesy
import HuntDomain
import HuntMaking
import MapTiles
import Nearby
import PlaceCatalog
import PlaceFiles
import Places
import Simulation
import Views

/// Makes hunts from the places, streets and map of an imported region.
struct RegionHunts {
  /// A hunt that was made, and how.
  struct Made {
    let plan: HuntPlan
    let document: HuntDocument
    let hunt: Hunt
    /// What is not as it was wished, as sentences.
    let remarks: [String]
  }

  /// The licence of the data (openstreetmap.org/copyright).
  private static let licence = "© OpenStreetMap contributors, ODbL 1.0"
  /// Metres around the start in which a better place is looked for when there is too little here.
  private static let wideReach = 10_000.0
  /// Places of a region without a start that are looked at.
  private static let mostPlaces = 200_000

  private let catalog: PlaceCatalog
  private let region: CatalogRegion
  private let texts: HuntTexts
  private let mourning: MourningWords

  /// Opens a region; the hunts are in the first of some languages that there are texts for.
  init(_ name: RegionName, languages: [String] = Environment.languages) throws(CommandFailure) {
    catalog = try Catalog.own(with: name)
    region = try Catalog.orFail { [catalog] () throws(CatalogProblem) in try catalog.open(name) }
    if let note = region.summary.ways.note(name) { throw CommandFailure(note, .badData) }
    texts = try Self.table().texts(in: languages)
    let path = try Self.installed(\.mourningWords)
    do { mourning = try MourningWords(path: path) } catch { throw CommandFailure(error) }
  }

  /// The path of an installed table.
  private static func installed(_ table: (Installation) -> String?) throws(CommandFailure) -> String {
    guard let path = Installation.find(environment: Environment.variables).flatMap(table) else {
      throw CommandFailure(
        "The texts of hunts are not there. Name the folder that has Maps in TROVE_DATA.", .noSuchFile)
    }
    return path
  }

  /// The table of sentences that is installed.
  static func table() throws(CommandFailure) -> HuntTextsFile {
    let path = try installed(\.huntTexts)
    do { return try HuntTextsFile(path: path) } catch { throw CommandFailure(error) }
  }

  /// The place that a text means: a position, or the best match among the names of the region.
  func place(_ text: String) async throws(CommandFailure) -> Coordinate {
    if let coordinate = CoordinateText.read(text) { return coordinate }
    if let problem = CoordinateText.problem(with: text) {
      throw CommandFailure("\(SafeText.quoted(text)): \(problem)", .usage)
    }
    do throws(CatalogProblem) {
      if let hit = try await region.search(text, limit: 1).first { return hit.place.position }
    } catch { throw CommandFailure(error) }
    throw CommandFailure(
      "\(SafeText.quoted(text)): no such place in the region \(region.summary.name) (trove search finds names).", .usage
    )
  }

  private func places(around centre: Coordinate, within metres: Double) async throws(CommandFailure)
    -> [PointOfInterest]
  {
    do throws(PlacesUnavailable) { return try await region.places(near: centre, within: metres) } catch {
      throw CommandFailure(error.description, .badData)
    }
  }

  /// Makes a hunt: as it is wished, or with less, or elsewhere nearby, where there is too little for it.
  ///
  /// - Parameters:
  ///   - place: where it begins; `nil` for where there is most to see.
  ///   - wish: what it should be like, from a start.
  func make(
    from place: Coordinate?, title: String? = nil, _ wish: (Coordinate) -> HuntWish
  ) async throws(CommandFailure) -> Made {
    let start = if let place { place } else { try middle() }
    let wished = wish(start)
    let reach = place == nil ? .infinity : max(Self.wideReach, wished.length)
    let maker = HuntMaker(places: try await places(around: wished.start, within: reach), mourning: mourning)
    let attempts = maker.attempts(at: wished, isAnywhere: place == nil)
    let tried = try await plan(attempts, by: maker)
    if let plan = tried.plan { return try await made(plan, wished, from: place, by: maker, title: title) }
    let advice = try await plan(place == nil ? [] : maker.advised(for: wished), by: maker).plan
    let problem =
      tried.problem ?? HuntMakingError.tooFew(maker.sights(around: wished.start), nearest: advice?.wish.start)
    guard place != nil else {
      throw CommandFailure("There is too little to see in the region \(region.summary.name) for a hunt.", .badData)
    }
    throw CommandFailure(problem.sentence(from: wished.start), .badData)
  }

  /// The middle of the region.
  private func middle() throws(CommandFailure) -> Coordinate {
    guard region.summary.count <= Self.mostPlaces, let box = region.summary.box else {
      throw CommandFailure("The region \(region.summary.name) is large: say with --at where the hunt begins.", .usage)
    }
    return box.centre
  }

  private func streets(for wish: HuntWish) async throws(CommandFailure) -> StreetPlan {
    do throws(CatalogProblem) {
      return try await region.streets(around: [wish.start, wish.end ?? wish.start], margin: 0.5 * wish.length + 200)
    } catch { throw CommandFailure(error) }
  }

  /// The first plan that comes out of some attempts; without one, what is wrong with every start, if it is not that there
  /// is too little to see.
  private func plan(
    _ attempts: [HuntAttempt], by maker: HuntMaker
  ) async throws(CommandFailure) -> (plan: HuntPlan?, problem: HuntMakingError?) {
    var (grounds, problems) = ([Ground: HuntGround](), [Ground: HuntMakingError]())
    for attempt in attempts {
      let key = Ground(start: attempt.wish.start, isLastResort: attempt.isLastResort)
      guard problems[key] == nil else { continue }
      if grounds[key] == nil {
        let streets = try await streets(for: attempt.wish)
        do throws(HuntMakingError) { grounds[key] = try maker.ground(for: attempt, streets: streets) } catch {
          problems[key] = error
        }
      }
      if let plan = grounds[key]?.plan(attempt) { return (plan, nil) }
    }
    guard grounds.isEmpty, let first = attempts.first else { return (nil, nil) }
    return (nil, problems[Ground(start: first.wish.start, isLastResort: first.isLastResort)])
  }

  /// What tells the grounds of attempts apart.
  private struct Ground: Hashable {
    let start: Coordinate
    let isLastResort: Bool
  }

  private func made(
    _ plan: HuntPlan, _ wished: HuntWish, from place: Coordinate?, by maker: HuntMaker, title: String?
  ) async throws(CommandFailure) -> Made {
    // The name of a file says nothing to who walks there.
    let town = maker.town(at: plan.startPlace) ?? plan.startStreet ?? region.summary.name.text
    let surroundings = await surroundings(of: plan.places)
    let hunt = HuntWriter(texts).hunt(
      plan, id: plan.id(in: region.summary.name.text), at: SafeText.clean(town), surroundings: surroundings,
      licence: Self.licence)
    guard let hunt else { throw CommandFailure("No hunt could be made there.", .badData) }
    return Made(
      plan: plan, document: HuntDocument(hunt, title: title, place: town), hunt: hunt,
      remarks: plan.remarks(for: wished, from: place))
  }

  /// What is around some places, by the region's map; unknown without one.
  private func surroundings(of places: [Coordinate]) async -> [ErrorPreset?] {
    let unknown = [ErrorPreset?](repeating: nil, count: places.count)
    guard let path = catalog.map(of: region.summary.name),
      let tiles = try? Files.loadMap(path, styles: MapStyling(nil).styles).tiles
    else { return unknown }
    var loaded: [TileID: MapGeometry] = [:]
    var surroundings = unknown
    for (index, place) in places.enumerated() {
      var geometries: [MapGeometry] = []
      for id in OpenSky.tiles(around: place, zooms: tiles.facts.zooms) {
        if loaded[id] == nil, case .geometry(let geometry) = await tiles.tile(id) { loaded[id] = geometry }
        if let geometry = loaded[id] { geometries.append(geometry) }
      }
      if !geometries.isEmpty { surroundings[index] = OpenSky(at: place, geometries).surroundings }
    }
    return surroundings
  }
}

extension HuntDocument {
  /// A made hunt as a file.
  fileprivate init(_ hunt: Hunt, title: String?, place: String) {
    self.init(
      title: title ?? hunt.title, author: hunt.author, licence: hunt.licence, summary: hunt.summary, id: hunt.id)
    for treasure in hunt.treasures { add(treasure) }
    set("place", .string(place))
    if let message = hunt.message { set("message", .string(message)) }
  }
}
