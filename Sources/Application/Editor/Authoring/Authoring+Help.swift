internal import Game
internal import Views

/// The keys, in the footer and on the help page.
extension Authoring {
  var footer: [KeyHelp] {
    if let page { return page.footer }
    switch mode {
    case .standing: return [KeyHelp("Enter", "take it"), KeyHelp("Esc", "give up"), KeyHelp("?", "help")] + steering
    case .typing: return [KeyHelp("Enter", "take it"), KeyHelp("Esc", "back"), KeyHelp("Ctrl-U", "clear")]
    case .editing: return [KeyHelp("Enter", "change"), KeyHelp("↑↓", "choose"), KeyHelp("Esc", "back")]
    case .outlining(_, let outline):
      return [
        KeyHelp("c", "corner"), KeyHelp("w", outline.isWalking ? "stop" : "walk it"), KeyHelp("Enter", "close"),
        KeyHelp("Esc", "give up"), KeyHelp("Backspace", "back"),
      ] + steering
    case .browse, .preview: break
    }
    let first = [KeyHelp("?", "help"), KeyHelp("q", "quit"), KeyHelp("n", "new stage")]
    let again = isUnsaved ? [KeyHelp("s", "save again")] : []
    let stage = [KeyHelp("e", "edit"), KeyHelp("z", "zone"), KeyHelp("h", "hint"), KeyHelp("Tab", "next")]
    let undo = history.canUndo ? [KeyHelp("u", "undo")] : []
    guard selectedTreasure != nil else { return first + again + undo + [KeyHelp("t", "title")] + steering }
    return first + again + stage + undo + [KeyHelp("p", "preview")] + steering
  }

  private var steering: [KeyHelp] {
    source.isSteered ? [KeyHelp("←→", "turn"), KeyHelp("↑↓", "speed"), KeyHelp("Space", "stop")] : []
  }

  /// The help page.
  var help: [KeyHelp] {
    let move =
      source.isSteered
      ? [KeyHelp("arrows a d", "steer, faster, slower; Space stops")] : [KeyHelp("arrows", "move the map")]
    return [
      KeyHelp("n", "a new stage where you stand"), KeyHelp("Tab j k", "the next stage, the one before"),
      KeyHelp("e Enter", "everything about the stage"), KeyHelp("h m", "its hint, its message"),
      KeyHelp("z", "walk round its zone: c corner, w walk, Enter close"),
      KeyHelp("< >", "earlier, later in the order"), KeyHelp("x", "remove it"), KeyHelp("u r", "undo, do again"),
      KeyHelp("p", "play it, steered by keys; q comes back"), KeyHelp("t", "the hunt's title"),
    ] + move + [
      KeyHelp("+ - f", "zoom, follow me"), KeyHelp("Ctrl-L", "draw the screen anew"),
      KeyHelp("q", "quit: every change is saved already"),
    ]
  }
}
