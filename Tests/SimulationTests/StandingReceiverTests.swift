import HuntDomain
import Simulation
import Testing

@Suite("Averages of simulated receivers")
struct StandingReceiverTests {
  /// The part of the believed fixes that is averaged: of seeded receivers of players who stand, from a second on.
  private func share(_ preset: ErrorPreset, from first: Int) -> Double {
    var (averaged, all) = (0.0, 0.0)
    for seed in 1...60 as ClosedRange<UInt64> {
      var receiver = SimulatedReceiver(preset, seed: seed)
      var filter = PositionFilter()
      filter.declareStanding(true)
      for second in 0..<180 {
        guard let fix = receiver.observe(Truth(position: station, time: .seconds(second))).fix else {
          filter.interrupt()
          continue
        }
        guard case .believed(_, let shown) = filter.receive(fix), second >= first else { continue }
        all += 1
        if shown.averaged != nil { averaged += 1 }
      }
    }
    return averaged / all
  }

  @Test(
    "a player who says that they stand is averaged from the tenth second on, in any surroundings",
    arguments: ErrorPreset.erring)
  func declared(preset: ErrorPreset) {
    // The cold start has its first position after 30 to 40 seconds.
    let share = share(preset, from: preset == .coldStart ? 50 : 10)
    #expect(share > 0.9, "\(share)")
  }
}
