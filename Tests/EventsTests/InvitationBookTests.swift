import EventDomain
import EventHost
import Events
import HuntDomain
import NATSEvents
import Numbers
import Testing

@Suite("The book of invitations")
struct InvitationBookTests {
  private static let time = Timestamp(milliseconds: 1_700_000_000_000)
  private let folder = TemporaryFolder()

  private func book() throws(EventTrouble) -> InvitationBook {
    try InvitationBook(path: folder.path + "/invitations.db")
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

  @Test("lets no more come with an invitation for many within a minute than its pace; who is known comes again")
  func pace() throws {
    let book = try book()
    try book.add("MANY", places: (1...5).map { (name: "Runner \($0)", team: nil) }, pace: 2)
    func name(_ letter: Character, at seconds: Double) throws -> String? {
      do throws(EventTrouble) {
        return try book.admit(
          "MANY", id: PlayerID(String(repeating: letter, count: PlayerID.length))!, key: "\(letter)",
          at: Self.time.advanced(by: .seconds(seconds))
        ).name
      } catch {
        guard error.isUnreachable else { throw error }
        return nil
      }
    }
    #expect(try name("A", at: 0) == "Runner 1" && name("B", at: 50) == "Runner 2")
    #expect(try name("C", at: 59.9) == nil && name("A", at: 59.9) == "Runner 1")
    #expect(try name("C", at: 60) == "Runner 3" && name("D", at: 60) == nil)
    #expect(try name("D", at: 110) == "Runner 4")
    // A clock that went back holds nobody up.
    #expect(try name("E", at: 0.5) == "Runner 5")
  }

  @Test("gives a place of an invitation for many to another one when its organiser makes the pass void")
  func returned() throws {
    let book = try book()
    try book.add("MANY", places: [("Runner 1", "Foxes"), ("Runner 2", "Foxes")])
    for letter in "AB" { _ = try book.admit("MANY", id: id(letter), key: "key \(letter)", at: Self.time) }
    #expect(try book.revoke(name: "Runner 1", at: 7).map(\.revoked) == [7])
    #expect(throws: EventTrouble.refused("This invitation is void.")) {
      try book.admit("MANY", id: id("A"), key: "key A", at: Self.time)
    }
    let other = try book.admit("MANY", id: id("C"), key: "key C", at: Self.time)
    #expect(other.name == "Runner 1" && other.team == "Foxes")
    #expect(throws: EventTrouble.refused("All places of this invitation are taken; ask for another one.")) {
      try book.admit("MANY", id: id("D"), key: "key D", at: Self.time)
    }
    // Of who has sent too much it stays void: the same program would come again.
    _ = try book.revokeExcessive([id("B"): .max], at: Self.time)
    #expect(throws: EventTrouble.self) { try book.admit("MANY", id: id("D"), key: "key D", at: Self.time) }
  }

  @Test("makes passes void of who sends more than anybody plays in the time since they joined, once")
  func excessive() throws {
    let book = try book()
    for (letter, name) in [("A", "Ann"), ("B", "Ben"), ("C", "Cem")] {
      try book.add(name, name: name, team: nil)
      _ = try book.admit(name, id: id(Character(letter)), key: "key \(letter)", at: Self.time)
    }
    let most = SentVolumes.allowance(after: .seconds(3600))
    #expect(most == 32 << 20 + 3600 * 4 << 10)
    let sizes = [try id("A"): most, try id("B"): most + 1]
    let later = Self.time.advanced(by: .seconds(3600))
    #expect(try book.revokeExcessive(sizes, at: later).map(\.name) == ["Ben"])
    #expect(try book.revokeExcessive(sizes, at: later) == [])
    #expect(try book.guests().map(\.revoked) == [nil, later.milliseconds / 1000, nil])
    // A clock that went back leaves what everybody may have sent at once.
    let earlier = Self.time.advanced(by: .seconds(-3600))
    #expect(try book.revokeExcessive([id("C"): 32 << 20], at: earlier) == [])
    #expect(try book.revokeExcessive([id("C"): 32 << 20 + 1], at: earlier).map(\.name) == ["Cem"])
  }

  @Test("makes invitations void with which too much was sent, once; who came with one for many stays")
  func voids() throws {
    let book = try book()
    let (many, one, phone) = (try id("M"), try id("O"), try id("P"))
    try book.add(many.text, places: [("Runner 1", nil), ("Runner 2", nil)])
    try book.add(one.text, name: "Ann", team: nil)
    try book.add(phone.text, name: "Ben", team: nil)
    let comers = [(many.text, "A"), (one.text, "B"), (phone.text, "P")]
    for (invitation, letter) in comers {
      _ = try book.admit(invitation, id: id(Character(letter)), key: "key \(letter)", at: Self.time)
    }
    // A phone's invitation has the id of its player, who may send for weeks.
    #expect(try book.void([many, one, phone, id("X"), id("A")], at: 7) == ["Runner 1", "Ann"])
    #expect(try book.void([many, one], at: 8) == [])
    #expect(try book.voids() == [many.text: 7, one.text: 7])
    #expect(try book.guests().map(\.revoked) == [nil, 7, nil])
    #expect(throws: EventTrouble.refused("All places of this invitation are taken; ask for another one.")) {
      try book.admit(many.text, id: id("C"), key: "key C", at: Self.time)
    }
  }

  @Test("makes an invitation for many void when three who came with it have sent too much, not those sent away")
  func abused() throws {
    let book = try book()
    try book.add("MANY", places: (1...9).map { (name: "Runner \($0)", team: nil) })
    for letter in "ABCDE" { _ = try book.admit("MANY", id: id(letter), key: "key \(letter)", at: Self.time) }
    _ = try book.revoke(name: "Runner 1", at: 5)
    for letter in "BC" { _ = try book.revokeExcessive([id(letter): .max], at: Self.time) }
    #expect(try book.void([], at: 6) == [])
    _ = try book.revokeExcessive([id("D"): .max], at: Self.time)
    #expect(try book.void([], at: 7) == ["Runner 1"])
    #expect(try book.void([], at: 8) == [] && book.voids() == ["MANY": 7])
    #expect(throws: EventTrouble.self) { try book.admit("MANY", id: id("F"), key: "key F", at: Self.time) }
    #expect(try book.admit("MANY", id: id("E"), key: "key E", at: Self.time).name == "Runner 5")
  }

  @Test("says whom a phone shows: who plays by its name and team, or else somebody with only a phone")
  func carriers() throws {
    let book = try book()
    let (phone, other, ann, stranger) = (try id("P"), try id("Q"), try id("A"), try id("X"))
    for (id, name) in [(phone, "Ann"), (other, "Dee")] {
      try book.add(id.text, name: name, team: "Foxes")
      _ = try book.admit(id.text, id: id, key: "key \(name)", at: Self.time)
    }
    var carriers = PhoneCarriers()
    func seen(_ phone: PlayerID, at seconds: Double) -> String? {
      carriers.carrier(of: phone, at: .seconds(seconds), in: book).map { "\($0.player.id) \($0.plays)" }
    }
    #expect(seen(phone, at: 0) == "\(phone) false" && seen(stranger, at: 0) == nil)
    try book.add("ANN", name: "Ann", team: "Foxes")
    _ = try book.admit("ANN", id: ann, key: "key A", at: Self.time)
    #expect(seen(phone, at: 0.9) == "\(phone) false")
    #expect(seen(phone, at: 1) == "\(ann) true")
    // Of two with its name it belongs to nobody; that somebody plays with it is believed for some seconds.
    try book.add("ANN2", name: "Ann", team: "Foxes")
    _ = try book.admit("ANN2", id: id("B"), key: "key B", at: Self.time)
    #expect(seen(phone, at: 10.9) == "\(ann) true")
    #expect(seen(phone, at: 11) == "\(phone) false")
    try book.revoke(phone, at: 5)
    #expect(seen(phone, at: 12) == nil && seen(other, at: 12) == "\(other) false")
  }

  @Test("lets in nobody whose place is void; a place that nobody had taken then goes to nobody")
  func void() throws {
    let book = try book()
    try book.add("MANY", places: [(name: "A", team: nil), (name: "B", team: nil), (name: "C", team: nil)])
    _ = try book.admit("MANY", id: id("A"), key: "key A", at: Self.time)
    #expect(try book.revoke(name: "A", at: 1).map(\.player.name) == ["A"])
    #expect(try book.revoke(name: "B", at: 1).isEmpty)
    #expect(throws: EventTrouble.refused("This invitation is void.")) {
      try book.admit("MANY", id: id("A"), key: "key A", at: Self.time)
    }
    #expect(try book.admit("MANY", id: id("B"), key: "key B", at: Self.time).name == "A")
    #expect(try book.admit("MANY", id: id("C"), key: "key C", at: Self.time).name == "C")
  }
}
