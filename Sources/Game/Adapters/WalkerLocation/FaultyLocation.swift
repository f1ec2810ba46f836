internal import HuntDomain
package import Nearby
package import Simulation

/// Adapter: any source of positions, to which the faults of a scenario happen.
///
/// The scenario's time is that of the source's fixes, so that a source that is repeated is repeated with all its
/// faults; it stands still while the source only searches. Pull-driven as what it wraps: nothing is asked for before it is
/// wanted, and only faults take anything away.
package struct FaultyLocation: DeviceLocation {
  private let base: any DeviceLocation
  private let scenario: FaultScenario

  /// Lets `scenario` happen to `base`.
  package init(_ base: any DeviceLocation, _ scenario: FaultScenario) {
    self.base = base
    self.scenario = scenario
  }

  /// Starts one subscription to the source, and the scenario from its beginning with it.
  package func updates() -> AsyncStream<LocationUpdate> {
    let subscription = Subscription(base.updates(), FaultInjector(scenario))
    return AsyncStream { await subscription.next() }
  }
}

/// One subscription, and its undelivered updates.
private actor Subscription {
  private var updates: AsyncStream<LocationUpdate>.Iterator
  private var injector: FaultInjector
  private var waiting: ArraySlice<LocationUpdate> = []
  private var time = Duration.zero

  init(_ updates: AsyncStream<LocationUpdate>, _ injector: FaultInjector) {
    self.updates = updates.makeAsyncIterator()
    self.injector = injector
  }

  func next() async -> LocationUpdate? {
    while waiting.isEmpty {
      var iterator = updates
      let update = await iterator.next(isolation: self)
      updates = iterator
      guard let update else { return nil }
      waiting = faulty(update)[...]
    }
    return waiting.removeFirst()
  }

  private func faulty(_ update: LocationUpdate) -> [LocationUpdate] {
    switch update {
    case .fix(let fix):
      time = max(time, fix.time)
      return inject(.fix(fix))
    case .searching(let seen): return inject(.nothing(satellitesSeen: seen))
    // A sensor that is not there cannot get worse.
    case .lost, .receiver: return [update]
    }
  }

  private func inject(_ observation: Observation) -> [LocationUpdate] {
    injector.inject(Moment(time: time, observation)).map { LocationUpdate($0.observation) }
  }
}

extension LocationUpdate {
  /// Converts an observation of the simulated receiver to a location update.
  init(_ observation: Observation) {
    switch observation {
    case .fix(let fix): self = .fix(fix)
    case .nothing(let seen): self = .searching(satellitesInView: seen)
    }
  }
}
