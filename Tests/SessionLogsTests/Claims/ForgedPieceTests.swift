import EventDomain
import Events
import Foundation
import Game
import Geodesy
import HuntDomain
import Nearby
import Sealing
import SessionLogs
import Testing
import Views

/// A piece that no honest game makes.
struct Forgery: Sendable, CustomTestStringConvertible {
  /// What the judge has when a forged piece comes: the first of three pieces was taken, and the others follow.
  struct Scene {
    let ann = Claimant()
    /// The lines of the three pieces, with the head first and without the signature.
    let lines: [[String]]
    let pieces: [String]

    init() {
      pieces = ann.pieces(ForgedPieceTests.session, cutAt: [60, 120])
      lines = pieces.map { $0.split(separator: "\n").dropLast().map(String.init) }
    }

    /// The second piece with other lines after its head.
    func second(_ change: (inout [String]) -> Void) -> String {
      var body = lines[1]
      change(&body)
      return ann.sign(body)
    }

    /// The second piece with another head.
    func head(_ word: String, _ other: String) -> String {
      second { $0[0] = $0[0].replacing(word, with: other) }
    }

    /// A first piece of another session that goes on with a saved game.
    func saved(_ events: [HuntEvent.Kind], text: String = WalkedSession.huntText) -> String {
      var tail = ProofTail(Claimant.event, sitting: "two", header: WalkedSession.header, signedBy: ann.key)
      let events = [.began] + events
      let saved = events.enumerated().map { HuntEvent($1, time: .seconds($0)) }
      tail.note(TimedLogEntry(.begin(WalkedSession.begin(saved: saved, text: text)), at: .zero))
      return tail.cut() ?? ""
    }
  }

  let testDescription: String
  /// How the reason begins.
  let reason: String
  let piece: @Sendable (Scene) -> String

  init(_ name: String, _ reason: String, _ piece: @escaping @Sendable (Scene) -> String) {
    (testDescription, self.reason, self.piece) = (name, reason, piece)
  }

  private static let signature = "the signature does not fit"
  private static let noPiece = "it is no piece of a session"
  private static let place = "it does not go on where the piece before ended"
  private static let beginning = "the beginning of the session is missing"
  private static let unknown = "it goes on with a game of which the event knows nothing"
  private static let badLine = "line 3: "

  /// A line of a fix in the middle of the second piece, and what of it is changed.
  private static func line(_ pattern: String, _ other: String) -> @Sendable (Scene) -> String {
    { scene in
      scene.second { lines in
        lines[1] = lines[1].replacingOccurrences(of: pattern, with: other, options: .regularExpression)
      }
    }
  }

