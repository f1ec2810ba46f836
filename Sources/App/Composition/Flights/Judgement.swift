import FlightRecords
import PlainUI

extension Judgement {
  /// Plays the session of a record through.
  init(_ flight: OpenFlight) {
    self.init(of: flight.game)
    var game = flight.lineGame(.json)
    for moment in flight.record.moments { note(moment, flight.turn(of: &game, moment)?.news ?? []) }
  }
}
