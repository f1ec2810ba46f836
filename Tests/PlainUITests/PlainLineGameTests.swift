import Game
import Geodesy
import HuntDomain
import Nearby
import Places
import PlainUI
import Testing
import Views

@Suite("A game in lines")
struct PlainLineGameTests {
  private func game(
    _ voice: LineGame.OutputMode = .sentences, isSteered: Bool = true, script: [String] = [],
    beeper: ProximityBeeper = ProximityBeeper()
  ) -> LineGame {
    var game = LineGame(voice, isSteered: isSteered, script: CommandScript(script), beeper: beeper)
    _ = game.handle(.begin(GameSetup(hunt: hunt, source: "walker", choice: .steer(from: nil))), at: .zero)
    return game
  }

  private func fix(_ metres: Double, at seconds: Int) -> SessionEvent {
    .location(
      .fix(
        Fix(
          position: home.offset(by: metres, toward: Bearing(degrees: 180)), time: .seconds(seconds), accuracy: 4,
          speed: 0)))
  }

  private let north = SessionEvent.heading(Heading(bearing: Bearing(degrees: 270), source: .compass, uncertainty: 1))

  @Test("drives the walker by words, and says so in one sentence each")
  func steering() {
    var game = game()
    let orders: [(String, Steering, String)] = [
      ("right 60", .turn(degrees: 60), "You turn right 60°."), ("left", .turn(degrees: -30), "You turn left 30°."),
      ("go", .go, "You walk."), ("stop", .halt, "You stand still."), ("faster", .faster, "You go faster."),
    ]
    for (line, steering, sentence) in orders {
      let turn = game.type(line, at: .seconds(1))
      #expect(turn.effects == [.steer(steering)])
      #expect(turn.lines.map(\.text) == [sentence])
    }
  }

  @Test("turns to the treasure on one word, as soon as it is known where that is")
  func face() {
    var game = game()
    #expect(game.type("face", at: .zero).lines.map(\.text) == ["There is nothing yet to turn to."])
    _ = game.handle(north, at: .seconds(1))
    _ = game.handle(fix(200, at: 1), at: .seconds(1))
    let turn = game.type("face", at: .seconds(1))
    guard case .steer(.turn(let degrees)) = turn.effects.first else {
      Issue.record("\(turn)")
      return
    }
    #expect(abs(degrees - 90) < 0.1)
  }

  @Test("tells in JSON lines what a treasure says to its finder, and the hunt to whoever wins it")
  func messages() throws {
    var hunt = try #require(Hunt(title: "One", treasures: [well]))
    hunt.message = "Home again."
    var game = LineGame(.json, isSteered: false, script: CommandScript([]))
    var lines = game.handle(.begin(GameSetup(hunt: hunt, source: "GPS")), at: .zero).lines
    for second in 1...6 { lines += game.handle(fix(0, at: second), at: .seconds(second)).lines }
    for (event, text) in [("found", "It is deep."), ("finished", "Home again.")] {
      let line = try #require(lines.first { $0.text.hasPrefix(#"{"event":"\#(event)","#) })
      #expect(line.text.hasSuffix(#","text":"\#(text)"}"#), "\(line.text)")
    }
  }

