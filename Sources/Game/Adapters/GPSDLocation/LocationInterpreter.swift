internal import GeoFormats
package import HuntDomain
package import Nearby

/// Turns gpsd's reports into location updates: merges epochs, detects silence, and reports each state once.
///
/// - A TPV with a position is a fix; one without is `.searching`.
/// - No report of a receiver for `silence`: `.lost`. Reports but no TPV for as long: `.searching`.
/// - A gpsd without any receiver, or whose receiver is unplugged: `.lost`, for there is no sensor to ask until
///   somebody plugs one in.
/// - After a sleep of the computer: `.lost`, until a report comes that is younger.
/// - Of several receivers one is followed, as ``ReceiverSelection`` chooses, and named when that changes.
/// - Fixes are passed on as they come; the same searching or the same loss is not said twice.
package struct LocationInterpreter: ReportInterpreter {
  private let address: GPSDAddress
  private let silence: Duration
  private var merger: EpochMerger
  private var pacer: Pacer<LocationUpdate>
  private var satellites: SatelliteCount?
  private var provenance = AccuracyProvenance()
  private var selection = ReceiverSelection()
  /// What was said about the receiver that is followed.
  private var named: FollowedReceiver?
  private var said: LocationUpdate?
  /// Whether silence would be news: not before a connection, and once only.
  private var isWatching = false
  private var lastReport: Duration?
  private var lastPosition: Duration?

  /// Creates the interpreter of one subscription.
  package init(address: GPSDAddress, timing: GPSDTiming) {
    self.address = address
    silence = timing.silence
    merger = EpochMerger(quiet: timing.quiet, patience: timing.patience, longest: timing.longest)
    pacer = Pacer(interval: timing.pace)
  }

  /// `false`: positions, satellites and the receivers' coming and going matter.
  package static var wantsAttitudeOnly: Bool { false }

  /// When an epoch, a held update or the patience with a silent receiver ends; `nil` while only a report counts.
  package var deadline: Duration? {
    [merger.deadline, pacer.deadline, silent, positionless].compactMap(\.self).min()
  }

  /// Starts to wait for reports, and forgets what the receiver said over an earlier connection.
  package mutating func connect(at now: Duration) {
    (lastReport, lastPosition) = (now, now)
    (satellites, provenance, selection) = (nil, AccuracyProvenance(), ReceiverSelection())
    isWatching = true
  }

  /// Takes a report; returns the positions, searches and losses that follow from it, at most one in each pace.
  package mutating func hear(_ report: GPSDReport, at now: Duration) -> [LocationUpdate] {
    switch report {
    case .greeting: return []
    case .devices(let hasAny): return hasAny ? [] : lose("gpsd at \(address) has no GPS device", at: now)
    case .refusal: return refused(at: now)
    case .attitude: heard(at: now)
    case .device(let path, let isActive): return plugged(path, isActive, at: now)
    case .sky(let count, let dilution, let device):
      guard isWanted(device) else { return [] }
      heard(at: now)
      guard device.isEmpty || selection.followed == nil || device == selection.followed else { return [] }
      satellites = count ?? satellites
      if let dilution { provenance.hear(dilution: dilution) }
      if isSearching { return say(searching, at: now) }
    case .position(let report):
      guard isWanted(report.device) else { return [] }
      heard(at: now)
      return hear(report, at: now)
    }
    return []
  }

  private mutating func hear(_ report: PositionReport, at now: Duration) -> [LocationUpdate] {
    let before = selection.followed
    let isFollowed = selection.follows(
      report.device, hasPosition: report.mode != .noFix && report.position != nil, accuracy: report.accuracy,
      at: Int64(now / .milliseconds(1)))
    var updates: [LocationUpdate] = []
    if let before, before != selection.followed {
      if let epoch = merger.flush() { updates += say(update(for: epoch), at: now) }
      (satellites, provenance) = (nil, AccuracyProvenance())
    }
    updates += name()
    guard isFollowed else { return updates }
    lastPosition = now
    if let accuracy = report.accuracy { provenance.hear(accuracy: accuracy) }
    if let epoch = merger.add(report, at: now) { updates += say(update(for: epoch), at: now) }
    return updates
  }

  /// Whether a report is of the receiver that the player has chosen, if of any.
  private func isWanted(_ device: String) -> Bool {
    device.isEmpty || address.device == nil || device == address.device
  }

  /// Names the receiver that is followed, where there are several and that is news.
  private mutating func name() -> [LocationUpdate] {
    guard let followed = selection.followed else { return [] }
    let clean = { (name: String) in SafeText.clean(name, limit: 127) }
    let receiver = FollowedReceiver(
      name: clean(followed), others: selection.others.map(clean), option: "gpsd:\(address):DEVICE")
    guard receiver != named, named != nil || !receiver.others.isEmpty else { return [] }
    named = receiver
    return [.receiver(receiver)]
  }

  /// Returns what is due by `now`: an epoch that is complete, a held update, or that the receiver is silent.
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

  /// Returns what was held, and that the sensor is lost; `reason` is text for the player.
  package mutating func disconnect(because reason: String, at now: Duration) -> [LocationUpdate] {
    lose(reason, at: now)
  }

  /// Drops what was held before the sleep, and returns that the sensor is lost.
  package mutating func wake(at now: Duration) -> [LocationUpdate] {
    merger.drop()
    _ = pacer.flush(at: now)
    return lose("the computer was asleep", at: now)
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
    epoch.report.fix(at: epoch.began, satellites: satellites, accuracySource: provenance.source).map { .fix($0) }
      ?? searching
  }

  private mutating func say(_ update: LocationUpdate, at now: Duration) -> [LocationUpdate] {
    guard update != said else { return [] }
    said = update
    return pacer.add(update, at: now).map { [$0] } ?? []
  }

  /// Reports a loss at once, after the update of the current epoch.
  private mutating func lose(_ reason: String, at now: Duration) -> [LocationUpdate] {
    isWatching = false
    var updates: [LocationUpdate] = []
    if let epoch = merger.flush() { updates += say(update(for: epoch), at: now) }
    if let held = pacer.flush(at: now) { updates.append(held) }
    return updates + say(.lost(reason: reason), at: now) + (pacer.flush(at: now).map { [$0] } ?? [])
  }

  /// Handles a receiver added or removed by udev or gpsdctl; other receivers than ours may come and go.
  private mutating func plugged(_ path: String, _ isActive: Bool, at now: Duration) -> [LocationUpdate] {
    if isActive {
      // It has a chance to report before it counts as silent.
      if !isWatching { (isWatching, lastReport, lastPosition) = (true, now, now) }
      return []
    }
    let ours = address.device ?? selection.followed ?? ""
    selection.forget(path)
    return ours.isEmpty || ours == path ? lose("the receiver was unplugged", at: now) : name()
  }

  /// Reports a device that gpsd does not have as lost; other errors of gpsd are ignored.
  private mutating func refused(at now: Duration) -> [LocationUpdate] {
    guard let device = address.device else { return [] }
    return lose("gpsd at \(address) does not know the device \(device)", at: now)
  }
}

