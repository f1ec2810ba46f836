internal import Geodesy

/// Jumps of the position while a reflected signal is taken for the direct one.
struct MultipathProcess: Hashable, Sendable {
  /// The present displacement of the position; zero between jumps.
  private(set) var shift = TangentPlane.Point(east: 0, north: 0)
  private var chain: TwoStateChain
  private let jumps: ErrorModel.Multipath

  init(_ jumps: ErrorModel.Multipath, at now: Double, using chance: inout Chance) {
    self.jumps = jumps
    chain = TwoStateChain(meanOff: jumps.interval, meanOn: jumps.duration, at: now, using: &chance)
    if chain.isOn { shift = jumps.draw(using: &chance) }
  }

  mutating func advance(to now: Double, using chance: inout Chance) {
    while chain.change(until: now, using: &chance) {
      shift = chain.isOn ? jumps.draw(using: &chance) : .init(east: 0, north: 0)
    }
  }
}

extension ErrorModel.Multipath {
  /// One jump: a lognormal length in any direction.
  fileprivate func draw(using chance: inout Chance) -> TangentPlane.Point {
    let length = size * naturalExponential(spread * chance.deviate())
    let direction = Angle.sineAndCosine(degrees: chance.uniform() * 360)
    return .init(east: length * direction.sine, north: length * direction.cosine)
  }
}
