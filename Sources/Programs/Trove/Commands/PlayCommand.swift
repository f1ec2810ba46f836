import ArgumentParser
import CommandKit
import Game
import GeoFormats
import Glibc
import TerminalUI
import Trials
import Views

/// `trove play`: the game.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Plays a treasure hunt.",
    discussion: """
      Examples:
      trove play park.geojson
      trove play park.geojson --from steer --in krems
      trove play park.geojson --script park.walk --require won

      Without a hunt and a source it asks, on a terminal; elsewhere it plays the bundled hunt with a walker. \
      With a hunt alone, positions come from the local gpsd.
      With --json one object a line, each with `event`: started (version, hunt, source, of), resumed (found, of, points, \
      elapsed), fix (lat, lon, time, elapsed, mode: 2 or 3, accuracy; where known alt, speed, course, satellites, \
      satellites_seen, accuracy_source: receiver, dilution, average or simulation, and, for the average of a stay, \
      averaged and averaged_s: of how many fixes and seconds), held (a fix that is not believed until others agree: \
      why: jump, backwards, null_island or inaccurate; text: the reason in words; lat, lon, time, elapsed, mode, \
      accuracy), remark (why: receiver, null_island or old_date; text: which receiver is followed, or what is odd about \
      what it says), searching (satellites, where known), lost (reason), opened, left and expired (id, name), entered (id, \
      name; text: what is said to whoever arrives), asked (id, name, prompt, kind: text, number or choice, options: \
      each with number and text, price), answered (id, name, answer; of a choice also its number), wrong_answer (id, \
      name, price), unsealed (an answer has opened more of the hunt: known, of), found (id, name, time, elapsed, \
      distance, points, found, of; text: what the treasure says to its finder, where it says anything), claimed (id, \
      name, price, points, found, of; text, as of found), item (id, name), hint (id, text, price), obstacle (why a \
      treasure does not open yet: id, name, why: distance, accuracy, dwell, no_position, requirement, window or \
      question; text; and what it is about: distance, accuracy, fixes, from, to), reply (text), time_up, not_saved \
      (reason), saved_again, slept (seconds), callout (a place on the way, with --callouts: id, name, distance, \
      bearing, text; where known kind, turn: degrees to the right), ruling (what the referee of an event says to a find: id, counts, text), message (what \
      the organiser says: text), connection (whether the event can be reached: text), mate_found (a find of a team mate: \
      id, text), mates (the answer to mates: text; mates, nearest first, each with id, name, lat, lon, age in seconds, \
      old; where known team, accuracy, distance, bearing, turn), board (the answer to board: text; in an event name, \
      closed, of, rows: each with rank, points, found, own, player, team; prizes and latest: each with id, name, player, \
      team, prize), finished (found, of, completed: whether the hunt is \
      won, points, elapsed; text: what the hunt says to whoever wins it, where it says anything).

      Without a screen commands come from standard input, one a line. The command help lists them, for a \
      steered walker: “\(Wording.commands(isSteered: true))” `at SECONDS COMMAND` is followed when so much of the game \
      is over: after the fixes of that time and before later ones. With --speed max nothing waits for anybody: then only --commands counts. A steered walker that stands when \
      the input has ended ends the game.

      --script plays a walkthrough at full speed: \(Walkthrough.help). Expected is won, found>=5, points>=40, or open, \
      entered, found, claimed, locked, expired, asked or visible and a stage, or item and an item, each also behind not. \
      It is waited for a minute, or as long as “within 5min” says. A step that fails ends the game.

      What you walk or steer is saved at once, and goes on at the next start; `trove games` lists it.

      Exit codes: 0 played, also when treasures are left; 2 a step of --script or a limit of --require failed; 64 wrong usage; 65 bad data; 66 no such file; \
      69 the terminal cannot be used; 73 the file of --session cannot be made; 74 the output, or the file of --record, cannot be written; 130 interrupted.
      """)

  @Argument(
    help: "The hunt: GeoJSON, geocaches and waypoints as \(FileFormat.list(of: .caches)), or a place as geo:LAT,LON.",
    completion: .file(extensions: FileFormat.extensions(of: .hunt)))
  var hunt: String?

  @OptionGroup var options: PlayOptions

  func validate() throws {
    guard hunt == nil || !options.here else { throw ValidationError("--here makes a hunt: name none.") }
    guard options.event == nil || hunt == nil && !options.here else {
      throw ValidationError("--event has its own hunt: name none.")
    }
    guard options.event != nil || options.from?.choice != .ownTracks else {
      throw ValidationError(SourceArgument.needsEvent)
    }
    let isDemo = hunt == nil && options.event == nil && !options.here
    let isWalker = options.from.map { $0.choice.kind == .walker } ?? isDemo
    guard options.answers == nil || isWalker else {
      throw ValidationError("--answers says what a simulated walker does: it goes with --from walker.")
    }
    // Without a hunt and a source the player is asked, and may choose a walker.
    let usual: SourceChoice? =
      options.script != nil ? .walker(seed: 1) : hunt != nil || options.event != nil ? .gpsd("") : nil
    if let choice = options.from?.choice ?? usual {
      try options.receivers.check(for: choice)
    }
  }

  func run() async throws {
    guard options.ghost.isEmpty || !options.asLines else {
      throw CommandFailure("--ghost is seen on a screen: it does not go with --plain, --json or a pipe.", .usage)
    }
    guard !options.callouts || options.asLines else {
      throw CommandFailure("--callouts announces places in lines: it goes with --plain or --json.", .usage)
    }
    guard options.require.isEmpty || options.asLines else {
      throw CommandFailure(
        "--require judges a game in lines: it goes with --script, --plain, --json or a pipe.", .usage)
    }
    guard options.answers == nil || options.asLines else {
      throw CommandFailure(
        "--answers goes with --plain, --json or a pipe: on a screen the walker waits for you.", .usage)
    }
    if let crash = options.crashTest, options.asLines { CrashTest(rawValue: crash)?.crash() }
    var part: EventPart?
    if let link = options.event { part = try await EventJoining.open(link) }
    let path = part?.huntPath ?? (options.here ? HuntHere(options.home.region).path : hunt)
    let composition = Composition(options, hunt: path, part: part)
    if options.asLines {
      try await composition.playAsLines()
    } else {
      try await composition.playOnTerminal()
    }
  }
}

extension PlayCommand: SettingsSelecting {
  /// In lines a source without a hunt is a mistake, and the demonstration is walked; a walkthrough has its own walker.
  func takes(setting name: String) -> Bool {
    guard name == "from" else { return true }
    return options.script == nil && options.answers == nil
      && (hunt != nil || options.here || options.event != nil || !options.asLines)
  }
}

extension PlayView: ExpressibleByArgument {}
