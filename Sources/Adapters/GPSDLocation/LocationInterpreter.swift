package import HuntApplication
internal import HuntDomain

/// Makes location updates of gpsd's reports: merges epochs, watches for silence, says each state once.
///
/// - A TPV with a position is a fix; one without is `.searching`.
/// - No report of a receiver for `silence`: `.lost`. Reports but no TPV for as long: `.searching`.
/// - A gpsd without any receiver: `.lost`, for there is no sensor to ask until somebody plugs one in.
/// - Fixes are passed on as they come; the same searching or the same loss is not said twice.
package struct LocationInterpreter: ReportInterpreter {
  private let address: GPSDAddress
  private let silence: Duration
  private var merger: EpochMerger
  private var pacer: Pacer<LocationUpdate>
  private var satellites: SatelliteCount?
  private var said: LocationUpdate?
  /// Whether silence would be news: not before a connection, and once only.
  private var isWatching = false
  private var lastReport: Duration?
  private var lastPosition: Duration?

  /// Creates the interpreter of one subscription.
  package init(address: GPSDAddress, timing: GPSDTiming) {
    self.address = address
    silence = timing.silence
    merger = EpochMerger(quiet: timing.quiet, patience: timing.patience)
    pacer = Pacer(interval: timing.pace)
  }

  package var deadline: Duration? {
    [merger.deadline, pacer.deadline, silent, positionless].compactMap(\.self).min()
  }

  package mutating func connect(at now: Duration) {
    (lastReport, lastPosition) = (now, now)
    satellites = nil
    isWatching = true
  }

  package mutating func hear(_ report: GPSDReport, at now: Duration) -> [LocationUpdate] {
    switch report {
    case .greeting: return []
    case .devices(let hasAny): return hasAny ? [] : lose("gpsd at \(address) has no GPS device", at: now)
    case .refusal: return refused(at: now)
    case .attitude: heard(at: now)
    case .sky(let count):
      heard(at: now)
      satellites = count ?? satellites
      if case .searching = said { return say(searching, at: now) }
    case .position(let report):
      heard(at: now)
      lastPosition = now
      if let epoch = merger.add(report, at: now) { return say(update(for: epoch), at: now) }
    }
    return []
  }

  package mutating func wait(until now: Duration) -> [LocationUpdate] {
    var updates: [LocationUpdate] = []
    if let epoch = merger.wait(until: now) { updates += say(update(for: epoch), at: now) }
    if let paced = pacer.wait(until: now) { updates.append(paced) }
    if let silent, silent <= now {
      updates += lose("the receiver is silent", at: now)
    } else if let positionless, positionless <= now {
      updates += say(searching, at: now)
    }
    return updates
  }

  package mutating func disconnect(because reason: String, at now: Duration) -> [LocationUpdate] {
    lose(reason, at: now)
  }
}

// MARK: - States

extension LocationInterpreter {
  private var searching: LocationUpdate { .searching(satellitesInView: satellites?.visible) }

  private var isSearching: Bool {
    if case .searching = said { true } else { false }
  }

  /// When the receiver will count as silent.
  private var silent: Duration? { isWatching ? lastReport.map { $0 + silence } : nil }

  /// When a receiver that still reports will count as having no position.
  private var positionless: Duration? {
    isWatching && !isSearching ? lastPosition.map { $0 + silence } : nil
  }

  private mutating func heard(at now: Duration) {
    lastReport = now
    isWatching = true
  }

  private func update(for epoch: EpochMerger.Epoch) -> LocationUpdate {
    epoch.report.fix(at: epoch.began, satellitesUsed: satellites?.used).map { .fix($0) } ?? searching
  }

  private mutating func say(_ update: LocationUpdate, at now: Duration) -> [LocationUpdate] {
    guard update != said else { return [] }
    said = update
    return pacer.add(update, at: now).map { [$0] } ?? []
  }

  /// A loss waits for nothing, and overtakes nothing: the epoch under way goes first.
  private mutating func lose(_ reason: String, at now: Duration) -> [LocationUpdate] {
    isWatching = false
    var updates: [LocationUpdate] = []
    if let epoch = merger.flush() { updates += say(update(for: epoch), at: now) }
    if let held = pacer.flush(at: now) { updates.append(held) }
    return updates + say(.lost(reason: reason), at: now) + (pacer.flush(at: now).map { [$0] } ?? [])
  }

  /// gpsd refuses a device that it does not have; other complaints concern nobody here.
  private mutating func refused(at now: Duration) -> [LocationUpdate] {
    guard let device = address.device else { return [] }
    return lose("gpsd at \(address) does not know the device \(device)", at: now)
  }
}
