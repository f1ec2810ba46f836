internal import Geodesy
internal import HuntDomain

extension NearbyPOIService {
  /// The service for whoever embeds it without a session: a snapshot for every location update, in order, and one
  /// whenever places arrive.
  ///
  /// The snapshots are of the time of the last fix. Places are asked for as soon as there is a position and again
  /// when the player has left their middle by the reach; a source that is slow or fails delays nothing, and is asked
  /// again at the next fix.
  ///
  /// Finishes: when the location does, or on cancellation. Throws: never; places that cannot be had are none.
  package func updates(
    from location: any DeviceLocation, places source: any PointOfInterestSource
  ) -> AsyncStream<Nearby> {
    AsyncStream { continuation in
      let task = Task {
        let watch = Watch(self, places: source) { continuation.yield($0) }
        for await update in location.updates() { await watch.receive(update) }
        await watch.end()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// One subscription: two ports that speak in their own time, one after the other.
private actor Watch {
  private var service: NearbyPOIService
  private let source: any PointOfInterestSource
  private let report: @Sendable (Nearby) -> Void
  private var now = Duration.zero
  /// The middle of the places that the service holds.
  private var middle: Coordinate?
  private var question: Task<Void, Never>?

  init(
    _ service: NearbyPOIService, places source: any PointOfInterestSource,
    report: @escaping @Sendable (Nearby) -> Void
  ) {
    self.service = service
    self.source = source
    self.report = report
  }

  func receive(_ update: LocationUpdate) {
    now = update.fix?.time ?? now
    let verdict = service.receive(update, at: now)
    report(service.snapshot(at: now))
    if case .believed(_, let shown) = verdict { ask(around: shown.position) }
  }

  func end() { question?.cancel() }

  /// Twice the reach holds everything that is within reach until the player has walked as far.
  private func ask(around position: Coordinate) {
    guard question == nil, middle.map({ $0.distance(to: position) > service.reach }) ?? true else { return }
    question = Task { [source, reach = service.reach] in
      answer(try? await source.places(near: position, within: 2 * reach), around: position)
    }
  }

  private func answer(_ places: [PointOfInterest]?, around position: Coordinate) {
    question = nil
    guard let places, !Task.isCancelled else { return }
    middle = position
    service.receive(places, at: now)
    report(service.snapshot(at: now))
  }
}
