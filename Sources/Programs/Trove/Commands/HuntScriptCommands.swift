import ArgumentParser
import CommandKit
import Editor
import GeoFormats
import Geodesy
import HuntDomain
import PlaceFiles
import Places
import Views

/// `trove hunt add`: one more stage.
struct HuntAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a stage to a hunt, as the last one.",
    discussion: """
      Examples:
      trove hunt add park.geojson --name "The oak" --at 48.4105,15.6103
      trove hunt add park.geojson --name Gate --at 48.41,15.61 --radius 10

      Exit codes: 64 wrong usage, or the id is taken; 65 bad data; 66 no such file; 73 cannot be written.
      """)

  @Argument(help: "The hunt: a GeoJSON file.", completion: .file(extensions: ["geojson"]))
  var file: String

  @Option(help: "What files and rules call it; made of the name without it.")
  var id: String?

  @Option(help: "What players see.")
  var name: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where it is: 48.8584,2.2945, or degrees and minutes, UTM, MGRS, geo:, a link of openstreetmap.org.",
      valueName: "lat,lon"), transform: CoordinateArgument.read)
  var at: Coordinate

  @Option(help: ArgumentHelp("Metres around it that count as found.", valueName: "metres"))
  var radius = HuntFile.defaultRadius

  @Option(help: "A hint; may be repeated.")
  var hint: [String] = []

  @Option(help: "What players read on entering its zone.")
  var arrival: String?

  @Option(help: "A question that is asked there; with --answer.")
  var question: String?

  @Option(help: "What counts: 42, or 42+-2, or oak|oak tree, or a choice: red|*blue.")
  var answer: String?

  @Option(help: "What players read on finding it.")
  var message: String?

  @Option(help: "Points for finding it.")
  var points = 1

  func validate() throws {
    guard (1...100_000).contains(radius) else { throw ValidationError("--radius goes from 1 to 100000 m.") }
    guard (0...1_000_000).contains(points) else { throw ValidationError("--points goes from 0 to 1000000.") }
    guard (question == nil) == (answer == nil) else { throw ValidationError("--question and --answer go together.") }
    guard answer.map({ AnswerText.rule($0) != nil }) ?? true else {
      throw ValidationError("--answer is 42, or 42+-2, or oak|oak tree, or a choice: red|*blue.")
    }
    guard !SafeText.clean(name).isEmpty else { throw ValidationError("--name must not be empty.") }
  }

  func run() throws {
    var document = try Files.draft(file)
    let name = SafeText.clean(self.name, limit: SafeText.nameLimit)
    let id = id.map { SafeText.clean($0, limit: SafeText.nameLimit) } ?? document.draft.freeID(for: name)
    let place = PointOfInterest(id: id, name: name, position: at)
    var treasure = Treasure(
      place: place, zone: .circle(radius: radius), hints: hint.map { Hint(SafeText.clean($0)) },
      message: message.map { SafeText.clean($0) }, points: points)
    treasure.arrival = arrival.map { SafeText.clean($0) }
    if let question, let rule = answer.flatMap(AnswerText.rule) {
      treasure.question = Question(SafeText.clean(question), rule: rule)
    }
    guard document.add(treasure) else {
      throw CommandFailure("\(file): the id \(SafeText.quoted(id)) is taken or empty; choose another --id.", .usage)
    }
    try Files.write(document, to: file)
  }
}

/// `trove hunt remove`: stages less.
struct HuntRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Takes stages out of a hunt.",
    discussion: """
      Examples:
      trove hunt remove park.geojson oak gate

      What still names a stage that is gone is told on standard error, as FILE:LINE: warning: text.

      Exit codes: 64 wrong usage, or there is no such stage; 65 bad data; 66 no such file; 73 cannot be written.
      """)

  @Argument(help: "The hunt: a GeoJSON file.", completion: .file(extensions: ["geojson"]))
  var file: String

  @Argument(help: "The ids of the stages.")
  var ids: [String]

  func run() throws {
    let before = try Files.draft(file)
    var document = before
    for id in ids where !document.remove(id) { throw document.noStage(id, in: file) }
    try Files.write(document, to: file)
    // That there is no stage any more is what was asked for.
    guard !document.ids.isEmpty else { return }
    for complaint in document.complaints(since: before) { Output.error(complaint.text(file: file)) }
  }
}

/// `trove hunt list`: the stages, for people and scripts.
struct HuntListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the stages of a hunt in their order.",
    discussion: """
      Examples:
      trove hunt list park.geojson
      trove hunt list park.geojson --json

      With --json one object a line: id, name, lat, lon, radius_m or corners, hints, points, and where there is one \
      question.

      Exit codes: 65 bad data, 66 no such file.
      """)

  @Argument(
    help: "The hunt: GeoJSON, or geocaches and waypoints as \(FileFormat.list(of: .caches)).",
    completion: .file(extensions: FileFormat.extensions(of: .hunt)))
  var file: String

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    let isListing = FileFormat(path: file).holds(.caches) && Files.isOrdinary(file)
    let treasures = isListing ? try Files.hunt(file).hunt.treasures : try Files.draft(file).draft.treasures
    if treasures.isEmpty, !json { return Output.write("No stages yet.\n") }
    let widest = treasures.map(\.id.count).max() ?? 0
    let lines = treasures.enumerated().map { index, treasure in
      json ? treasure.json.text : "\(index + 1)  \(treasure.id.padded(widest))  \(treasure.words)"
    }
    Output.write(lines.map { $0 + "\n" }.joined())
  }
}

extension HuntDocument {
  /// The hunt as a draft, without stages while there is none.
  var draft: Draft { hunt().hunt.map(Draft.init) ?? Draft(title: text(of: "title") ?? "") }

  /// There is no such stage; says which there are.
  func noStage(_ id: String, in file: String) -> CommandFailure {
    let known = ids.isEmpty ? "it has none yet" : "it has \(ids.joined(separator: ", "))"
    return CommandFailure("\(file): there is no stage \(SafeText.quoted(id)); \(known).", .usage)
  }
}

extension Treasure {
  /// One line for people: `The Old Mill  48.137000, 11.575000  radius 12 m, 2 hints, question, 5 points`.
  fileprivate var words: String {
    let zone =
      switch zone {
      case .circle(let radius): "radius \(Wording.distance(radius))"
      case .polygon(let rings): "\(rings.first?.count ?? 0) corners"
      }
    let hint = hints.isEmpty ? [] : [hints.count == 1 ? "1 hint" : "\(hints.count) hints"]
    let rest = [zone] + hint + (question == nil ? [] : ["question"]) + ["\(points) point\(points == 1 ? "" : "s")"]
    return "\(place.name)  \(place.position)  \(rest.joined(separator: ", "))"
  }

  /// The stage as JSON, for other programs.
  fileprivate var json: JSONContent {
    var members: [JSONContent.Member] = [
      .init("id", .string(id)), .init("name", .string(place.name)),
      .init("lat", .decimal(place.position.latitude, places: 7)),
      .init("lon", .decimal(place.position.longitude, places: 7)),
    ]
    switch zone {
    case .circle(let radius): members.append(.init("radius_m", .number(radius)))
    case .polygon(let rings): members.append(.init("corners", .number(Double(rings.first?.count ?? 0))))
    }
    members += [
      .init("hints", .list(hints.map { .string($0.text) })), .init("points", .number(Double(points))),
    ]
    if let question { members.append(.init("question", .string(question.prompt))) }
    return .object(members)
  }
}
