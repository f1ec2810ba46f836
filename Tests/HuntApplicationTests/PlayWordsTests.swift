import Foundation
import Game
import Nearby
import Numbers
import Testing
import Views

@Suite("A typed line")
struct PlayWordsTests {
  private static let orders: [(String, PlayWords.Order)] = [
    ("a 1823", .action(.answer("1823"))), ("answer  The Old  Mill ", .action(.answer("The Old  Mill"))),
    ("A Nan", .action(.answer("Nan"))), ("hint", .action(.hint)), (" CLAIM ", .action(.claim)),
    ("next", .action(.nextTarget)), ("where", .action(.way)), ("where now", .action(.way)), ("look", .action(.look)),
    ("status", .action(.status)), ("mates", .action(.mates)), ("Board", .action(.board)), ("?", .action(.help)),
    ("left", .action(.turn(degrees: -30))),
    ("left 60", .action(.turn(degrees: -60))), ("right 7.5°", .action(.turn(degrees: 7.5))),
    ("go", .action(.steer(.go))), ("stop", .action(.steer(.halt))), ("faster", .action(.steer(.faster))),
    ("slower", .action(.steer(.slower))), ("face", .face), ("quit", .action(.quit)), ("", .nothing), ("  ", .nothing),
    ("# a comment", .nothing),
  ]

  @Test("is one action", arguments: orders)
  func order(line: String, order: PlayWords.Order) {
    #expect(PlayWords(line) == PlayWords("  \(line)\t"))
    #expect(PlayWords(line).order == order)
    #expect(PlayWords(line).time == nil)
    #expect(PlayWords("at 1.5 \(line)").order == order)
    #expect(PlayWords("at 1.5 \(line)").time == .milliseconds(1500))
  }

  @Test("begins with a word that the guide for players and the help name")
  func documented() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let guide = try String(contentsOf: root.appending(path: "docs/players.md"), encoding: .utf8)
    let help = Wording.commands(isSteered: true).lowercased().split { !$0.isLetter }.map(String.init)
    let words = PlayWords.words + ["a", "left", "right", "l", "r"]
    for word in words where word != "?" {
      #expect(guide.contains("`\(word)`") || guide.contains("`\(word) "), "docs/players.md: \(word)")
      let same = words.filter { PlayWords("\($0) 5").order == PlayWords("\(word) 5").order }
      #expect(same.contains(where: help.contains), "the help has none of \(same)")
    }
  }

  private static let wrong = [
    "a", "answer ", "1823", "left nan", "right -1", "right 1e99", "left 361", "left x", "at", "at x hint", "at -1 hint",
    "at nan hint", "at inf hint", "at 1e99 hint", "\u{1B}[2J", String(repeating: "x", count: 5000),
    "a " + String(repeating: "e\u{301}", count: 2000),
  ]

  @Test("that is none is answered with one sentence", arguments: wrong)
  func misunderstood(line: String) {
    guard case .misunderstood(let sentence) = PlayWords(line).order else {
      Issue.record("\(line) was understood")
      return
    }
    #expect(sentence.hasSuffix(".") && sentence.count < 150)
  }

  @Test("can be anything without a fault")
  func anything() {
    var chance = SeededGenerator(seed: 1)
    let pieces = ["a", "at", "left", " ", "9", "-", "°", "\u{0}", "é", "\t", ".", "e", "right", "nan", "👨‍👩‍👧", "\r\n"]
    for _ in 0..<5000 {
      let line = (0..<Int.random(in: 0...8, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }
      _ = PlayWords(line.joined())
    }
  }
}

@Suite("A script of commands")
struct CommandScriptTests {
  private func drain(_ script: inout CommandScript, before time: Duration) -> [PlayWords.Order] {
    var orders: [PlayWords.Order] = []
    while let next = script.next(before: time) { orders.append(next.order) }
    return orders
  }

  @Test("gives each command before the first moment that is later, in the order of times and of lines")
  func order() {
    var script = CommandScript(["go", "at 10 hint", "where", "", "# x", "at 5 stop", "at 10 claim", "status"])
    #expect(drain(&script, before: .zero) == [])
    #expect(drain(&script, before: .seconds(5)) == [.action(.steer(.go))])
    #expect(drain(&script, before: .seconds(10)) == [.action(.steer(.halt))])
    #expect(!script.isEmpty)
    #expect(
      drain(&script, before: .seconds(11)) == [.action(.hint), .action(.way), .action(.claim), .action(.status)])
    #expect(script.isEmpty)
  }

  @Test("follows a line that is typed at once, or at the later time that it names")
  func typed() {
    var script = CommandScript(["at 10 hint"])
    let typed = ["", "# x", "where", "at 5 status", "at 20 claim"].map { script.type($0, at: .seconds(5)) }
    #expect(typed == [.nothing, .nothing, .now(.action(.way)), .now(.action(.status)), .waits])
    #expect(drain(&script, before: .seconds(30)) == [.action(.hint), .action(.claim)])
  }

  @Test("follows nothing after quit, whether that was typed or had waited")
  func quit() {
    var script = CommandScript(["at 10 quit", "at 11 hint"])
    var typing = script
    #expect(drain(&script, before: .seconds(30)) == [.action(.quit)] && script.hasQuit)
    #expect(typing.type("at 7 q", at: .seconds(5)) == .waits && !typing.hasQuit)
    #expect(typing.type("exit", at: .seconds(5)) == .now(.action(.quit)) && typing.hasQuit)
    #expect(typing.type("hint", at: .seconds(6)) == .nothing && drain(&typing, before: .seconds(30)) == [])
  }

  @Test("takes no more than it has room for")
  func bound() {
    var script = CommandScript()
    let first = (0...CommandScript.most).map { _ in script.add(.face, at: .zero) }
    #expect(first.count { $0 } == CommandScript.most && first.last == false)
    _ = script.next(before: .seconds(1))
    let next = script.type("at 9 face", at: .zero)
    #expect(next == .waits)
    #expect(script.type("at 9 face", at: .zero) == .dropped)
    #expect(script.type("face", at: .zero) == .now(.face))
  }
}