  static let all: [Forgery] = [
    // Bytes that somebody has changed on the way.
    Forgery("a changed fix", signature) { $0.pieces[1].replacing("\"lat\":48.13", with: "\"lat\":48.14") },
    Forgery("a changed time", signature) { $0.pieces[1].replacing("\"t\":\"", with: "\"t\":\"1") },
    Forgery("the signature of another piece", signature) { scene in
      scene.lines[1].map { $0 + "\n" }.joined() + (scene.pieces[2].split(separator: "\n").last ?? "") + "\n"
    },
    Forgery("line ends of another system", signature) { $0.pieces[1].replacing("\n", with: "\r\n") },
    Forgery("bytes that are not UTF-8", signature) { scene in
      var bytes = Array(scene.pieces[1].utf8)
      bytes[bytes.count / 2] = 0xFF
      return String(decoding: bytes, as: UTF8.self)
    },
    Forgery("a zero byte", signature) { scene in
      let middle = scene.pieces[1].index(scene.pieces[1].startIndex, offsetBy: 400)
      return scene.pieces[1].replacingCharacters(in: middle...middle, with: "\0")
    },
    // Text that is no piece.
    Forgery("nothing", noPiece) { _ in "" },
    Forgery("an empty line", noPiece) { _ in "\n" },
    Forgery("many empty lines", noPiece) { _ in String(repeating: "\n", count: 1000) },
    Forgery("a piece without its last line break", noPiece) { String($0.pieces[1].dropLast()) },
    Forgery("a piece torn in a line", noPiece) { String($0.pieces[1].prefix(1000)) },
    Forgery("a piece torn between two lines", signature) { scene in
      scene.lines[1].prefix(20).map { $0 + "\n" }.joined()
    },
    Forgery("a whole record instead of a piece", noPiece) { String($0.pieces[0].drop { $0 != "\n" }.dropFirst()) },
    Forgery("another word", noPiece) { $0.head("\"claim\"", "\"flight\"") },
    Forgery("JSON that is deeply nested", noPiece) { _ in String(repeating: "[", count: 100_000) + "\n\n" },
    Forgery("a huge piece", "it is larger than 512 KiB") { scene in
      scene.second { $0.append(String(repeating: " ", count: 512 << 10)) }
    },
    Forgery("a format of the future", "another version of Trove made it") { $0.head("\"format\":1", "\"format\":2") },
    Forgery("a key that is none", signature) { scene in
      scene.pieces[1].replacing(scene.ann.key.known.text, with: "bm8ga2V5")
    },
    Forgery("a signature that is too short", signature) { scene in
      scene.lines[1].map { $0 + "\n" }.joined() + #"{"key":"\#(scene.ann.key.known.text)","signature":"AAAA"}"# + "\n"
    },
    // What is signed, and not the player's or the event's.
    Forgery("another's piece", "another player has signed it") { _ in
      Claimant(6).pieces(ForgedPieceTests.session)[0]
    },
    Forgery("the player's own lines under another's key", "another player has signed it") { scene in
      Claimant(6).sign(scene.lines[1])
    },
    Forgery("a piece of another event", "it was made for another event") { scene in
      scene.ann.pieces(ForgedPieceTests.session, event: EventID(chance: 78))[0]
    },
    Forgery("a game of another hunt", "it is another hunt than that of the event") { scene in
      scene.saved([], text: "{}")
    },
    // The order of pieces.
    Forgery("a piece is left out", place) { $0.pieces[2] },
    Forgery("a piece again", place) { $0.pieces[0] },
    Forgery("a piece after the right one, with the right number", place) { scene in
      scene.ann.sign([scene.lines[2][0].replacing("\"number\":3", with: "\"number\":2")] + scene.lines[2].dropFirst())
    },
    Forgery("the number of the next piece", place) { $0.head("\"number\":2", "\"number\":3") },
    Forgery("a number below all", place) { $0.head("\"number\":2", "\"number\":-2") },
    Forgery("a number that is none", noPiece) { $0.head("\"number\":2", "\"number\":2e99") },
    Forgery("a piece that names none before it", place) { scene in
      scene.second {
        $0[0] = $0[0].replacingOccurrences(of: #","previous":"[^"]*""#, with: "", options: .regularExpression)
          .replacingOccurrences(of: #""previous":"[^"]*","#, with: "", options: .regularExpression)
      }
    },
    Forgery("another session that begins in the middle", beginning) { $0.head("\"one\"", "\"two\"") },
    Forgery("another session whose first piece names one before it", beginning) { scene in
      var lines = scene.lines[0]
      lines[0] = scene.lines[1][0].replacing("\"number\":2", with: "\"number\":1").replacing("\"one\"", with: "\"two\"")
      return scene.ann.sign(lines)
    },
    Forgery("another session without its header", "line 2: ") { scene in
      var lines = scene.lines[0]
      lines[0] = lines[0].replacing("\"one\"", with: "\"two\"")
      lines.remove(at: 1)
      return scene.ann.sign(lines)
    },
    Forgery("a game that begins twice", "its game begins twice") { scene in
      scene.second { $0.insert(scene.lines[0][2].replacing("\"t\":\"0\"", with: "\"t\":\"57\""), at: 1) }
    },
    // Time.
    Forgery("a time that goes back to the piece before", "its time goes back", line(#""t":"[^"]*""#, #""t":"1""#)),
    Forgery("a time that goes back in the piece", "line 4: ", line(#""t":"[^"]*""#, #""t":"3000""#)),
    Forgery(
      "positions that took longer than the game", "its positions took longer by their own clock than the game",
      line(#""time":"[^"]*""#, #""time":"500""#)),
    Forgery("a negative time", badLine, line(#""t":"[^"]*""#, #""t":"-1""#)),
    Forgery("a time of a million years", badLine, line(#""t":"[^"]*""#, #""t":"31557600000000""#)),
    Forgery("a time that overflows", badLine, line(#""time":"[^"]*""#, #""time":"99999999999999999999""#)),
    Forgery("a time that is a number", badLine, line(#""t":"[^"]*""#, #""t":57"#)),
    // Numbers.
    Forgery("a latitude of 91°", badLine, line(#""lat":[0-9.]*"#, #""lat":91"#)),
    Forgery("a longitude without end", badLine, line(#""lon":[0-9.]*"#, #""lon":1e999"#)),
    Forgery("a latitude that is no number", badLine, line(#""lat":[0-9.]*"#, #""lat":NaN"#)),
    Forgery("a fix of seven dimensions", badLine, line(#""mode":[23]"#, #""mode":7"#)),
    Forgery("a fix by a source that nobody knows", badLine, line(#""by":"[a-z]*""#, #""by":"oracle""#)),
    Forgery("a line of nothing", badLine) { $0.second { $0.insert(#"{"t":"57"}"#, at: 1) } },
    // Games that somebody else has saved.
    Forgery("a saved game with a find", unknown) { $0.saved([.found("oak", distance: 1)]) },
    Forgery("a saved game with a claim", unknown) { $0.saved([.claimed("oak")]) },
    Forgery("a saved game inside of a zone", unknown) { $0.saved([.entered("oak")]) },
    Forgery("a saved game with an answer", unknown) { $0.saved([.answered("oak", .text("owl"))]) },
    Forgery("a saved game with wrong answers", unknown) { $0.saved([.answeredWrongly("oak")]) },
    Forgery("a saved game with a treasure that is not open yet", unknown) { $0.saved([.opened("pond")]) },
    Forgery("a saved game that is won", unknown) { $0.saved([.won]) },
  ]
}

@Suite("A forged piece of a session")
struct ForgedPieceTests {
  static let session = WalkedSession()

  @Test(
    "is not believed, for a reason that is told, and changes nothing: the next honest pieces are",
    arguments: Forgery.all)
  func table(forgery: Forgery) throws {
    let scene = Forgery.Scene()
    var (judge, honest) = (scene.ann.judge, scene.ann.judge)
    #expect(try judge.take(scene.pieces[0]) == honest.take(scene.pieces[0]))
    let piece = forgery.piece(scene)
    #expect(piece != scene.pieces[1], "nothing is forged")
    let problem = #expect(throws: ProofProblem.self) { try judge.take(piece) }
    let why = problem?.description ?? ""
    #expect(why.hasPrefix(forgery.reason), "\(why)")
    #expect(why.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } && why.count < 200)
    for next in scene.pieces[1...] {
      let (found, expected) = (try judge.take(next), try honest.take(next))
      #expect(!expected.isEmpty && found == expected)
    }
  }

  @Test("there are at least fifty, each of its own kind")
  func count() {
    #expect(Set(Forgery.all.map(\.testDescription)).count == Forgery.all.count && Forgery.all.count >= 50)
  }

  @Test("with control characters in its names is a game like others: what it finds has the names of the event's hunt")
  func controls() throws {
    let (ann, evil) = (Claimant(), "\u{1B}[2J\u{202E}\n")
    var judge = ann.judge
    var header = WalkedSession.header
    (header.version, header.began) = (evil, evil)
    var tail = ProofTail(Claimant.event, sitting: evil, header: header, signedBy: ann.key)
    for (index, moment) in Self.session.moments.enumerated() {
      guard index == 0 else {
        tail.note(moment)
        continue
      }
      let setup = GameSetup(hunt: WalkedSession.hunt, source: evil)
      let hunt = RecordedGame.File(path: "/\(evil)", text: WalkedSession.huntText)
      tail.note(TimedLogEntry(.begin(RecordedGame(setup, hunt: hunt, map: nil)), at: moment.time))
      tail.note(TimedLogEntry(.command("a \(evil)"), at: moment.time))
    }
    let piece = tail.cut() ?? ""
    #expect(try judge.take(piece).map(\.name) == ["The gate", "The oak", "The mill", "The pond"])
  }

  @Test("of a game that claims a treasure without having been there finds nothing")
  func farAway() throws {
    let scene = Forgery.Scene()
    var judge = scene.ann.judge
    // A game of its own, in which the player stands at the start, asks, answers and claims for an hour.
    var tail = ProofTail(Claimant.event, sitting: "two", header: WalkedSession.header, signedBy: scene.ann.key)
    tail.note(TimedLogEntry(.begin(WalkedSession.begin(saved: [])), at: .zero))
    for second in 1...3600 {
      let time = Duration.seconds(second)
      let fix = Fix(position: WalkedSession.start, time: time, accuracy: 3, accuracySource: .receiver)
      tail.note(TimedLogEntry(.event(.location(.fix(fix))), at: time))
      if second % 60 == 0 {
        for word in ["a owl", "a rye", "claim", "claim"] { tail.note(TimedLogEntry(.command(word), at: time)) }
      }
    }
    let piece = tail.cut() ?? ""
    #expect(try judge.take(piece).isEmpty)
  }
}
