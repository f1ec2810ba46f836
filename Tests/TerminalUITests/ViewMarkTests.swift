import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite("The marks of treasures")
struct ViewMarkTests {
  private static let roles: [PlaceRole] = [
    .target, .entered, .treasure, .locked, .found, .claimed, .expired, .place,
  ]
  /// The player, and what grounds are filled with.
  private static let taken: Set = ["@", "?", "#", "~", "\"", ".", "%", "░", "▒", "█"]

  @Test("differ from each other, from the player, and from what grounds are drawn with", arguments: GlyphLevel.allCases)
  func differ(glyphs: GlyphLevel) {
    let marks = Set(Self.roles.map(Symbols(glyphs: glyphs).mark))
    #expect(marks.count == Self.roles.count)
    #expect(marks.isDisjoint(with: Self.taken))
  }
}
