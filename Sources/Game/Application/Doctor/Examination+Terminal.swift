extension Examination {
  /// The findings about the terminal; none of them prevents playing.
  var terminalFindings: [Finding] {
    let troubles = [control, characters, colours, size].compactMap(\.self)
    guard troubles.isEmpty else { return troubles }
    let size = terminal.columns.flatMap { columns in terminal.rows.map { ", \(columns) x \($0)" } } ?? ""
    return [Finding(.good, .terminal, "The terminal shows all characters and colours\(size).")]
  }

  private var control: Finding? {
    switch terminal.term {
    case "", "dumb":
      let what = terminal.term.isEmpty ? "TERM is not set" : "TERM is dumb"
      return Finding(
        .doubtful, .terminal, "\(what), so the game tells itself in sentences, without map and compass.",
        remedy: .init("In a terminal window, say so:", "export TERM=xterm-256color"))
    case "linux":
      return Finding(
        .doubtful, .terminal, "This is the Linux console; its font has no fine dots, and maps are drawn coarser.",
        remedy: .init("For finer maps, play in a terminal window."))
    default: return nil
    }
  }

  private var characters: Finding? {
    guard !terminal.isUTF8 else { return nil }
    let what = terminal.locale.isEmpty ? "No locale is set" : "The locale \(terminal.locale) is not UTF-8"
    return Finding(
      .doubtful, .locale, "\(what), so everything is drawn with plain ASCII characters.",
      remedy: .init("If your terminal can do better:", "export LC_ALL=C.UTF-8"))
  }

  private var colours: Finding? {
    if terminal.refusesColours {
      return Finding(
        .doubtful, .colour, "Colours are off, because NO_COLOR is set; every sign can be told by its shape.",
        remedy: .init("To have them:", "unset NO_COLOR"))
    }
    // A terminal that cannot move its cursor has been spoken of.
    guard !terminal.hasColours, !["", "dumb"].contains(terminal.term) else { return nil }
    return Finding(
      .doubtful, .colour, "The terminal shows no colours; every sign can be told by its shape.",
      remedy: .init("If it can show them:", "trove play --color always"))
  }

  private var size: Finding? {
    guard let columns = terminal.columns, let rows = terminal.rows else { return nil }
    let smallest = TerminalFacts.smallest
    guard columns < smallest.columns || rows < smallest.rows else { return nil }
    return Finding(
      .doubtful, .size, "The terminal is too small: \(columns) x \(rows).",
      remedy: .init(
        "Make it at least \(smallest.columns) columns wide and \(smallest.rows) rows high; 80 x 24 is good."))
  }
}
