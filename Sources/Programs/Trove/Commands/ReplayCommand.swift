import ArgumentParser
import CommandKit
import FoundationEssentials
import GeoFormats
import Glibc
import PlainUI
import SessionLogs
import TerminalUI
import Views

/// `trove replay`: a session again.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Plays a recorded session or a trace again, and goes about in its time.",
    discussion: """
      Examples:
      trove replay last
      trove replay walk.gpx --speed 20
      trove replay last --check

      On a terminal Space pauses, arrows go ten seconds, page keys a minute, n and p to what happened next and before, \
      g to a time or a percentage; ? tells all keys.

      Every game that is played is recorded: fixes, headings, keys, sizes, times, the hunt. Of a saved game this is in \
      its record, game-1 for game 1, where TROVE_SAVES says; others are below $XDG_STATE_HOME/trove, or \
      ~/.local/state/trove, or in the folder that TROVE_SESSIONS names. The latest 50 are kept, and the latest 20 of \
      walkers and recordings. Without a session they are listed; `last` is the latest.

      Of a game that was played in several sittings the last one is looked at, or that of --sitting; --check, --frames, \
      --plain and --json go through all of them.

      A session that lies elsewhere is read without the files that it names and does not hold, as large maps; \
      --allow-files reads those that are as they were when it was played, by their checksums.

      --check plays the session through and compares each frame and line with what was shown then. --to-test writes \
      a regression test: the session, what it shows, and a script that compares the two.

      Exit codes: 0 well; 2 something else is shown than then; 64 wrong usage; 65 no session, or a damaged one; 66 no \
      such session, or a file that it needs is not there; 73 the test cannot be made.
      """)

  @Argument(
    help: "A session (a file, its name, or last), or a recorded walk: \(FileFormat.list(of: .recording)).",
    completion: Completions.sessions(or: ["finish"] + FileFormat.extensions(of: .recording)))
  var session: String?

  @OptionGroup var looking: LookingOptions

  @Flag(help: "Compare everything that is shown with what was shown then.")
  var check = false

  @Flag(help: "Everything that was shown, one picture after the other.")
  var frames = false

  @Flag(help: "What happened, as sentences.")
  var plain = false

  @Flag(help: "What happened, as JSON lines like those of trove play.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a regression test into this folder.", valueName: "folder"), completion: .directory)
  var toTest: String?

  @OptionGroup var sitting: SittingOptions

  @OptionGroup var outside: OutsideFileOptions

  @Option(help: .hidden)
  var against: String?

  func validate() throws {
    let ways = [check, frames, plain, json, toTest != nil, against != nil]
    guard ways.count(where: { $0 }) <= 1 else {
      throw ValidationError("Say one of --check, --frames, --plain, --json and --to-test.")
    }
  }

  func run() async throws {
    guard let session else { return SessionFolder.writeList() }
    let installation = Installation.find(environment: Environment.variables)
    let path = try SessionFolder.find(session)
    guard LoadedSession.isSession(path) else { return try await look(atTrace: path, installation) }
    let isLookedAt = Environment.hasTerminal && !(check || frames || plain || json || toTest != nil || against != nil)
    try looking.check(isLookedAt: isLookedAt)
    let record = try LoadedSession.record(at: path)
    let sittings = try isLookedAt || sitting.number != nil ? sitting.chosen(of: record, path) : record.sittings
    if path.hasSuffix(FinishFile.ending), check || toTest != nil || !frames && !isLookedAt && !json && !plain {
      throw CommandFailure(
        "\(path): a finish file does not keep what was shown, so there is nothing to compare; trove verify plays it.",
        .usage)
    }
    let files = outside.files(of: path, for: toTest == nil ? .replay : .regressionTest)
    let isSpoken = json || plain
    let loaded = try sittings.map { sitting throws(CommandFailure) in
      try LoadedSession(
        sitting, path: path, installation: installation,
        isSeen: !isSpoken && (isLookedAt || sitting.header.voice == .screen), files: files,
        beside: isLookedAt ? looking.ghost.map(GhostFile.open) : [])
    }
    if isLookedAt { return try await looking.look(at: ReplaySubject(loaded[0]), installation) }
    if isSpoken { return loaded.forEach { speak($0, json ? .json : .sentences) } }
    let replays = try loaded.map { one throws(CommandFailure) in try SessionReplay(one, installation: installation) }
    if let toTest { return try await writeTest(of: replays, path, into: toTest, allowsFiles: files == .checked) }
    if let against { return try await compare(replays, path, with: against) }
    if frames {
      for replay in replays { await replay.play { Output.write($0.golden) } }
    } else {
      for (replay, loaded) in zip(replays, loaded) { try await compare(replay, loaded, path) }
    }
  }

  private func look(atTrace path: String, _ installation: Installation?) async throws {
    guard Environment.hasTerminal, !check, !frames, !plain, !json, toTest == nil else {
      throw CommandFailure(
        "\(path): a trace is looked at on a terminal; trove play --from \(path) plays it in lines.", .usage)
    }
    let styling = MapStyling(looking.style, installation: installation)
    try await looking.look(
      at: ReplaySubject(
        trace: path, limit: looking.recording.maxPoints, hunt: looking.hunt, map: looking.map,
        ghosts: looking.ghost.map(GhostFile.open), styling: styling),
      installation)
  }

  private func speak(_ loaded: LoadedSession, _ voice: LineGame.OutputMode) {
    var game = loaded.lineGame(voice)
    for moment in loaded.record.moments {
      let lines = loaded.turn(of: &game, moment)?.lines ?? []
      Output.write(lines.map { $0.text + "\n" }.joined())
    }
  }

  /// Writes the regression test of a session into a folder.
  private func writeTest(
    of replays: [SessionReplay], _ path: String, into folder: String, allowsFiles: Bool
  ) async throws(CommandFailure) {
    var golden = ""
    for replay in replays { await replay.play { golden += $0.golden } }
    let test = RegressionTest(of: path, golden: golden, allowsFiles: allowsFiles)
    let isThere = Files.areSame("\(folder)/\(test.name)\(SessionLog.ending)", path)
    do {
      Output.write(try test.write(into: folder, copying: isThere ? nil : path) + "\n")
    } catch {
      throw CommandFailure("\(folder): the test cannot be written: \(error)", .cannotCreate)
    }
  }

  /// Compares what a session shows with a golden file.
  private func compare(_ replays: [SessionReplay], _ path: String, with golden: String) async throws(CommandFailure) {
    guard let wanted = FileManager.default.contents(atPath: golden) else {
      throw CommandFailure("\(golden): there is no such file.", .noSuchFile)
    }
    var shown: [UInt8] = []
    for replay in replays { await replay.play { shown += $0.golden.utf8 } }
    guard let line = RegressionTest.firstDifference(of: shown, from: Array(wanted)) else {
      return Output.write("\(path): as it was.\n")
    }
    throw CommandFailure("\(golden):\(line): something else is shown now.", .refused)
  }

  private func compare(_ replay: SessionReplay, _ loaded: LoadedSession, _ path: String) async throws {
    let comparison = await replay.compared()
    if let difference = comparison.difference {
      throw CommandFailure("\(path):\(difference.line): \(difference.sentence)", .refused)
    }
    let events = loaded.record.moments.count - comparison.same
    Output.write(
      "\(events) events, \(comparison.same) pictures, \(Wording.clock(loaded.record.moments.last?.time ?? .zero)): all as "
        + "then." + (loaded.record.isTorn ? " The last line is cut off." : "") + "\n")
  }
}

