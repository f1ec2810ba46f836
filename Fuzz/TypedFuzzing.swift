import Game
import Geodesy
import HuntDomain
import Nearby
import Places
import PlainUI
import TerminalUI
import TextCanvas

/// Bytes as what comes in by a terminal or a pipe: commands, one a line, and keys.
enum TypedFuzzing {
  /// Types them into games in lines, into the questions before a game, and into a game on the screen.
  static func type(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    for (voice, isSteered) in [(LineGame.OutputMode.sentences, false), (.json, true)] { play(lines, voice, isSteered) }
    let keys = decode(bytes)
    for session in [Session(offers: offers), Session()] { press(keys, session) }
  }

  private static func play(_ lines: [String], _ voice: LineGame.OutputMode, _ isSteered: Bool) {
    guard let game else { return }
    let script = CommandScript(lines)
    var (lineGame, time) = (
      LineGame(voice, isSteered: isSteered, listens: true, script: script, callouts: true), Duration.zero
    )
    check(lineGame.handle(.begin(game), at: .zero))
    for line in lines.prefix(200) {
      time += .seconds(1)
      check(lineGame.handle(.location(.fix(Fix(position: start, time: time, accuracy: 3))), at: time))
      check(lineGame.type(line, at: time))
    }
    check(lineGame.handle(.tick, at: time + .seconds(3600)))
  }

  private static func check(_ turn: LineGame.Turn) {
    for line in turn.lines {
      precondition(line.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
  }

  /// Wherever the bytes are cut, the same keys come out.
  private static func decode(_ bytes: [UInt8]) -> [TerminalEvent] {
    var (whole, cut) = (KeyDecoder(), KeyDecoder())
    let keys = whole.decode(bytes)
    precondition(bytes.flatMap { cut.decode([$0]) } == keys && cut == whole)
    return keys + whole.flush()
  }

  private static func press(_ events: [TerminalEvent], _ session: Session) {
    var (session, now) = (session, Duration.zero)
    if let game, case .loading = session.screen(at: now) { _ = session.handle(.begin(game), at: now) }
    for event in events.prefix(2000) {
      now += .milliseconds(100)
      switch event {
      case .key(let key):
        for case .load in session.handle(.key(key), at: now) {
          _ = session.handle(.cannotBegin("no such file"), at: now)
        }
      case .pointer(let pointer): _ = session.handle(.pointer(pointer), at: now)
      default: break
      }
    }
    var (canvas, scenery) = (Canvas(width: 80, height: 24), Scenery())
    drawGame(session.screen(at: now), on: &canvas, glyphs: .blocks, scenery: &scenery)
  }

  private static let start = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
  private static let offers = Offers(
    sources: [
      .init(.gpsd(""), title: "GPS", detail: "", question: .gpsd),
      .init(.trace(""), title: "Trace", detail: "", question: .trace),
      .init(.steer(from: nil), title: "Steer", detail: "", question: .place),
    ], hunts: [.init(path: "hunt.geojson", title: "A sample", detail: "", hasTrace: true, saved: "1 of 2")])

  /// A treasure that asks, where the player stands.
  private static let game: GameSetup? = {
    var treasures = ["text", "number", "choice"].map { id in
      Treasure(
        place: PointOfInterest(id: id, name: id, position: start), zone: .circle(radius: 20),
        hints: [Hint("Look up."), Hint("Over the door.", price: 3)], points: 10)
    }
    treasures[0].question = Question("Which?", rule: .text(["Grüner Weg"]))
    treasures[1].question = Question("When?", rule: .number(1823, tolerance: 1))
    treasures[2].question = Question("How deep?", rule: .choice(options: ["3 m", "9 m"], right: [1]))
    return Hunt(title: "A sample", order: .any, treasures: treasures).map {
      GameSetup(hunt: $0, source: "walker", alternatives: offers.sources)
    }
  }()
}
