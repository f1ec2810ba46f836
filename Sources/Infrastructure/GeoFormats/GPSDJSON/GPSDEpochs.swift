internal import Geodesy

/// Puts the reports of one epoch together, as the adapter of a running gpsd does: same receiver and same time, one
/// epoch; a report without a time stands alone.
struct GPSDEpochs {
  /// What can be handed over, in order.
  private var ready: [ReceiverLogItem] = []
  private var pending: (epoch: RecordedEpoch, last: GPSDPosition)?
  private var headings: [RecordedHeading] = []
  private var sky: (visible: Int?, used: Int?, dilution: Double?) = (nil, nil, nil)
  private var startsSegment = false

  /// A recording begins: gpsd's greeting was read.
  mutating func begin() {
    finish()
    startsSegment = true
    sky = (nil, nil, nil)
  }

  mutating func add(_ report: GPSDPosition, line: Int) {
    if let last = pending?.last, report.continues(last) {
      if var epoch = pending?.epoch {
        lay(report, over: &epoch)
        pending = (epoch, report)
      }
      return
    }
    finish()
    var epoch = RecordedEpoch(origin: .gpsd, line: line)
    epoch.time = report.time
    epoch.device = report.device
    epoch.startsSegment = startsSegment
    startsSegment = false
    lay(report, over: &epoch)
    pending = (epoch, report)
  }

  mutating func add(_ report: GPSDSky) {
    sky = (report.visible ?? sky.visible, report.used ?? sky.used, report.dilution ?? sky.dilution)
  }

  mutating func add(degrees: Double, isTrue: Bool, line: Int) {
    let heading = RecordedHeading(origin: .gpsd, degrees: degrees, isTrue: isTrue, line: line)
    if pending == nil { ready.append(.heading(heading)) } else { headings.append(heading) }
  }

  /// Hands over what is ready and forgets it.
  mutating func take() -> [ReceiverLogItem] {
    guard !ready.isEmpty else { return [] }
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }

  /// Ends the epoch under way: the recording is over, or another begins.
  mutating func finish() {
    guard var epoch = pending?.epoch else { return }
    pending = nil
    epoch.accuracySource = epoch.accuracy.flatMap(source)
    epoch.satellitesSeen = sky.visible
    epoch.satellitesUsed = epoch.position == nil ? nil : sky.used
    ready.append(.epoch(epoch))
    ready += headings.map { .heading($0) }
    headings.removeAll()
  }

  /// Whether gpsd has made an accuracy of the dilution, because the receiver said nothing; both are rounded.
  ///
  /// Nothing while no dilution is known.
  private func source(of accuracy: Double) -> RecordedEpoch.AccuracySource? {
    guard let dilution = sky.dilution, dilution > 0 else { return nil }
    let isGuess = [RecordedEpoch.errorPerDilution, RecordedEpoch.correctedErrorPerDilution].contains {
      abs(accuracy - dilution * $0) <= $0 * 0.0051 + 0.001
    }
    return isGuess ? .dilution : .receiver
  }

  private func lay(_ report: GPSDPosition, over epoch: inout RecordedEpoch) {
    // A mode of 0 says nothing; 1 says that what was said before does not hold.
    if report.mode == 1 || epoch.position == nil || report.place != nil { epoch.position = report.place }
    if report.mode >= 2 { epoch.isThreeD = report.mode == 3 }
    epoch.altitude = report.altitude ?? epoch.altitude
    epoch.speed = report.speed ?? epoch.speed
    epoch.course = report.course ?? epoch.course
    epoch.accuracy = report.accuracy ?? epoch.accuracy
  }
}
