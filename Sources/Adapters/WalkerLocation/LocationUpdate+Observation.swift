internal import Nearby
internal import Simulation

extension LocationUpdate {
  /// What a simulated receiver says, as the game hears it.
  init(_ observation: Observation) {
    switch observation {
    case .fix(let fix): self = .fix(fix)
    case .nothing(let seen): self = .searching(satellitesInView: seen)
    }
  }
}
