import ArgumentParser
import CommandKit
import Game
import GeoFormats
import Geodesy
import HuntDomain
import Nearby
import Places
import PlainUI
import Views

/// `trove nearby`: what is around here, for people and scripts.
struct NearbyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nearby", abstract: "Lists the places around a position, nearest first.",
    discussion: """
      Examples:
      trove nearby --at 48.4105,15.6103 --in krems
      trove nearby --from walk.gpx --places cafes.geojson --limit 5

      Each with how far it is, where, and how long that is on foot at 5 km/h along a straight line. With --json one \
      object a line: id, name, lat, lon, kind, distance_m, bearing_deg, walk_s, and with --heading turn_deg (positive \
      to the right).

      Exit codes: 64 wrong usage, 65 bad data, 66 no such file or region, 69 no position, or a service gives no \
      answer.
      """)

  @Option(parsing: .unconditional, help: CoordinateArgument.help, transform: CoordinateArgument.read)
  var at: Coordinate?

  @Option(help: SourceArgument.help)
  var from: SourceArgument?

  @Option(
    parsing: .upToNextOption, help: ArgumentHelp(PlaceSources.help, valueName: "places"), completion: .file())
  var places: [String] = []

  @OptionGroup var home: RegionOption

  @OptionGroup var kinds: KindOptions

  @Option(help: ArgumentHelp("Only places within so many metres.", valueName: "metres"))
  var within: Double?

  @Option(help: ArgumentHelp("At most so many places.", valueName: "n"))
  var limit: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Where you look, in degrees from north.", valueName: "deg"))
  var heading: HeadingArgument?

  @OptionGroup var coordinates: NotationOptions

  @Flag(help: "One JSON object a line.")
  var json = false

  func validate() throws {
    guard (at == nil) != (from == nil) else {
      throw ValidationError("Say where you are: either --at LAT,LON or --from SOURCE.")
    }
    guard !places.isEmpty || home.region != nil else {
      throw ValidationError("Say where places come from: --places PLACES or --in REGION.")
    }
    guard within.map({ $0 >= 0 }) ?? true, limit.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--within and --limit cannot be negative.")
    }
  }

  func run() async throws {
    let sources = try home.places(places)
    let wanted = try kinds.categories()
    let fix = try await position()
    let reach = within ?? .infinity
    var service = NearbyPOIService(reach: reach, limit: limit ?? .max)
    let known = await KnownPlaces(
      of: sources, near: fix.position, within: reach, nearest: limit ?? .max, of: wanted)
    service.receive(try known.places(), at: .zero)
    service.receive(.fix(fix), at: .zero)
    if let bearing = heading?.bearing {
      service.receive(Heading(bearing: bearing, source: .manual, uncertainty: 0), at: .zero)
    }
    let lines = service.snapshot(at: .zero).sightings.map { json ? JSONLines.line(for: $0) : line(for: $0) }
    Output.write(lines.map { $0 + "\n" }.joined())
    guard !json else { return }
    if lines.isEmpty {
      let kinds = wanted == nil ? "" : " of these kinds"
      Output.error("There is no place\(kinds)\(within.map { " within \(Wording.distance($0))" } ?? "").")
    }
    if let age = known.pool.age(at: .zero), age > .zero { Output.error("Places as they were \(Wording.age(age)) ago.") }
    for credit in known.pool.attribution { Output.error("Places: \(credit)") }
  }

  private func position() async throws -> Fix {
    if let at { return Fix(position: at, time: .zero) }
    guard let from else { throw ValidationError("Say where you are: either --at LAT,LON or --from SOURCE.") }
    if from.choice.isSteered {
      throw CommandFailure("Nobody steers here: give a position with --at, or a trace with --from FILE.", .usage)
    }
    if from.choice.needsHunt {
      throw CommandFailure("A walker walks a hunt: give a position with --at, or a trace with --from FILE.", .usage)
    }
    let sensors = try Sensors.open(from.choice, hunt: nil, options: .init(speed: nil))
    return try await FirstFix.of(sensors.location)
  }

  /// Characters of the longest way on foot, `under a minute`.
  private static let walkWidth = Wording.walk(0).count

  /// `right, turn right 76°`; `straight ahead` alone, where the side would say the same.
  private static func way(_ turn: Double) -> String {
    let (side, order) = (Wording.side(turn: turn), Wording.turn(turn))
    return order.hasSuffix(side) ? order : "\(side), \(order)"
  }

  private func line(for sighting: Sighting) -> String {
    let distance = Wording.distance(sighting.distance)
    let (point, bearing) =
      sighting.isHere ? ("", "here") : (sighting.bearing.compassPoint, Wording.degrees(sighting.bearing))
    let turn = sighting.isHere ? "" : sighting.turn.map { ", \(Self.way($0))" } ?? ""
    let walk = Wording.walk(sighting.distance)
    let position = coordinates.wanted.map { "  " + $0.text(of: sighting.place.position) } ?? ""
    let pad = String(repeating: " ", count: max(0, 7 - distance.count))
    return "\(pad)\(distance)  \(point.padded(2))  \(bearing.padded(4))  "
      + "\(walk.padded(Self.walkWidth))  \(Wording.titled(sighting.place))\(turn)\(position)"
  }
}
