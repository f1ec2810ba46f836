import ArgumentParser
import CommandKit
import FoundationEssentials
import Game
import GeoFormats
import Geodesy
import HuntDomain
import HuntMaking
import Nearby
import Numbers
import PlaceCatalog
import PlaceFiles
import SessionLogs

/// A hunt that is made around the player when the game begins.
struct HuntHere {
  private static let mark = "here:"

  /// The region that it is made of; `nil` for the one around the player.
  let region: RegionName?

  /// A hunt from a region, or from the one around the player.
  init(_ region: RegionName?) { self.region = region }

  /// The hunt that a path of the onboarding stands for; `nil` if that is a file.
  init?(path: String) {
    guard path.hasPrefix(Self.mark) else { return nil }
    region = RegionName(String(path.dropFirst(Self.mark.count)))
  }

  /// The text that stands for it where the path of a hunt is wanted.
  var path: String { Self.mark + (region?.text ?? "") }

  /// Makes the hunt, and keeps it as a file among the player's data.
  ///
  /// - Parameters:
  ///   - position: where the player is; `nil` for where there is most to see.
  ///   - options: what it should be like; without a seed it is another one each time.
  func make(at position: Coordinate?, _ options: HuntWishOptions) async throws(CommandFailure)
    -> (path: String, region: RegionName)
  {
    let region = if let known = self.region { known } else { try Self.region(around: position) }
    let hunts = try RegionHunts(region)
    let seed = options.seed ?? UInt64(clamping: Timestamp.now.milliseconds / 1000)
    let made = try await hunts.make(from: position) { start in
      var wish = options.wish(from: start)
      wish.seed = seed
      return wish
    }
    for remark in made.remarks { Output.error(remark) }
    let path = try Files.madeHunt(made.hunt.id)
    try Files.write(made.document, to: path)
    return (path, region)
  }

  /// The offer of a hunt that is made around the player; without a region that has streets, of one from an extract.
  ///
  /// - Parameter region: the only one that counts.
  static func offer(_ region: RegionName?) -> Offers.Hunt {
    let known = (try? knownRegions()) ?? []
    guard region.map({ name in known.contains { $0.name == name } }) ?? !known.isEmpty else {
      return Offers.Hunt(
        path: ExtractImport.mark, title: "A hunt in your own town", detail: "made from an extract of OpenStreetMap",
        hasTrace: false, origin: .extract)
    }
    let one = region ?? (known.count == 1 ? known[0].name : nil)
    return Offers.Hunt(
      path: HuntHere(region).path, title: "A hunt around here",
      detail: "made for you from \(one?.text ?? "the region you are in")", hasTrace: false, origin: .region)
  }

  /// The regions that have streets, the latest first.
  private static func knownRegions() throws(CommandFailure) -> [RegionSummary] {
    let catalog = try Catalog.own()
    return try Catalog.orFail { () throws(CatalogProblem) in try catalog.regions() }
      .compactMap { try? $0.state.get() }.walkable
  }

  /// The smallest region around a position; the latest one without a position.
  private static func region(around position: Coordinate?) throws(CommandFailure) -> RegionName {
    let known = try knownRegions()
    guard !known.isEmpty else {
      throw CommandFailure(
        "There is no region to make a hunt of. Take an extract of your town from OpenStreetMap, for instance from "
          + "download.geofabrik.de or extract.bbbike.org, and say: trove import TOWN.osm.pbf", .noSuchFile)
    }
    guard let position else { return known[0].name }
    guard let region = known.smallest(around: position) else {
      throw CommandFailure(
        "You are at \(position), and none of your regions is there (trove regions lists them).", .noSuchFile)
    }
    return region.name
  }
}

extension Composition {
  /// Makes the hunt around the player, and opens it with the map, places and streets of its region.
  func open(
    _ source: SourceChoice, _ here: HuntHere, sitting: Sitting?
  ) async throws(CommandFailure) -> LoadedGame {
    let position = try await position(of: source)
    let (path, region) = try await here.make(at: position, options.wish)
    var composition = self
    composition.options.home.region = region
    return try await composition.open(source, huntPath: path, sitting: sitting)
  }

  /// Where a source says that the player is; `nil` for a walker, who is anywhere.
  private func position(of source: SourceChoice) async throws(CommandFailure) -> Coordinate? {
    if case .steer(let place) = source { return place }
    guard !source.needsHunt else { return nil }
    let sensors = try Sensors.open(source, hunt: nil, options: .init(speed: nil))
    return try await FirstFix.of(sensors.location).position
  }
}