/// Tells whether the reported accuracies come from the receiver or are gpsd's own estimates.
///
/// gpsd does not say which. Its estimate is the horizontal dilution of precision times a constant, and it reports both:
/// an accuracy that fits the dilution reported before or after it is gpsd's. Three in a row that do not fit are the
/// receiver's own; a later one that fits is then a coincidence. Until either is seen, the source is unknown.
package struct AccuracyProvenance: Hashable, Sendable {
  /// Metres for a dilution of 1, without and with differential corrections: `P_UERE_NO_DGPS` and `P_UERE_WITH_DGPS`
  /// of gpsd's libgpsd_core.c.
  private static let guesses = [19.0, 4.75]
  /// gpsd writes dilutions with two decimals.
  private static let rounding = 0.006
  /// The number of consecutive accuracies that decides.
  private static let enough = 3

  /// The source of the accuracies; `nil` until it is known.
  package private(set) var source: Fix.AccuracySource?
  private var dilution: Double?
  /// The accuracies since the last dilution that did not fit it.
  private var unexplained: [Double] = []
  private var fits = 0
  private var misfits = 0

  /// Creates a value that has seen no accuracy.
  package init() {}

  /// Takes the accuracy of a position, in metres.
  package mutating func hear(accuracy: Double) {
    if let dilution, Self.isGuess(accuracy, dilution) { return fit() }
    // Of a receiver that says its dilution once a minute, the last ones are enough.
    unexplained = unexplained.suffix(7) + [accuracy]
  }

  /// Takes a horizontal dilution of precision.
  package mutating func hear(dilution: Double) {
    self.dilution = dilution
    guard !unexplained.isEmpty else { return }
    if unexplained.contains(where: { Self.isGuess($0, dilution) }) { return fit() }
    (unexplained, fits) = ([], 0)
    misfits += 1
    if misfits >= Self.enough { source = .receiver }
  }

  private mutating func fit() {
    (unexplained, misfits) = ([], 0)
    fits += 1
    if source == nil || fits >= Self.enough { source = .dilution }
  }

  private static func isGuess(_ accuracy: Double, _ dilution: Double) -> Bool {
    guesses.contains { abs(accuracy / $0 - dilution) <= rounding }
  }
}
