import Geodesy
import Numbers
import Simulation

extension FaultScenario {
  /// A scenario of some of all faults, of numbers within their limits, beyond, and none.
  static func random(using generator: inout SeededGenerator, entries: Int, within seconds: Double = 4000) -> Self {
    var made: [Entry] = []
    while made.count < entries {
      let time = Duration.seconds(generator.uniform() * seconds)
      let start: Start = generator.uniform() < 0.8 ? .at(time) : .every(time)
      let length = Duration.seconds(generator.uniform() * generator.uniform() * seconds)
      let extent: Extent =
        switch generator.next() % 8 {
        case 0...1: .once
        case 2: .ever
        default: .lasting(length)
        }
      if let entry = Entry(start, .random(using: &generator), extent) { made.append(entry) }
    }
    return FaultScenario(made)
  }
}

extension Fault {
  static func random(using generator: inout SeededGenerator) -> Fault {
    let wild: [Double] = [.nan, .infinity, -1e300, 1e300, 0, 1e-9, 0.0004]
    func number(_ usual: Double) -> Double {
      generator.uniform() < 0.8
        ? generator.uniform() * usual : wild[Int(generator.next() % UInt64(wild.count))]
    }
    func maybe(_ usual: Double) -> Double? { generator.uniform() < 0.3 ? nil : number(usual) }
    let bearing = Bearing(degrees: generator.uniform() * 360)
    switch generator.next() % 18 {
    case 0: return .loseFix
    case 1: return .silence
    case 2: return .stall
    case 3: return .duplicate(times: Int(generator.next() % 30) - 3)
    case 4: return .flood(rate: number(30))
    case 5: return .freeze
    case 6: return .nullIsland
    case 7: return .jump(metres: number(1000), toward: bearing)
    case 8: return .drift(speed: number(5), toward: bearing)
    case 9: return .flat
    case 10: return .accuracy(maybe(500))
    case 11: return .altitude(maybe(500))
    case 12: return .speed(maybe(30))
    case 13: return .course(generator.uniform() < 0.3 ? nil : bearing)
    case 14: return .satellites(generator.uniform() < 0.3 ? nil : Int(generator.next() % 200) - 50)
    case 15: return .clock(.seconds((generator.uniform() - 0.5) * 1e6))
    case 16: return .clockStopped
    default: return .clockUnknown
    }
  }
}
