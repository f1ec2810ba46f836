/// A key that the player pressed, whatever device or terminal it came from.
package enum Key: Hashable, Sendable {
  /// A printable character, modifiers applied; never a control or format character.
  case character(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, tab, backTab, backspace, escape
  /// A key with Ctrl held, as its lower-case letter.
  case control(Character)
}

/// A key and what it does now.
package struct KeyHelp: Hashable, Sendable {
  /// The key or keys as the player knows them: `Enter`, `+-`, `1-9 ↑↓`.
  package let key: String
  /// What it does, in a word or two for the footer, in some more for the page.
  package let action: String

  /// Creates a hint for the footer or the help page.
  package init(_ key: String, _ action: String) {
    self.key = key
    self.action = action
  }
}

/// A mouse event, in cells from the upper left of the screen.
package enum Pointer: Hashable, Sendable {
  /// The wheel turned, `steps` away from the player when positive, over a cell.
  case wheel(steps: Int, column: Int, row: Int)
  /// The main button went down on a cell.
  case press(column: Int, row: Int)
  /// It is held, and the mouse is over another cell now.
  case drag(column: Int, row: Int)
  /// It was let go.
  case release(column: Int, row: Int)
}
