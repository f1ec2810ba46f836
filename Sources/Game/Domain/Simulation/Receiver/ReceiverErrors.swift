internal import Geodesy
internal import HuntDomain
internal import Numbers

/// The state of all errors of one receiver, as a value that is advanced in time.
///
/// Each kind of events has a chance of its own, so drop-outs, jumps and satellites come at the same times however
/// often the receiver reports.
struct ReceiverErrors: Hashable, Sendable {
  private let model: ErrorModel
  private var chances: Chances
  /// Seconds since the first observation.
  private var clock = 0.0
  private var pace: Pace

  private var east, north, up: GaussMarkov
  private var along, across: GaussMarkov
  private var sky: SkyProcess
  private var dilution: Double
  private var accuracy: AccuracyProcess
  private var multipath: MultipathProcess
  private var dropOut: TwoStateChain
  private var start: StartProcess?
  private var scale = GroundScale()
  /// Metres of the true error circle with the usual satellites.
  private let circle: Double
  /// The last report; the next one is written over it, because a report takes as long to make as to copy twice.
  private var report: Fix

  /// One chance for each kind of events.
  private struct Chances: Hashable, Sendable {
    var errors, sky, multipath, dropOuts, start: Chance

    init(seed: UInt64) {
      var chance = Chance(seed: seed)
      errors = chance.split()
      sky = chance.split()
      multipath = chance.split()
      dropOuts = chance.split()
      start = chance.split()
    }
  }

  /// What a step of one length does; most steps are as long as the one before.
  private struct Pace: Hashable, Sendable {
    let seconds: Double
    let drift, velocity, accuracy: GaussMarkov.Step

    init(seconds: Double, model: ErrorModel) {
      self.seconds = seconds
      drift = .init(seconds: seconds, correlationTime: model.drift.correlationTime)
      velocity = .init(seconds: seconds, correlationTime: model.velocity.correlationTime)
      accuracy = .init(seconds: seconds, correlationTime: model.accuracy.correlationTime)
    }
  }

  /// - Parameter model: with parameters within their limits.
  init(_ model: ErrorModel, seed: UInt64) {
    self.model = model
    var chances = Chances(seed: seed)
    east = GaussMarkov(using: &chances.errors)
    north = GaussMarkov(using: &chances.errors)
    up = GaussMarkov(using: &chances.errors)
    along = GaussMarkov(using: &chances.errors)
    across = GaussMarkov(using: &chances.errors)
    sky = SkyProcess(model.sky, at: 0, using: &chances.sky)
    dilution = sky.dilution
    accuracy = AccuracyProcess(model.accuracy, dilution: sky.dilution, at: 0, using: &chances.errors)
    multipath = MultipathProcess(model.multipath, at: 0, using: &chances.multipath)
    dropOut = TwoStateChain(
      meanOff: model.dropOuts.interval, meanOn: model.dropOuts.duration, at: 0, using: &chances.dropOuts)
    start = model.start.map { StartProcess($0, at: 0, using: &chances.start) }
    pace = Pace(seconds: 0, model: model)
    circle = model.circle
    report = Fix(
      position: Coordinate(clampingLatitude: 0, wrappingLongitude: 0), time: .zero, accuracy: model.circle,
      accuracySource: .simulation)
    self.chances = chances
  }

  /// The receiver's report at `time`, `seconds` after the previous one.
  mutating func observe(_ truth: Truth, at time: Duration, utc: Timestamp, after seconds: Double) -> Observation {
    advance(by: seconds)
    if let start, !start.hasFix(at: clock) {
      return .nothing(satellitesSeen: start.found(of: sky.seen, at: clock))
    }
    // Of three satellites a position could be made.
    if dropOut.isOn { return .nothing(satellitesSeen: min(SkyProcess.fewestUsed - 1, sky.seen)) }
    (report.time, report.utc) = (time, utc)
    fill(of: truth)
    return .fix(report)
  }

  private mutating func advance(by seconds: Double) {
    if seconds != pace.seconds { pace = Pace(seconds: seconds, model: model) }
    clock += seconds
    while let event = sky.event(until: clock, using: &chances.sky) {
      dilution = sky.dilution
      accuracy.follow(dilution, at: event)
    }
    multipath.advance(to: clock, using: &chances.multipath)
    while dropOut.change(until: clock, using: &chances.dropOuts) {}
    east.advance(pace.drift, using: &chances.errors)
    north.advance(pace.drift, using: &chances.errors)
    up.advance(pace.drift, using: &chances.errors)
    along.advance(pace.velocity, using: &chances.errors)
    across.advance(pace.velocity, using: &chances.errors)
    accuracy.advance(pace.accuracy, using: &chances.errors)
  }

  /// Writes all of the report that is not its time.
  private mutating func fill(of truth: Truth) {
    let inflation = start?.inflation(at: clock) ?? 1
    let size = dilution * inflation
    let shift = TangentPlane.Point(
      east: size * error(east) + multipath.shift.east, north: size * error(north) + multipath.shift.north)
    let height = size * model.verticalRatio * error(up)
    let isFlat = sky.used == SkyProcess.fewestUsed
    report.position = scale.place(at: shift, from: truth.position)
    report.mode = isFlat ? .twoD : .threeD
    report.altitude = isFlat ? nil : truth.altitude.flatMap { $0.isFinite ? $0 + height : nil }
    report.accuracy = accuracy.reported(circle: circle * inflation, at: clock)
    (report.satellitesUsed, report.satellitesSeen) = (sky.used, sky.seen)
    let along = size * model.velocity.deviation * along.value
    let across = size * model.velocity.deviation * across.value
    (report.speed, report.course) = Self.movement(of: truth, along: along, across: across)
  }

  /// Metres of one axis: what drifts and what does not.
  private mutating func error(_ drift: GaussMarkov) -> Double {
    model.drift.deviation * drift.value + model.noise * chances.errors.deviate()
  }

  /// Speed and course as the receiver reports them: the true movement with an error on both axes, in metres per
  /// second.
  ///
  /// The course of a standing player is therefore random.
  private static func movement(of truth: Truth, along: Double, across: Double) -> (speed: Double?, course: Bearing?) {
    guard truth.speed >= 0, truth.speed <= fastest else { return (nil, nil) }
    let ahead = truth.speed + along
    guard ahead != 0 || across != 0 else { return (0, truth.course) }
    let turn = Angle.degrees(opposite: across, adjacent: ahead)
    return ((ahead * ahead + across * across).squareRoot(), Bearing(degrees: (truth.course?.degrees ?? 0) + turn))
  }

  /// Metres per second that no receiver on Earth moves at: light.
  private static let fastest = 299_792_458.0
}
