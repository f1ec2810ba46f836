internal import Game
internal import Views

/// The keys, in the footer and on the help page.
extension Authoring {
  var footer: [KeyHelp] {
    if let page { return page.footer }
    let keys = keys
    switch mode {
    case .standing: return keys.footers([.take, .giveUp, .help]) + steering
    case .typing: return [KeyHelp("Enter", "take it"), KeyHelp("Esc", "back"), KeyHelp("Ctrl-U", "clear")]
    case .editing: return [KeyHelp("Enter", "change"), KeyHelp("↑↓", "choose"), KeyHelp("Esc", "back")]
    case .outlining(_, let outline):
      return keys.footer(.corner) + keys.footer(.walk, outline.isWalking ? "stop" : nil)
        + keys.footers([.take, .giveUp, .takeBack]) + steering
    case .browse, .preview: break
    }
    let first = keys.footers([.help, .quit, .newStage])
    let again = isUnsaved ? keys.footer(.save) : []
    let undo = history.canUndo ? keys.footer(.undo) : []
    guard selectedTreasure != nil else { return first + again + undo + keys.footer(.title) + steering }
    return first + again + keys.footers([.edit, .outline, .hint, .nextStage]) + undo + keys.footer(.preview) + steering
  }

  private var steering: [KeyHelp] { source.isSteered ? KeyTable.steering.drivingFooter() : [] }

  /// The help page.
  var help: [KeyHelp] { KeyTable.browsing(isSteered: source.isSteered).help }
}
