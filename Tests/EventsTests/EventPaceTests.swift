import EventDomain
import Events
import Geodesy
import HuntDomain
import Testing

@Suite("How often a player's program speaks")
struct EventPaceTests {
  private func fix(metres: Double, at seconds: Double) -> Fix {
    let plane = TangentPlane(at: Coordinate(clampingLatitude: 48, wrappingLongitude: 11))
    return Fix(
      position: plane.coordinate(at: .init(east: metres, north: 0)), time: .seconds(seconds))
  }

  /// The seconds in which others are told of a player with a fix every `interval` who walks at a speed.
  private func told(speed: Double, interval: Double, seconds: Double, isHeard: (Double) -> Bool = { _ in true })
    -> [Double]
  {
    var pace = PositionPace()
    var told: [Double] = []
    for number in 0...Int(seconds / interval) {
      let now = Double(number) * interval
      let fix = fix(metres: now * speed, at: now)
      guard pace.isDue(fix, at: .seconds(now)) else { continue }
      told.append(now)
      if isHeard(now) { pace.note(fix, at: .seconds(now)) }
    }
    return told
  }

  @Test("others hear of one who walks every second, also if the receiver is a little early or faster")
  func walking() {
    #expect(told(speed: 10, interval: 1, seconds: 30).count == 31)
    #expect(told(speed: 10, interval: 0.99, seconds: 29.7).count == 31)
    #expect(told(speed: 10, interval: 0.2, seconds: 30).count == 31)
  }

  @Test("others hear of one who stands four times a minute, and at once when they walk on")
  func standing() {
    #expect(told(speed: 0, interval: 1, seconds: 60) == [0, 15, 30, 45, 60])
    // At 0.4 m/s thirteen seconds lead farther than a receiver moves by itself.
    #expect(told(speed: 0.4, interval: 1, seconds: 26) == [0, 13, 26])
  }

  @Test("what could not be told is tried again with the next fix")
  func unheard() {
    #expect(told(speed: 0, interval: 1, seconds: 20) { $0 >= 3 } == [0, 1, 2, 3, 18])
  }

  @Test("the referee is asked less and less often, at once again after an answer, and rarely when all is decided")
  func asking() {
    var pace = ClaimPace()
    func rests(_ count: Int) -> [Duration] { (0..<count).map { _ in pace.reach(hasNews: false, isDone: false) } }
    #expect(rests(5) == [1, 2, 4, 4, 4].map { .seconds($0) })
    #expect(pace.reach(hasNews: true, isDone: false) == .seconds(1))
    #expect(pace.reach(hasNews: false, isDone: true) == .seconds(10))
    #expect(rests(2) == [.seconds(1), .seconds(2)])
  }
}

@Suite("Pieces that prove finds")
struct ProofKeeperTests {
  private let outbox = FailingOutbox()

  @Test("are in the outbox in order; the draft of the session before comes first, once")
  func order() throws {
    try outbox.keep("left")
    var keeper = ProofKeeper(outbox)
    keeper.begin()
    keeper.add("a")
    try keeper.write()
    keeper.add("b")
    try keeper.write(draft: "c, perhaps")
    #expect(outbox.pieces == ["left", "a", "b"])
    // The draft is this session's own until the next one begins.
    keeper.add("c")
    try keeper.write()
    #expect(outbox.pieces == ["left", "a", "b", "c"])
    try keeper.write(draft: "d")
    keeper.begin()
    try keeper.write()
    #expect(outbox.pieces == ["left", "a", "b", "c", "d"])
  }

  @Test("that the outbox does not take are offered again, ahead of later ones")
  func full() throws {
    var keeper = ProofKeeper(outbox)
    try keeper.write()
    outbox.isFull = true
    for piece in ["a", "b"] {
      keeper.add(piece)
      #expect(throws: EventTrouble.self) { try keeper.write(draft: "later") }
      #expect(!keeper.isEmpty)
    }
    outbox.isFull = false
    keeper.add("c")
    try keeper.write(draft: "last")
    #expect(outbox.pieces == ["a", "b", "c"] && keeper.isEmpty)
    #expect(try outbox.draft() == "last")
  }

  @Test("a draft that cannot be read now is not lost")
  func unread() throws {
    try outbox.keep("left")
    var keeper = ProofKeeper(outbox)
    keeper.begin()
    keeper.add("a")
    outbox.isFull = true
    #expect(throws: EventTrouble.self) { try keeper.write() }
    outbox.isFull = false
    try keeper.write()
    #expect(outbox.pieces == ["left", "a"])
  }
}

/// An outbox in memory whose disk may be full: then it can neither be written nor read.
private final class FailingOutbox: Outbox, @unchecked Sendable {
  var isFull = false
  private(set) var pieces: [String] = []
  private var next: String?

  private func check() throws(EventTrouble) { if isFull { throw .damaged("the disk is full") } }

  func add(_ piece: String) throws(EventTrouble) -> Int {
    try check()
    pieces.append(piece)
    next = nil
    return pieces.count
  }

  func keep(_ draft: String) throws(EventTrouble) {
    try check()
    next = draft
  }

  func draft() throws(EventTrouble) -> String? {
    try check()
    return next
  }

  func unsent(atMost count: Int) -> [Claim] { [] }
  func lastSent() -> Int { 0 }
  func noteSent(_ number: Int) {}
  func undecided() -> [ClaimID] { [] }
  func note(_ ruling: Ruling) {}
}
