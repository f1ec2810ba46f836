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
