import EventDomain
import Events
import HuntDomain
import LocalEvents
import Testing

@Suite("The book of invitations")
struct InvitationBookTests {
  private static let time = Timestamp(milliseconds: 1_700_000_000_000)
  private let folder = TemporaryFolder()

  private func book() throws(EventTrouble) -> InvitationBook {
    try LocalEvents.invitations(at: folder.path + "/invitations.db")
  }

  private func id(_ letter: Character) throws -> PlayerID {
    try #require(PlayerID(String(repeating: letter, count: PlayerID.length)))
  }

  @Test("gives the places of an invitation for many in their order, and each key the same place again")
  func many() throws {
    let book = try book()
    let places = (1...11).map { (name: "Runner \($0)", team: "Team \(($0 + 1) / 2)" as String?) }
    try book.add("MANY", places: places)
    try book.add("ONE", name: "Ann", team: nil)
    for (index, letter) in "ABCDEFGHIJK".enumerated() {
      let player = try book.admit("MANY", id: id(letter), key: "key \(letter)", at: Self.time)
      #expect(player.name == places[index].name && player.team == places[index].team)
    }
    #expect(try book.admit("MANY", id: id("C"), key: "key C", at: Self.time).name == "Runner 3")
    #expect(throws: EventTrouble.refused("All places of this invitation are taken; ask for another one.")) {
      try book.admit("MANY", id: id("L"), key: "key L", at: Self.time)
    }
    #expect(throws: EventTrouble.conflict) { try book.admit("ONE", id: id("C"), key: "key C", at: Self.time) }
    #expect(try book.unanswered().map(\.name) == ["Ann"])
    #expect(try book.admit("ONE", id: id("L"), key: "key L", at: Self.time).name == "Ann")
    #expect(throws: EventTrouble.refused("There is no such invitation.")) {
      try book.admit("MAN", id: id("M"), key: "key M", at: Self.time)
    }
  }

  @Test("lets in nobody at a place that is void, and gives it to nobody else")
  func void() throws {
    let book = try book()
    try book.add("MANY", places: [(name: "A", team: nil), (name: "B", team: nil), (name: "C", team: nil)])
    _ = try book.admit("MANY", id: id("A"), key: "key A", at: Self.time)
    #expect(try book.revoke(name: "A", at: 1).map(\.player.name) == ["A"])
    #expect(try book.revoke(name: "B", at: 1).isEmpty)
    #expect(throws: EventTrouble.refused("This invitation is void.")) {
      try book.admit("MANY", id: id("A"), key: "key A", at: Self.time)
    }
    #expect(try book.admit("MANY", id: id("B"), key: "key B", at: Self.time).name == "C")
  }
}
