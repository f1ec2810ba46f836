import Numbers
import Simulation
import Testing

/// Whatever goes wrong with a receiver, and whenever: the game neither gives anything away nor takes anything.
///
/// Each row of ``MatrixTable`` meets each ``Station``, for each ``Spell`` and each kind of ``Hunter``; each cell checks
/// every ``Invariant``. A cell that fails says its fault, its station, and what does not hold.
@Suite("Faults and invariants")
struct FaultMatrixTests {
  /// Seconds of an outing without faults, of which one with faults may take that much longer.
  private static let patience = 240

  @Test("alone, at every station of a hunt", arguments: MatrixTable.rows)
  func alone(fault: String) throws {
    for station in Station.allCases {
      for spell in Spell.allCases {
        guard spell.begins(station), !MatrixTable.isLost(fault, spell, station) else { continue }
        // Who sees the treasure walks on; whom the arrow leads needs the longer spell to be led astray.
        let sense = spell == .long || station == .onTheWay ? Hunter.Sense.arrow : .eyes
        guard let scenario = MatrixTable.scenario(fault, spell, at: try second(of: station, sense)) else { continue }
        try play(scenario, sense, "\(fault)\(spell.rawValue) × \(station)")
      }
    }
  }

  @Test("in pairs, one of each kind, the second one while the first lasts", arguments: MatrixTable.pairable)
  func pairs(fault: String) throws {
    for (index, other) in MatrixTable.pairable.enumerated() where other < fault {
      let stations = Station.allCases.dropFirst()
      let station = stations[stations.startIndex + index % stations.count]
      let sense = Hunter.Sense.allCases[index / stations.count % 2]
      let begin = try second(of: station, sense)
      let text = "at \(begin)s \(fault) for 20s; at \(begin + 4)s \(other) for 20s"
      try play(try FaultScenario(text: text), sense, "\(fault) and \(other) × \(station)")
    }
  }

  @Test("at random, up to six of them over the whole hunt", arguments: 1...40 as ClosedRange<UInt64>)
  func mixtures(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let lines = (0..<Int.random(in: 2...6, using: &chance)).map { _ in
      let fault = MatrixTable.rows.randomElement(using: &chance) ?? "silence"
      // A date that is wrong from the beginning is nobody's to see through.
      let second = Int.random(in: fault.hasPrefix("clock") ? 120...250 : 1...250, using: &chance)
      return "at \(second)s \(fault) for \(Int.random(in: 1...60, using: &chance))s"
    }
    let sense = Hunter.Sense.allCases[Int(seed % 2)]
    try play(try FaultScenario(text: lines.joined(separator: "\n")), sense, "mixture \(seed)")
  }

  @Test("every kind of fault has a row, and every row can be read")
  func complete() throws {
    for row in MatrixTable.rows { #expect(MatrixTable.scenario(row, at: 0) != nil, "\(row)") }
    for fault in FaultWords.allCases {
      #expect(MatrixTable.pairable.contains { $0.hasPrefix(fault.rawValue) }, "\(fault)")
    }
    #expect(Set(MatrixTable.rows).count == MatrixTable.rows.count)
    #expect(Set(MatrixTable.pairable).isSubset(of: MatrixTable.rows))
    #expect(MatrixTable.lost.allSatisfy { MatrixTable.rows.contains($0.fault) })
  }

  @Test("the stations lie apart and in this order, and nothing is wrong where nothing goes wrong")
  func stations() throws {
    for sense in Hunter.Sense.allCases {
      let seconds = try Station.allCases.map { try second(of: $0, sense) }
      #expect(seconds == seconds.sorted() && Set(seconds).count == seconds.count, "\(seconds)")
      try play(FaultScenario([]), sense, "no fault")
    }
  }

  @Test("a cell that is lost for a reason is lost indeed", arguments: MatrixTable.lost)
  func lost(cell: MatrixTable.Lost) throws {
    let begin = try second(of: cell.station, .arrow)
    let scenario = try #require(MatrixTable.scenario(cell.fault, cell.spell, at: begin))
    var outing = Outing(try #require(Ground.hunt), .arrow, scenario)
    outing.play(until: 900)
    #expect(outing.referee.violations.first?.invariant == .noLostFind, "\(cell.why)")
  }

  private func second(of station: Station, _ sense: Hunter.Sense) throws -> Int {
    try #require(Self.clean[sense]).second(of: station)
  }

  private func play(_ scenario: FaultScenario, _ sense: Hunter.Sense, _ cell: String) throws {
    let clean = try #require(Self.clean[sense])
    var outing = Outing(try #require(Ground.hunt), sense, scenario)
    let end = Int((scenario.end ?? .zero).components.seconds)
    outing.play(until: max(end, clean.end) + clean.end + Self.patience)
    for violation in Self.firsts(of: outing.referee.violations) {
      Issue.record("\(cell) × \(violation) (by \(sense.rawValue)): \(scenario)")
    }
  }

  /// The first violation of each invariant: what follows of it says nothing new.
  private static func firsts(of violations: [Referee.Violation]) -> [Referee.Violation] {
    Invariant.allCases.compactMap { invariant in violations.first { $0.invariant == invariant } }
  }

  /// When things happen in an outing without faults.
  private struct Clean {
    let times: Outing.Times
    let end: Int

    func second(of station: Station) -> Int {
      switch station {
      case .beforeTheFirstFix: Outing.coldStart - 5
      case .onTheWay: Outing.coldStart + 22
      case .atTheEdge: times.atTheEdge ?? 0
      case .dwelling: (times.found.first ?? 0) - 1
      case .questionOpen: (times.asked ?? 0) + 2
      case .atTheFinish: end - 2
      }
    }
  }

  private static let clean: [Hunter.Sense: Clean] = {
    guard let hunt = Ground.hunt else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: Hunter.Sense.allCases.map { sense in
        var outing = Outing(hunt, sense)
        outing.play(until: 3600)
        return (sense, Clean(times: outing.times, end: outing.second))
      })
  }()
}
