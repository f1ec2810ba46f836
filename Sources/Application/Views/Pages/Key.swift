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
  package let key: String
  package let action: String

  /// Creates a hint for the footer or the help page.
  package init(_ key: String, _ action: String) {
    self.key = key
    self.action = action
  }
}
