import HuntTesting
import Numbers
import Testing

@Suite("Mates of a crowd")
struct MateKnowledgeTests {
  @Test("know of each other again when both have heard, and the time counts from the first loss")
  func pair() {
    var knowledge = MateKnowledge(mates: [[1], [0], []])
    knowledge.lose(0, at: .seconds(1))
    knowledge.lose(1, at: .seconds(2))
    knowledge.lose(2, at: .seconds(2))
    #expect(knowledge.hear(of: 0, by: 1, at: .seconds(3)) == nil)
    #expect(knowledge.hear(of: 0, by: 1, at: .seconds(4)) == nil)
    #expect(knowledge.hear(of: 1, by: 0, at: .seconds(5)) == .seconds(4))
    #expect(knowledge.hear(of: 1, by: 0, at: .seconds(6)) == nil)
  }

  @Test("need not hear of one who has come to an end")
  func ended() {
    var knowledge = MateKnowledge(mates: [[1], [0]])
    knowledge.lose(0, at: .zero)
    #expect(knowledge.end(0, at: .seconds(1)) == nil, "who has ended still looks for the other")
    #expect(knowledge.hear(of: 1, by: 0, at: .seconds(2)) == .seconds(2))
    knowledge.lose(1, at: .seconds(3))
    #expect(knowledge.hear(of: 1, by: 0, at: .seconds(4)) == .seconds(1))
  }

  @Test("tell the same as a list of all who have not heard", arguments: 0..<20)
  func bruteForce(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let mates = (0..<9).map { player in (0..<9).filter { $0 / 3 == player / 3 && $0 != player } }
    var knowledge = MateKnowledge(mates: mates)
    var missed: Set<[Int]> = []
    var ended: Set<Int> = []
    var since: Int?
    for now in 0..<400 {
      let player = Int.random(in: 0..<9, using: &chance)
      let mate = mates[player][Int.random(in: 0..<2, using: &chance)]
      var told: Duration?
      switch Int.random(in: 0..<40, using: &chance) {
      case 0:
        ended.insert(player)
        missed = missed.filter { $0[1] != player }
        told = knowledge.end(player, at: .seconds(now))
      case 1..<8:
        for mate in mates[player] {
          if !ended.contains(mate) { missed.insert([player, mate]) }
          if !ended.contains(player) { missed.insert([mate, player]) }
        }
        knowledge.lose(player, at: .seconds(now))
      default:
        missed.remove([player, mate])
        told = knowledge.hear(of: mate, by: player, at: .seconds(now))
      }
      let expected = missed.isEmpty ? since.map { Duration.seconds(now - $0) } : nil
      #expect(told == expected, "at \(now)")
      since = missed.isEmpty ? nil : since ?? now
    }
  }
}

@Suite("Faults of a crowd's network")
struct CrowdFaultsTests {
  @Test("are the same for the same seed, and other ones for another")
  func seeds() {
    func faults(_ seed: UInt64) -> [String] {
      var faults = CrowdFaults(Set(CrowdFaults.Kind.allCases), seed: seed)
      return (0..<50).flatMap { _ in faults.second(of: 30).map { "\($0.player) \($0.fault)" } }
    }
    #expect(faults(1) == faults(1) && !faults(1).isEmpty)
    #expect(faults(1) != faults(2))
  }

  @Test("of a second are the same, however many messages were sent before")
  func seconds() {
    var (quiet, busy) = (CrowdFaults([.kill, .loss], seed: 1), CrowdFaults([.kill, .loss], seed: 1))
    var killed = 0
    for second in 0..<60 {
      for _ in 0..<second { _ = busy.isLost() }
      let faults = quiet.second(of: 20)
      #expect(busy.second(of: 20).map(\.player) == faults.map(\.player))
      killed += faults.count
    }
    #expect(killed > 0)
  }

  @Test("are only those that are wanted", arguments: CrowdFaults.Kind.allCases)
  func kinds(kind: CrowdFaults.Kind) {
    var faults = CrowdFaults([kind], seed: 3)
    var (cuts, held, lost) = (0, 0, 0)
    for _ in 0..<300 {
      let second = faults.second(of: 30)
      for case (_, .cut(let time)) in second {
        cuts += 1
        #expect(kind == .partition ? time >= .seconds(15) && time <= .seconds(20) : time < .seconds(2.2))
      }
      held += second.count { if case .hold = $0.fault { true } else { false } }
      if faults.isLost() { lost += 1 }
      // A partition takes one of three parts, all of it.
      let parted = Set(second.map { $0.player % 3 })
      if kind == .partition, !second.isEmpty { #expect(parted.count == 1 && second.count == 10) }
    }
    #expect((held > 0) == (kind == .delay))
    #expect((lost > 0) == (kind == .loss))
    #expect((cuts > 0) == (kind == .partition || kind == .kill))
  }

  @Test("are named by words with commas between them")
  func words() {
    #expect(CrowdFaults.kinds("all") == Set(CrowdFaults.Kind.allCases))
    #expect(CrowdFaults.kinds("kill,loss") == [.kill, .loss])
    for text in ["", "kill,", "kills", "all,kill"] { #expect(CrowdFaults.kinds(text) == nil) }
  }
}