  @Test("tells on mates and board of the event, in sentences and in JSON")
  func event() {
    let ann = Mate("A", name: "Ann", team: "Foxes", at: home, accuracy: 4, age: .seconds(3))
    let find = Leaderboard.Find(
      "A.w", treasure: "well", name: "Well", player: "Ann", team: nil, prize: nil, whose: .mate)
    func board(_ finds: [Leaderboard.Find]) -> Leaderboard {
      Leaderboard(
        event: "Spring", rows: [.init(rank: 1, player: "Ann", team: nil, points: 5, found: 1, whose: .mate)], total: 1,
        latest: finds, prizes: [], isClosed: false)
    }
    func play(_ voice: LineGame.OutputMode) -> [String] {
      var game = game(voice)
      _ = game.handle(fix(200, at: 1), at: .seconds(1))
      var lines = game.handle(.mates([ann]), at: .seconds(1)).lines
      lines += game.handle(.board(board([])), at: .seconds(1)).lines
      lines += game.handle(.board(board([find])), at: .seconds(2)).lines
      lines += game.type("mates", at: .seconds(2)).lines + game.type("board", at: .seconds(2)).lines
      return lines.map(\.text)
    }
    #expect(
      play(.sentences) == [
        "Ann has found Well.", "Ann of Foxes: 200 m north, 4 s ago.",
        "1. Ann, 5 points, 1 found. Latest: Ann found Well.",
      ])
    let lines = play(.json)
    #expect(lines.count == 3 && lines[0] == #"{"event":"mate_found","id":"well","text":"Ann has found Well."}"#)
    #expect(lines[1].hasPrefix(#"{"event":"mates","mates":[{"id":"A","name":"Ann","team":"Foxes","lat":"#))
    #expect(lines[1].contains(#""age":4.000,"old":false,"distance":200.00,"bearing":0.00"#))
    #expect(
      lines[2]
        == #"{"event":"board","name":"Spring","closed":false,"of":1,"rows":[{"rank":1,"player":"Ann","points":5,"#
        + #""found":1,"own":false}],"prizes":[],"latest":[{"id":"well","name":"Well","player":"Ann"}],"#
        + #""text":"1. Ann, 5 points, 1 found. Latest: Ann found Well."}"#)
  }

  @Test("says the news of the game that it is a voice of, and no others")
  func voice() {
    var (silent, read) = (PlayedGame(isSteered: true), game(.json))
    _ = silent.handle(.begin(GameSetup(hunt: hunt, source: "walker", choice: .steer(from: nil))), at: .zero)
    for second in 1...120 {
      let event = fix(200 - 2 * Double(second), at: second)
      let (turn, lines) = (silent.handle(event, at: .seconds(second)), read.handle(event, at: .seconds(second)))
      #expect(lines.lines.count == turn.news.count && !turn.news.isEmpty)
      #expect(turn.news == lines.news && turn.effects == lines.effects)
    }
    #expect(silent.type("status", at: .seconds(121)).news == read.type("status", at: .seconds(121)).news)
  }

  @Test("answers what it does not understand with one helpful sentence, and goes on")
  func misunderstood() {
    var game = game()
    for line in ["dance", "left nan", "at x", "a", "\u{1B}[31mred"] {
      let lines = game.type(line, at: .zero).lines.map(\.text)
      #expect(lines.count == 1)
      #expect(lines.allSatisfy { !$0.unicodeScalars.contains("\u{1B}") })
    }
    #expect(game.type("", at: .zero).lines.isEmpty)
    #expect(!game.isOver)
  }

  @Test("says on help what can be typed, of a walker and of somebody on foot; in JSON as a reply")
  func help() {
    var steered = game()
    #expect(steered.type("help", at: .zero).lines.first?.text.contains("face to turn to the treasure") == true)
    var onFoot = game(.json, isSteered: false)
    let line = onFoot.type("?", at: .zero).lines.first?.text ?? ""
    #expect(line.hasPrefix(#"{"event":"reply","text":"Type a and an answer, hint"#) && !line.contains("faster"))
  }

  @Test("every command that help names is one")
  func helpIsTrue() {
    let help = Wording.commands(isSteered: true)
    for word in [
      "hint", "claim", "next", "where", "look", "status", "face", "go", "stop", "faster", "slower", "help", "quit",
    ] {
      #expect(help.contains(word))
      if case .misunderstood = PlayWords(word).order { Issue.record("\(word) is none") }
    }
  }

  @Test("quit leaves: nothing is heard any more")
  func quit() {
    var game = game()
    _ = game.type("quit", at: .seconds(1))
    #expect(game.isOver)
    #expect(game.handle(fix(0, at: 2), at: .seconds(2)).lines.isEmpty)
    #expect(game.type("help", at: .seconds(2)).lines.isEmpty)
  }

  @Test("a script is followed at its times: after the fixes of that time, before later ones")
  func script() {
    var game = game(script: ["at 2 go", "at 3.5 stop"])
    var steered: [Int: [SessionEffect]] = [:]
    for second in 1...6 {
      let turn = game.handle(fix(180, at: second), at: .seconds(second))
      let effects = turn.effects.filter { if case .steer = $0 { true } else { false } }
      if !effects.isEmpty { steered[second] = effects }
    }
    #expect(steered == [3: [.steer(.go)], 4: [.steer(.halt)]])
    #expect(!game.hasScript)
  }

  @Test("a typed command with a time waits for it; one whose time is over is followed at once")
  func typedLater() {
    var game = game()
    #expect(game.type("at 5 go", at: .seconds(1)).effects.isEmpty)
    #expect(game.hasScript)
    #expect(game.type("at 1 stop", at: .seconds(2)).effects == [.steer(.halt)])
    #expect(game.handle(fix(180, at: 6), at: .seconds(6)).effects.contains(.steer(.go)))
  }

  @Test("where the treasure lies is passing, news are not")
  func passing() {
    var game = game()
    #expect(game.handle(fix(180, at: 1), at: .seconds(1)).lines.map(\.isPassing) == [true])
    #expect(game.handle(fix(2, at: 200), at: .seconds(200)).lines.first?.isPassing == false)
  }

  /// A game with a café 100 m and an inn 60 m south of the well, both a little beside the way.
  private func callouts(_ voice: LineGame.OutputMode, hunt: Hunt = hunt) -> LineGame {
    var game = LineGame(voice, callouts: true)
    let places = [("Café Zero", 100.0), ("Inn", 60)].map { name, metres in
      PointOfInterest(
        id: name, name: name,
        position: home.offset(by: metres, toward: Bearing(degrees: 180)).offset(by: 8, toward: Bearing(degrees: 90)),
        kind: "cafe")
    }
    _ = game.handle(.begin(GameSetup(hunt: hunt, places: places, source: "walker")), at: .zero)
    _ = game.handle(.heading(Heading(bearing: .north, source: .compass, uncertainty: 1)), at: .zero)
    return game
  }

  @Test("looks around in one sentence, also by a script")
  func look() {
    var game = callouts(.sentences)
    _ = game.handle(fix(150, at: 1), at: .seconds(1))
    let sentence =
      "Ahead: Café Zero (cafe) 51 m, Inn (cafe) 90 m, Well (target) 150 m; left: nothing; right: nothing; behind: "
      + "nothing."
    #expect(game.type("look", at: .seconds(1)).lines.map(\.text) == [sentence])
    var json = callouts(.json)
    _ = json.type("at 3 look", at: .zero)
    _ = json.handle(fix(150, at: 1), at: .seconds(1))
    let lines = json.handle(fix(149, at: 4), at: .seconds(4)).lines.map(\.text)
    #expect(lines.first == #"{"event":"reply","text":"\#(sentence)"}"#)
  }

  @Test("announces places on the way, if the player wants that, and never two things at once")
  func announces() {
    for voice in [LineGame.OutputMode.sentences, .json] {
      var (game, plain) = (callouts(voice), game(voice, isSteered: false))
      var said: [String] = []
      for second in 1...90 {
        let event = fix(150 - Double(second), at: second)
        _ = game.handle(.heading(Heading(bearing: .north, source: .compass, uncertainty: 1)), at: .seconds(second))
        let turn = game.handle(event, at: .seconds(second))
        if voice == .sentences { #expect(turn.lines.count <= 1) }
        let announced = turn.lines.map(\.text).filter { $0.contains("Café") || $0.contains("Inn") }
        #expect(announced.isEmpty || turn.lines.last?.isPassing == true)
        said += announced
        let silent = plain.handle(event, at: .seconds(second)).lines.map(\.text)
        #expect(!silent.contains { $0.contains("Café") || $0.contains("Inn") })
      }
      switch voice {
      case .sentences: #expect(said == ["00:32 Ahead, 20 m: Café Zero (cafe).", "01:18 Ahead, 14 m: Inn (cafe)."])
      default:
        #expect(said.count == 2)
        #expect(
          said.first?.hasPrefix(#"{"event":"callout","id":"Café Zero","name":"Café Zero","kind":"cafe","distance":"#)
            == true)
        #expect(said.first?.hasSuffix(#","text":"Ahead, 20 m: Café Zero (cafe)."}"#) == true)
      }
    }
  }

  @Test("announces nothing while a question is open")
  func announcesNothing() throws {
    var asking = Treasure(place: well.place, radius: 150)
    asking.question = Question("How deep?", rule: .number(7, tolerance: 1))
    var game = callouts(.sentences, hunt: try #require(Hunt(title: "One", treasures: [asking])))
    for second in 1...40 { _ = game.handle(fix(0, at: second), at: .seconds(second)) }
    var said: [String] = []
    for second in 41...120 {
      said += game.handle(fix(Double(second - 40), at: second), at: .seconds(second)).lines.map(\.text)
    }
    #expect(!said.contains { $0.contains("Café") || $0.contains("Inn") }, "\(said)")
  }

  @Test("beeps the faster the nearer the treasure is, and not without a position")
  func beeps() {
    var game = game(beeper: ProximityBeeper(isOn: true))
    func beeps(_ metres: Double, from start: Int) -> Int {
      (start..<start + 60).count { game.handle(fix(metres, at: $0), at: .seconds($0)).beeps }
    }
    let far = beeps(180, from: 1)
    let near = beeps(60, from: 100)
    #expect(far > 0 && near > far)
    _ = game.handle(.location(.lost(reason: "unplugged")), at: .seconds(200))
    let without = (200..<260).count { game.handle(.tick, at: .seconds($0)).beeps }
    #expect(without == 0)
    var silent = self.game()
    let turn = silent.handle(fix(20, at: 1), at: .seconds(1))
    #expect(!turn.beeps)
  }
}

@Suite("Commands that come in as bytes")
struct PlainCommandLinesTests {
  @Test("are lines, however they are cut and ended")
  func lines() {
    let text = Array("go\r\nleft 30\n\n a é\rquit".utf8)
    for cut in 0...text.count {
      var lines = CommandLines()
      let read = lines.receive(text[..<cut]) + lines.receive(text[cut...]) + [lines.end()].compactMap(\.self)
      #expect(read == ["go", "left 30", " a é", "quit"])
    }
  }

  @Test("take no more memory than a line, and one that is too long is said to be")
  func tooLong() {
    var lines = CommandLines()
    var read: [String] = []
    for _ in 0..<100 { read += lines.receive([UInt8](repeating: 0x61, count: 10_000)) }
    read += lines.receive(Array("\nhint\n".utf8))
    #expect(read.count == 2 && read.last == "hint")
    #expect(read[0].utf8.count < 5000)
    #expect(PlayWords(read[0]).order == .misunderstood("That line is too long; type help for the commands."))
  }

  @Test("that are no text are still lines")
  func notText() {
    var lines = CommandLines()
    #expect(lines.receive([0xFF, 0xFE, 0x0A]) == ["\u{FFFD}\u{FFFD}"])
  }
}
