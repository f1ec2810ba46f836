/// A character of box drawing made of arms from the middle of its cell, all light or all heavy, or a rounded corner.
struct BoxLines: Hashable {
  /// The edges that an arm leads to.
  struct Arms: OptionSet, Hashable {
    let rawValue: UInt8
    static let left = Arms(rawValue: 1)
    static let up = Arms(rawValue: 2)
    static let right = Arms(rawValue: 4)
    static let down = Arms(rawValue: 8)
  }

  let arms: Arms
  private(set) var isHeavy = false
  private(set) var isRound = false

  /// Nothing for other characters; those with dashes, double lines or mixed weights are left to fonts.
  init?(_ scalar: Unicode.Scalar) {
    if let arms = Self.light[scalar] {
      self.arms = arms
    } else if let arms = Self.heavy[scalar] {
      (self.arms, isHeavy) = (arms, true)
    } else if let arms = Self.round[scalar] {
      (self.arms, isRound) = (arms, true)
    } else {
      return nil
    }
  }

  private static let light: [Unicode.Scalar: Arms] = [
    "─": [.left, .right], "│": [.up, .down], "┌": [.right, .down], "┐": [.left, .down],
    "└": [.up, .right],
    "┘": [.left, .up], "├": [.up, .right, .down], "┤": [.left, .up, .down],
    "┬": [.left, .right, .down],
    "┴": [.left, .up, .right], "┼": [.left, .up, .right, .down], "╴": .left, "╵": .up, "╶": .right,
    "╷": .down,
  ]

  private static let heavy: [Unicode.Scalar: Arms] = [
    "━": [.left, .right], "┃": [.up, .down], "┏": [.right, .down], "┓": [.left, .down],
    "┗": [.up, .right],
    "┛": [.left, .up], "┣": [.up, .right, .down], "┫": [.left, .up, .down],
    "┳": [.left, .right, .down],
    "┻": [.left, .up, .right], "╋": [.left, .up, .right, .down], "╸": .left, "╹": .up, "╺": .right,
    "╻": .down,
  ]

  private static let round: [Unicode.Scalar: Arms] = [
    "╭": [.right, .down], "╮": [.left, .down], "╰": [.up, .right], "╯": [.left, .up],
  ]
}
