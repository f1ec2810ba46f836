internal import Game
package import Nearby
package import Views

/// What a key asks of the editor.
package enum EditorCommand: Hashable, Sendable {
  case help, quit, save, undo, redo, preview, title
  case steer(Steering)
  /// Levels to come nearer, negative to go away; and that the map stays with the author again.
  case zoom(Double), follow
  /// Moves the map by steps to the east and to the south of the screen.
  case pan(Double, Double)
  /// Drops a stage here; chooses the next or the previous one.
  case newStage, nextStage, previousStage
  /// What is done to the chosen stage.
  case edit, hint, message, outline, earlier, later, remove
  /// While the author stands or walks: takes the position or closes the outline; gives up.
  case take, giveUp
  /// While an outline is walked: a corner here, corners on the way, the last corner away.
  case corner, walk, takeBack
}

extension KeyTable<EditorCommand> {
  /// The keys while no stage is changed.
  package static func browsing(isSteered: Bool) -> KeyTable {
    KeyTable(stages + looking(isSteered: isSteered) + general)
  }

  /// The keys while the author waits for a good position.
  package static func standing(isSteered: Bool) -> KeyTable {
    KeyTable(
      [
        KeyRow("Enter", "take the position", [.enter: .take], footer: [.take: KeyHelp("Enter", "take it")]),
        KeyRow(
          "Esc", "give up", [.escape: .giveUp, .backspace: .giveUp, "q": .giveUp],
          footer: [.giveUp: KeyHelp("Esc", "give up")]),
        help,
      ] + looking(isSteered: isSteered))
  }

  /// The keys while the author walks round a zone.
  package static func outlining(isSteered: Bool) -> KeyTable {
    KeyTable(
      [
        KeyRow("c", "a corner here", ["c": .corner], footer: [.corner: KeyHelp("c", "corner")]),
        KeyRow("w", "corners on the way", ["w": .walk], footer: [.walk: KeyHelp("w", "walk it")]),
        KeyRow("Enter", "close the outline", [.enter: .take], footer: [.take: KeyHelp("Enter", "close")]),
        KeyRow(
          "Esc", "give up", [.escape: .giveUp, "q": .giveUp], footer: [.giveUp: KeyHelp("Esc", "give up")]),
        KeyRow(
          "Backspace", "remove the last corner", [.backspace: .takeBack],
          footer: [.takeBack: KeyHelp("Backspace", "back")]),
        help,
      ] + looking(isSteered: isSteered))
  }

  private static let help = KeyRow(
    "?", nil, ["?": EditorCommand.help], footer: [.help: KeyHelp("?", "help")])

  private static let stages: [KeyRow<EditorCommand>] = [
    KeyRow("n", "a new stage where you stand", ["n": .newStage], footer: [.newStage: KeyHelp("n", "new stage")]),
    KeyRow(
      "Tab j k", "the next stage, the one before",
      [.tab: .nextStage, "j": .nextStage, .backTab: .previousStage, "k": .previousStage],
      footer: [.nextStage: KeyHelp("Tab", "next")]),
    KeyRow(
      "e Enter", "everything about the stage", ["e": .edit, .enter: .edit], footer: [.edit: KeyHelp("e", "edit")]),
    KeyRow("h m", "its hint, its message", ["h": .hint, "m": .message], footer: [.hint: KeyHelp("h", "hint")]),
    KeyRow(
      "z", "walk round its zone: c corner, w walk, Enter close", ["z": .outline],
      footer: [.outline: KeyHelp("z", "zone")]),
    KeyRow("< >", "earlier, later in the order", ["<": .earlier, ",": .earlier, ">": .later, ".": .later]),
    KeyRow("x", "remove it", ["x": .remove]),
    KeyRow("u r", "undo, do again", ["u": .undo, "r": .redo], footer: [.undo: KeyHelp("u", "undo")]),
    KeyRow(
      "p", "play it, steered by keys; q comes back", ["p": .preview], footer: [.preview: KeyHelp("p", "preview")]),
    KeyRow("t", "the hunt's title", ["t": .title], footer: [.title: KeyHelp("t", "title")]),
  ]

  /// The keys that drive the walker, also while the author waits or walks an outline; without a walker the arrows move
  /// the map.
  private static func looking(isSteered: Bool) -> [KeyRow<EditorCommand>] {
    let driving = KeyRow(
      "arrows a d", "steer, faster, slower; Space stops",
      KeyTable<Steering>.steering.rows.reduce(into: [Key: EditorCommand]()) { commands, row in
        commands.merge(row.commands.mapValues(EditorCommand.steer)) { first, _ in first }
      })
    let moving = KeyRow<EditorCommand>(
      "arrows", "move the map",
      [.left: .pan(-1, 0), .right: .pan(1, 0), .up: .pan(0, -1), .down: .pan(0, 1)])
    let step = MapCamera.keyStep
    return [
      isSteered ? driving : moving,
      KeyRow(
        "+ - f", "zoom, follow me",
        ["+": .zoom(step), "=": .zoom(step), "-": .zoom(-step), "_": .zoom(-step), "f": .follow]),
    ]
  }

  private static let general: [KeyRow<EditorCommand>] =
    KeyRow.program + [
      KeyRow("q", "quit: every change is saved already", ["q": .quit], footer: [.quit: KeyHelp("q", "quit")]),
      KeyRow("s", "save again, if saving failed", ["s": .save], footer: [.save: KeyHelp("s", "save again")]),
      help,
    ]
}
