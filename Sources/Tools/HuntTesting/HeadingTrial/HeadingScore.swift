internal import Geodesy
internal import HuntDomain
internal import Nearby

/// How often the shown cone held the true direction on some walks, and how wide it was.
package struct HeadingScore: Sendable {
  /// Frames, those of them with a cone, and those in which the player looked into it.
  package private(set) var frames = 0
  /// Frames with a cone; at most ``frames``.
  package private(set) var shown = 0
  /// Frames in which the player looked into the shown cone; at most ``shown``.
  private(set) var covered = 0
  private var widths: [Double] = []

  /// No walk at all.
  package init() {}

  /// The part of the frames with a cone in which the player looked into it.
  package var coverage: Double { shown > 0 ? Double(covered) / Double(shown) : 0 }
  /// The part of the frames in which there was no arrow.
  package var silence: Double { frames > 0 ? 1 - Double(shown) / Double(frames) : 1 }
  /// The median of half the cone, in degrees, where there was one.
  package var medianHalfWidth: Double {
    let sorted = widths.sorted()
    return sorted.isEmpty ? 180 : sorted[sorted.count / 2]
  }

  /// Plays walks to the service, one for each seed.
  package init(_ kit: SensorKit, seeds: ClosedRange<UInt64>, seconds: Int = 300) {
    for seed in seeds { play(HeadingTrial(kit, seed: seed, seconds: seconds)) }
  }

  /// Adds the frames of other walks.
  package mutating func add(_ other: HeadingScore) {
    frames += other.frames
    shown += other.shown
    covered += other.covered
    widths += other.widths
  }

  private mutating func play(_ trial: HeadingTrial) {
    var service = NearbyPOIService()
    for (event, now) in trial.events {
      switch event {
      case .fix(let fix): service.receive(.fix(fix), at: now)
      case .heading(let heading): service.receive(heading, at: now)
      case .turn(let degrees): service.turn(by: degrees, at: now)
      case .facing(let place): service.face(place, at: now)
      case .frame(let truth): judge(service.snapshot(at: now), truth)
      }
    }
  }

  private mutating func judge(_ nearby: NearbySnapshot, _ truth: Bearing) {
    frames += 1
    guard let heading = nearby.heading, let direction = heading.direction else { return }
    shown += 1
    widths.append(heading.uncertainty)
    if abs(direction.turn(to: truth)) <= heading.uncertainty { covered += 1 }
  }
}
