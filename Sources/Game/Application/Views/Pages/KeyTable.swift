/// One line of a table of keys: the keys, what each asks for, and how the help page and the footer describe them.
package struct KeyRow<Command: Hashable & Sendable>: Hashable, Sendable {
  /// The keys as the help page and the documentation write them, as in `a d`.
  package let label: String
  /// What the keys do, as finished text; `nil` for keys that the help page leaves out.
  package let help: String?
  /// What each key asks for, including keys that the label leaves out, such as `=` beside `+`.
  package let commands: [Key: Command]
  /// How the footer writes the key of a command, where it may be in the footer.
  package let footers: [Command: KeyHelp]

  /// Creates a row; without `commands` it describes what is no key, such as the mouse.
  package init(
    _ label: String, _ help: String? = nil, _ commands: [Key: Command] = [:], footer footers: [Command: KeyHelp] = [:]
  ) {
    self.label = label
    self.help = help
    self.commands = commands
    self.footers = footers
  }

  /// Returns a row with the same keys and words whose commands are transformed, for a program that wraps them.
  package func map<Other>(_ transform: (Command) -> Other) -> KeyRow<Other> {
    KeyRow<Other>(
      label, help, commands.mapValues(transform),
      footer: Dictionary(uniqueKeysWithValues: footers.map { (transform($0.key), $0.value) }))
  }
}

/// All keys of a program in one context: dispatch, help page, footer and documentation come from its rows.
///
/// ```swift
/// let table = KeyTable([KeyRow("n", "north up again", ["n": Command.north], footer: [.north: KeyHelp("n", "north")])])
/// table.command(for: "n")  // .north
/// ```
package struct KeyTable<Command: Hashable & Sendable>: Hashable, Sendable {
  /// In the order of the help page; no key is in two of them.
  package let rows: [KeyRow<Command>]

  /// Creates a table.
  package init(_ rows: [KeyRow<Command>]) { self.rows = rows }

  /// What a key asks for; `nil` if it means nothing here.
  package func command(for key: Key) -> Command? {
    for row in rows { if let command = row.commands[key] { return command } }
    return nil
  }

  /// The lines of the help page.
  package var help: [KeyHelp] { rows.compactMap { row in row.help.map { KeyHelp(row.label, $0) } } }

  /// The footer's words for a command, with `text` in place of the table's; empty if it has none.
  package func footer(_ command: Command, _ text: String? = nil) -> [KeyHelp] {
    for row in rows { if let known = row.footers[command] { return [KeyHelp(known.key, text ?? known.action)] } }
    return []
  }

  /// The footer's words for several commands, in this order.
  package func footers(_ commands: [Command]) -> [KeyHelp] { commands.flatMap { footer($0) } }
}

/// What some keys ask for in every program on the terminal, whatever is open.
package enum ProgramCommand: Hashable, Sendable {
  case quit, suspend, redraw
}

extension KeyTable<ProgramCommand> {
  /// Keys that every program has: they come before all others.
  package static let program = KeyTable([
    KeyRow("Ctrl-L", "draw the screen anew", [.control("l"): .redraw]),
    KeyRow("Ctrl-Z", "to the shell; fg comes back", [.control("z"): .suspend]),
    KeyRow("Ctrl-C", nil, [.control("c"): .quit]),
  ])
}

extension KeyRow {
  /// The rows of keys that every program handles before its own, for its help page.
  package static var program: [KeyRow] { KeyTable.program.rows.map { KeyRow($0.label, $0.help) } }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// A printable character.
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
