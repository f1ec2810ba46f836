/// The numbers of the presets. Where no source is named, a number is an assumption; `docs/simulation.md` says more.
extension ErrorModel {
  /// A clear view of the sky: half of the errors within 2.5 m (u-blox MAX-M8, data sheet: 2.5 m CEP).
  static let openSky = ErrorModel(
    // 2.5 m / √(2 ln 2) on each axis, together with the noise. The time is that of PX4's simulated receiver; within
    // 10 and 900 s of Joerger and Pervan, NAVIGATION 67(2), 2020.
    drift: Drift(deviation: 2.1, correlationTime: 60), noise: 0.1,
    // 95 % of the FAA's stations: 7.1 m to the side, 11.4 m in height (Kaplan and Hegarty, Understanding GPS).
    verticalRatio: 2,
    sky: Sky(above: 11, lifetime: 16_000, openness: 0.9, shadeTime: 120),
    accuracy: Accuracy(ratio: 1, spread: 0.2, correlationTime: 60, lag: 3),
    // 0.2 m/s on each axis, 95 % (NAVSTAR GPS User Equipment Introduction, section 3.7).
    velocity: Velocity(deviation: 0.1, correlationTime: 2))

  /// A street between high houses: between a campus with mean errors of 7 to 13 m (Merry and Bettinger, PLoS ONE
  /// 14:e0219890, 2019) and central London, where one position in four is within 5 m across the street (Wang, Groves
  /// and Ziebart, Journal of Navigation 68, 2015).
  static let canyon = ErrorModel(
    // Reflections change as one walks on.
    drift: Drift(deviation: 9, correlationTime: 30), noise: 0.5,
    multipath: Multipath(interval: 60, duration: 15, size: 25, spread: 0.6),
    dropOuts: DropOuts(interval: 240, duration: 8),
    sky: Sky(above: 11, lifetime: 16_000, openness: 0.5, shadeTime: 20),
    accuracy: Accuracy(ratio: 0.7, spread: 0.4, correlationTime: 30, lag: 8),
    velocity: Velocity(deviation: 0.4, correlationTime: 2))

  /// Under trees: 95 % of single positions of mapping-grade receivers within 7.3 to 9.1 m below Douglas firs, and
  /// recreational ones with more large errors (Northern Journal of Applied Forestry 22, 2005).
  static let wood = ErrorModel(
    drift: Drift(deviation: 4.2, correlationTime: 45), noise: 0.3,
    multipath: Multipath(interval: 180, duration: 15, size: 10, spread: 0.5),
    dropOuts: DropOuts(interval: 900, duration: 5),
    sky: Sky(above: 11, lifetime: 16_000, openness: 0.7, shadeTime: 15),
    accuracy: Accuracy(ratio: 0.85, spread: 0.3, correlationTime: 45, lag: 5),
    velocity: Velocity(deviation: 0.2, correlationTime: 2))

  /// Inside a building: a root mean square of 10 m in most of brick and concrete (Kjærgaard et al., Pervasive 2010,
  /// with good receivers), and more in the hand.
  static let indoors = ErrorModel(
    drift: Drift(deviation: 6.5, correlationTime: 90), noise: 0.5,
    multipath: Multipath(interval: 120, duration: 30, size: 15, spread: 0.6),
    dropOuts: DropOuts(interval: 90, duration: 30),
    sky: Sky(above: 11, lifetime: 16_000, openness: 0.4, shadeTime: 60),
    accuracy: Accuracy(ratio: 0.8, spread: 0.4, correlationTime: 60, lag: 10),
    velocity: Velocity(deviation: 0.3, correlationTime: 3))

  /// A clear view of the sky, just switched on: 26 to 34 s to the first fix (u-blox MAX-M8), some more in the hand.
  static let coldStart: ErrorModel = {
    var model = openSky
    model.start = Start(earliest: 30, latest: 40, inflation: 8, settling: 20)
    return model
  }()
}

/// Surroundings in which receivers err in a way of their own, by the names of the command line.
package enum ErrorPreset: String, Hashable, Sendable, CaseIterable {
  /// No errors at all: the truth.
  case none
  /// A clear view of the sky.
  case openSky = "open-sky"
  /// A street between high houses.
  case canyon
  /// Under trees.
  case wood
  /// Inside a building of brick or concrete.
  case indoors
  /// A clear view of the sky, and a receiver that was switched on this moment.
  case coldStart = "cold-start"

  /// The error model of the preset; `nil` for no errors.
  package var model: ErrorModel? {
    switch self {
    case .none: nil
    case .openSky: .openSky
    case .canyon: .canyon
    case .wood: .wood
    case .indoors: .indoors
    case .coldStart: .coldStart
    }
  }
}
