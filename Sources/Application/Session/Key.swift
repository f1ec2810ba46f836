/// A key as the player means it; how it arrives in bytes is the terminal's business.
package enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right, home, end, pageUp, pageDown
  case enter, tab, backTab, backspace, escape
  /// A letter together with the control key, lower case.
  case control(Character)
}
