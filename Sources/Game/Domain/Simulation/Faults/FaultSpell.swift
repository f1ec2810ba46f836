internal import Geodesy
internal import HuntDomain
internal import Numbers

/// One fault of a scenario in progress: whether it is active, and what it needs to remember.
struct FaultSpell: Hashable, Sendable {
  let fault: Fault
  private let start: FaultScenario.Start
  private let extent: FaultScenario.Extent
  /// Which time it happens; 0 for the first.
  private var episode: Int64 = -1
  /// When this one began.
  private var begin = Duration.zero
  /// The first fix of it.
  private var first: Fix?

  init(_ entry: FaultScenario.Entry) { (fault, start, extent) = (entry.fault, entry.start, entry.extent) }

  /// Whether the fault happens to a report of this time; times never go back.
  mutating func isActive(at time: Duration) -> Bool {
    guard let (number, begin) = latest(at: time) else { return false }
    let isNew = number != episode
    if isNew { (episode, self.begin, first) = (number, begin, nil) }
    return switch extent {
    case .once: isNew
    case .lasting(let length): time < begin + length
    case .ever: true
    }
  }

  /// The latest episode that has begun, and when.
  private func latest(at time: Duration) -> (number: Int64, begin: Duration)? {
    switch start {
    case .at(let begin): return time >= begin ? (0, begin) : nil
    case .every(let period):
      guard time >= period else { return nil }
      let milliseconds = max(1, period.wholeMilliseconds)
      let number = time.wholeMilliseconds / milliseconds
      return (number, .milliseconds(number * milliseconds))
    }
  }

  /// Applies the fault to an observation at a time at which it is active.
  mutating func change(_ observation: inout Observation, at time: Duration) {
    switch observation {
    case .nothing:
      if case .satellites(let count) = fault { observation = .nothing(satellitesSeen: count) }
    case .fix(var fix):
      if fault == .loseFix { return observation = .nothing(satellitesSeen: fix.satellitesSeen) }
      let held = first ?? fix
      first = held
      change(&fix, at: time, since: held)
      observation = .fix(fix)
    }
  }

  private func change(_ fix: inout Fix, at time: Duration, since held: Fix) {
    switch fault {
    case .freeze: (fix.position, fix.altitude) = (held.position, held.altitude)
    case .nullIsland: fix.position = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    case .jump(let metres, let bearing): fix.position = fix.position.moved(by: metres, toward: bearing)
    case .drift(let speed, let bearing):
      fix.position = fix.position.moved(by: speed * ((time - begin) / .seconds(1)), toward: bearing)
    case .flat: (fix.mode, fix.altitude) = (.twoD, nil)
    case .accuracy(let metres):
      fix.accuracy = metres
      if metres == nil { fix.accuracySource = nil }
    case .altitude(let metres): fix.altitude = metres
    case .speed(let speed): fix.speed = speed
    case .course(let bearing): fix.course = bearing
    case .satellites(let count):
      fix.satellitesSeen = count
      fix.satellitesUsed = fix.satellitesUsed.flatMap { used in count.map { min($0, used) } }
    case .clock(let offset): fix.utc = fix.utc?.advanced(by: offset)
    case .clockStopped: fix.utc = held.utc
    case .clockUnknown: fix.utc = nil
    case .loseFix, .silence, .stall, .duplicate, .flood: break
    }
  }
}

extension Coordinate {
  /// The place `metres` along the geodesic; unchanged for 0, because a geodesic would change its last digit.
  fileprivate func moved(by metres: Double, toward bearing: Bearing) -> Coordinate {
    metres == 0 ? self : offset(by: metres, toward: bearing)
  }
}

/// How the active faults deliver the present moment.
struct Delivery {
  var isSilent = false
  var isStalled = false
  var copies = 1
  /// Reports a second.
  var rate: Double?

  mutating func note(_ fault: Fault) {
    switch fault {
    case .silence: isSilent = true
    case .stall: isStalled = true
    case .duplicate(let times): copies = times + 1
    case .flood(let rate): self.rate = rate
    default: break
    }
  }
}
