import ArgumentParser
import CommandKit
import GeoFormats
import Geodesy
import HuntDomain
import HuntMaking
import Numbers
import PlaceCatalog
import PlaceFiles
import Views

/// `trove hunt make`: a hunt from the sights of a region.
struct HuntMakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Makes a hunt from the sights of a region, ready to play.",
    discussion: """
      Examples:
      trove hunt make --in krems
      trove hunt make krems.geojson --in krems --theme history --time 90min

      Stages are real things that can be seen from public ways, chosen by how much they are worth a look, and joined to \
      a walk of the wished length. The same wish and seed give the same hunt. Where there is little to see the hunt is \
      shorter, or has fewer stages, and says so. The texts are in your language if Maps/hunt-texts.csv has it; else in \
      English. Read it before you give it to others: maps can be wrong.

      Exit codes: 64 wrong usage; 65 there is not enough for a hunt, or the region has no streets; 66 there is no such \
      region; 73 the file is there already, or cannot be written.
      """)

  @Argument(
    help: "The file to be made; named after the region without it.", completion: .file(extensions: ["geojson"]))
  var file: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The same as the argument.", valueName: "file"),
    completion: .file(extensions: ["geojson"]))
  var output: String?

  @Option(name: .customLong("in"), help: ArgumentHelp("The imported region.", valueName: "region"))
  var region: RegionName

  @OptionGroup var wish: HuntWishOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where it begins: a position, or a name in the region; where there is most to see without it.", valueName: "place"
    ))
  var at: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where it ends: a position or a name; a round without it.", valueName: "place"))
  var to: String?

  @Flag(help: "Ends where it began, as without --to.")
  var loop = false

  @Option(help: "What the hunt is called.")
  var title: String?

  @Option(help: ArgumentHelp("The language of the texts: en, de.", valueName: "code"))
  var language: String?

  @Flag(help: "Write over a file that is there.")
  var force = false

  @Flag(help: "Say how the hunt is as one JSON object.")
  var json = false

  func validate() throws {
    guard file == nil || output == nil else { throw ValidationError("Name one file to write, with -o or without.") }
    guard !(loop && to != nil) else { throw ValidationError("--loop and --to do not go together.") }
  }

  func run() async throws {
    let path = file ?? output ?? "\(region)-hunt.geojson"
    guard force || !Files.isThere(path) else {
      throw CommandFailure("\(path): is there already; --force writes over it, or name another file.", .cannotCreate)
    }
    let hunts = try RegionHunts(region, languages: try languages())
    var (start, end) = (Coordinate?.none, Coordinate?.none)
    if let at { start = try await hunts.place(at) }
    if let to { end = try await hunts.place(to) }
    let title = title.map { SafeText.clean($0, limit: SafeText.nameLimit) }
    let made = try await hunts.make(from: start, title: title) { [wish, end] in wish.wish(from: $0, to: end) }
    try Files.write(made.document, to: path)
    if json { return Output.write(made.json(path) + "\n") }
    for remark in made.remarks { Output.error(remark) }
    Output.write("\(SafeText.clean(path)): \(made.words)\n")
    Output.write("Play it: trove play \(SafeText.clean(path)) --in \(region)\n")
  }

  private func languages() throws -> [String] {
    guard let language else { return Environment.languages }
    let known = try RegionHunts.table().languages
    guard known.contains(language) else {
      throw CommandFailure("--language \(SafeText.clean(language)): there is \(known.joined(separator: ", ")).", .usage)
    }
    return [language]
  }
}

extension RegionHunts.Made {
  /// The hunt in a sentence.
  var words: String {
    let questions = hunt.treasures.count { $0.question != nil }
    let asked = questions == 0 ? "" : ", \(questions) question\(questions == 1 ? "" : "s")"
    return
      "\(SafeText.quoted(hunt.title)), \(hunt.treasures.count) stages\(asked), \(Wording.distance(plan.length)) on foot, "
      + "about \(plan.minutes) min. It begins at \(plan.startPlace)\(plan.startStreet.map { " (\(SafeText.clean($0)))" } ?? "")."
  }

  /// The hunt as one JSON object.
  func json(_ path: String) -> String {
    JSONContent.object([
      .init("file", .string(path)), .init("title", .string(hunt.title)),
      .init("stages", .number(Double(hunt.treasures.count))), .init("fillers", .number(Double(plan.fillers))),
      .init("walked_m", .number(plan.length.rounded())), .init("minutes", .number(Double(plan.minutes))),
      .init(
        "start",
        .list([
          .decimal(plan.startPlace.longitude, places: 6), .decimal(plan.startPlace.latitude, places: 6),
        ])),
    ]).text
  }
}
