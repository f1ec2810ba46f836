import Editor
import Foundation
import Game
import Room
import Testing
import Viewer
import Views

/// A table of keys without the types of its commands, and the page of the documentation that has its rows.
private struct Table: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let page: String
  let help: [KeyHelp]
  /// Of each row its label and its keys.
  let rows: [(label: String, keys: Set<Key>)]
  /// How many commands a key has, by the key.
  let uses: [Key: Int]

  init<Command>(_ name: String, _ page: String, _ table: KeyTable<Command>, help: [KeyHelp]? = nil) {
    testDescription = name
    self.page = page
    self.help = help ?? table.help
    rows = table.rows.map { ($0.label, Set($0.commands.keys)) }
    uses = table.rows.flatMap { Array($0.commands.keys) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  static let all = [
    Table("play", "players.md", .play(isSteered: false, hasOffers: true)),
    Table("play, steered", "players.md", .play(isSteered: true, hasOffers: true)),
    Table("map", "maps.md", Browsing.keys),
    Table("room", "events.md", EventRoom.keys),
    Table("replay", "sessions.md", ReplayViewer.keys, help: ReplayViewer.help),
    Table("spectator", "sessions.md", Spectator.keys),
    Table("editor", "authors.md", .browsing(isSteered: false)),
    Table("editor, steered", "authors.md", .browsing(isSteered: true)),
    Table("editor, standing", "authors.md", .standing(isSteered: true), help: []),
    Table("editor, outlining", "authors.md", .outlining(isSteered: true), help: []),
  ]
}

/// The keys that a label names, as in `a d`, `hjkl ↑ ↓`, `PgUp PgDn`.
private func keys(named label: String) -> Set<Key> {
  let words: [String: [Key]] = [
    "arrows": [.left, .right, .up, .down], "Tab": [.tab], "Space": [" "], "Enter": [.enter], "Esc": [.escape],
    "Backspace": [.backspace], "PgUp": [.pageUp], "PgDn": [.pageDown], "Home": [.home], "End": [.end],
    "←": [.left], "→": [.right], "↑": [.up], "↓": [.down], "hjkl": ["h", "j", "k", "l"],
    "1-9": (1...9).map { .character(Character("\($0)")) }, "mouse": [],
    "Ctrl-L": [.control("l")], "Ctrl-Z": [.control("z")], "Ctrl-C": [.control("c")],
  ]
  return Set(
    label.split(separator: " ").flatMap { word in
      words[String(word)] ?? (word.count == 1 ? [.character(Character(String(word)))] : [.control("?")])
    })
}

@Suite("Tables of keys")
struct KeyTableTests {
  @Test("no key is in two rows of a table, or belongs to every program", arguments: Table.all)
  fileprivate func once(_ table: Table) {
    for (key, uses) in table.uses {
      #expect(uses == 1, "\(key)")
      #expect(KeyTable.program.command(for: key) == nil, "\(key)")
    }
  }

  @Test("a label names keys that the row has", arguments: Table.all)
  fileprivate func labels(_ table: Table) {
    let everywhere = Set(KeyTable.program.rows.flatMap { Array($0.commands.keys) })
    for row in table.rows {
      #expect(keys(named: row.label).subtracting(everywhere).isSubset(of: row.keys), "\(row.label)")
    }
  }

  @Test("the documentation has a row for each line of a help page", arguments: Table.all)
  fileprivate func documented(_ table: Table) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/\(table.page)"), encoding: .utf8)
    let lines = Set(text.split(separator: "\n"))
    for line in table.help {
      let label = line.key.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
      #expect(lines.contains("| \(label) | \(line.action) |"), "docs/\(table.page): | \(label) | \(line.action) |")
    }
  }
}
