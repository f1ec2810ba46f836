import Geodesy
import HuntDomain
import Numbers
import Simulation

/// Bytes as a scenario of faults, and what comes of a receiver to which it happens.
enum ScenarioFuzzing {
  /// Reads it: what is refused is refused at a place of the text, and what is read says itself and can happen.
  static func read(_ bytes: [UInt8]) {
    do throws(FaultScenarioError) {
      let scenario = try FaultScenario(text: String(decoding: bytes, as: UTF8.self))
      precondition(scenario.entries.count <= FaultLimits.mostEntries)
      precondition((try? FaultScenario(text: scenario.description)) == scenario)
      happen(scenario)
    } catch {
      precondition(error.line >= 1 && error.column >= 1)
      precondition(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
  }

  /// Lets it happen for some time: reports stay in order and numbers stay numbers.
  private static func happen(_ scenario: FaultScenario) {
    guard let place = Coordinate(latitude: 48, longitude: 11) else { return }
    var injector = FaultInjector(scenario)
    var latest = Duration.zero
    for second in [0, 1, 2, 3, 5, 30, 31, 40, 60, 61, 600, 601, 3600, 3_600_000] {
      let said = Observation.fix(
        Fix(position: place, time: .seconds(second), utc: Timestamp(milliseconds: Int64(second) * 1000), accuracy: 4))
      for moment in injector.inject(Moment(time: .seconds(second), said)) {
        precondition(moment.time >= latest || moment.time >= .zero)
        guard let fix = moment.observation.fix else { continue }
        precondition(fix.time >= latest && fix.time <= .seconds(second))
        latest = fix.time
        precondition(fix.accuracy?.isFinite != false && fix.position.latitude.isFinite)
      }
    }
  }
}