/// The option that chooses a sitting of a game.
struct SittingOptions: ParsableArguments {
  @Option(
    name: .customLong("sitting"),
    help: ArgumentHelp("The sitting of a game that was played in several, from 1.", valueName: "number"))
  var number: Int?

  /// The sitting of this number, or the last one.
  func chosen(of record: GameRecord, _ path: String) throws(CommandFailure) -> [SessionLog] {
    guard let number else { return [record.last] }
    guard record.sittings.indices.contains(number - 1) else {
      throw CommandFailure("\(path): it has \(record.sittings.count) sittings.", .usage)
    }
    return [record.sittings[number - 1]]
  }
}

/// The option that allows a session to read the files that it names.
struct OutsideFileOptions: ParsableArguments {
  @Flag(
    name: .customLong("allow-files"),
    help: "Read files that the session names, if they are as they were by the checksums in it.")
  var isAllowed = false

  /// Returns which files the record at `path` may read.
  func files(of path: String, for use: OutsideFiles.Use = .replay) -> OutsideFiles.Access {
    OutsideFiles.Access(isOwn: SessionFolder.isOwn(path), isAllowed: isAllowed, for: use)
  }
}

extension SessionReplay.Shown {
  /// The picture in the form of a golden file.
  fileprivate var golden: String { RegressionTest.picture(picture.text, at: Wording.clock(time), line: line) }
}
