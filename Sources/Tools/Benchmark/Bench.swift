import ArgumentParser
import CommandKit
import Glibc

/// The benchmark: does the same work beside others in one run, checks every answer, and prints a table.
@main
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trove-bench",
    abstract: "Measures Trove beside its peers and prints the tables of docs/benchmarks.md as one.",
    discussion: """
      Processor time, medians of several rounds, the programs in turn within each round. Run it by script/bench, which \
      builds it for release, and the peers that it finds; a row without its peer says so.

      Input is made from fixed seeds. A real city's map and extracts of OpenStreetMap are read from the folder that \
      TROVE_SHARED names, or else from the one called shared beside the package; rows without them say so.

      Exit codes: 0 whatever the figures are; 1 when an answer is wrong; 64 wrong usage.
      """,
    subcommands: [CrowdCommand.self])

  static func main() { run { Array(CommandLine.arguments.dropFirst()) } }

  @Option(
    help: ArgumentHelp(
      "Some parts only: \(Part.list).", valueName: "part,..."))
  var only = PartList.all

  @Flag(help: "Small inputs and few rounds: are the answers right?")
  var quick = false

  @Option(help: ArgumentHelp("The folder with trove; the one of this program by default.", valueName: "folder"))
  var programs: String?

  @Option(help: ArgumentHelp("The folder that holds Maps and Traces.", valueName: "folder"))
  var root: String?

  @Option(
    help: ArgumentHelp(
      "A folder with the peers' programs expat, pugi, scan, nanoflann, boost, swarm and late; TROVE_PEERS by default.",
      valueName: "folder"))
  var peers: String?

  @Option(
    help: ArgumentHelp(
      "A Python that can import fastgpx and numpy; TROVE_PEERS_PYTHON by default.", valueName: "program"))
  var peersPython: String?

  @Option(help: .hidden)
  var readGPX: String?

  @Option(help: .hidden)
  var tour: String?

  @Option(help: .hidden)
  var comparePlaces: String?

  @Option(help: .hidden)
  var way = TrackReading.Way.stream

  func run() async throws {
    if let readGPX { return say(try TrackReading(path: readGPX, way: way).line) }
    if let tour { return say(try await lookAllOver(tour, root: root ?? ".")) }
    let here = BenchConditions(
      programs: programs, root: root, peers: peers, python: peersPython, isQuick: quick)
    if let comparePlaces {
      guard let listing = ImportMatch.listing(here.programs) else { throw ExitCode.failure }
      return say(try ImportAgreement(geoJSON: comparePlaces, listing: listing).line)
    }
    say(BenchReport.head)
    var wrong: [String] = []
    for part in only.parts {
      let findings = await findings(of: part, here)
      for row in findings.rows { say(BenchReport.line(row)) }
      wrong += findings.wrong
    }
    guard !wrong.isEmpty else { return }
    for complaint in wrong { say("wrong: \(complaint)", to: STDERR_FILENO) }
    throw ExitCode.failure
  }

  private func findings(of part: Part, _ here: BenchConditions) async -> Findings {
    switch part {
    case .gpx: gpxFindings(here)
    case .importing: importFindings(here)
    case .large: largeImportFindings(here)
    case .region: regionFindings(here)
    case .hunts: huntMakingFindings(here)
    case .startup: startupFindings(here)
    case .frames: await frameFindings(here)
    case .city: await cityFindings(here)
    case .eye: await eyeFindings(here)
    case .walk: walkFindings(here)
    case .simulate: await simulateFindings(here)
    case .nearby: nearbyFindings(here)
    case .heading: headingFindings(here)
    case .zones: zoneFindings(here)
    case .live: liveFindings(here)
    case .event: eventFindings(here)
    }
  }
}

/// Writes a line at once, so that a long run can be watched through a pipe.
private func say(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
  let bytes = Array((line + "\n").utf8)
  _ = write(descriptor, bytes, bytes.count)
}
