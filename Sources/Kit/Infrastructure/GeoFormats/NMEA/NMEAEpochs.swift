internal import Geodesy

/// Puts the sentences of one epoch together, so that a receiver's second becomes one position and not four.
///
/// Sentences with a position belong together as long as they say the same time of day, as gpsd has it. What comes
/// without a time belongs to the epoch under way. What a later sentence says counts, and what it leaves out stays.
struct NMEAEpochs {
  /// The items that are ready for the caller, in order.
  private(set) var ready: [ReceiverLogItem] = []

  private struct Pending {
    var epoch: RecordedEpoch
    /// Milliseconds since midnight.
    var time: Int64?
    /// Days since 1970-01-01, where one of its sentences said it.
    var day: Int64?
    var kinds: Set<NMEAKind>
    var dilution: Double?
    var solution = NMEASolution.autonomous
    var mode: Int?
    var counted: Int?
    var headings: [RecordedHeading] = []

    mutating func lay(_ report: NMEAPosition) {
      epoch.position = report.place
      epoch.altitude = report.altitude ?? epoch.altitude
      epoch.satellitesUsed = report.used ?? epoch.satellitesUsed
      lay(speed: report.speed, course: report.course)
      kinds.insert(report.kind)
      day = report.day ?? day
      dilution = report.dilution ?? dilution
      solution = max(solution, report.solution)
    }

    mutating func lay(speed: Double?, course: Double?) {
      epoch.speed = speed ?? epoch.speed
      epoch.course = course ?? epoch.course
    }

    /// Adds a GSA sentence; a receiver of several satellite systems sends one for each of them.
    mutating func lay(mode: Int, used: Int, dilution: Double?) {
      self.mode = mode
      self.dilution = self.dilution ?? dilution
      counted = (counted ?? 0) + used
    }
  }

  private var pending: Pending?
  private var clock = NMEAClock()
  private var sky = SkyCount()
  /// The last mode of the fix that the receiver reported.
  private var mode: Int?
  /// An estimate of errors and the time of day that it is of; it may come before the position.
  private var errors: (time: Int64?, accuracy: Double)?

  /// Takes what a sentence says.
  mutating func add(_ report: NMEAReport, talker: UInt16, line: Int) {
    switch report {
    case .position(let position): add(position, line: line)
    case .active(let mode, let used, let dilution):
      self.mode = mode
      pending?.lay(mode: mode, used: used, dilution: dilution)
    case .inView(let count): sky.add(count, talker: talker)
    case .movement(let speed, let course): pending?.lay(speed: speed, course: course)
    case .errors(let time, let accuracy): errors = accuracy.map { (time, $0) }
    case .date(let time, let day): note(day, at: time, isSure: false)
    case .heading(let degrees, let isTrue):
      let heading = RecordedHeading(origin: .nmea, degrees: degrees, isTrue: isTrue, line: line)
      if pending == nil { ready.append(.heading(heading)) } else { pending?.headings.append(heading) }
    case .nothing: break
    }
  }

  /// Hands over what is ready and forgets it.
  mutating func take() -> [ReceiverLogItem] {
    guard !ready.isEmpty else { return [] }
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }

  /// Ends the epoch under way: the recording is over.
  mutating func finish() {
    guard var done = pending else { return }
    pending = nil
    defer { sky.endEpoch() }
    if done.epoch.position != nil { complete(&done) }
    done.epoch.satellitesSeen = sky.count
    ready.append(.epoch(done.epoch))
    ready += done.headings.map { .heading($0) }
  }

  // MARK: - Epochs

  private mutating func add(_ report: NMEAPosition, line: Int) {
    if !belongs(report) { begin(report, line: line) }
    if let day = report.day, let time = report.time {
      note(day, at: time, isSure: true)
      pending?.epoch.time = clock.moment(time) + (clock.origin ?? 0)
      pending?.epoch.isDated = clock.origin != nil
    }
    pending?.lay(report)
  }

  private func belongs(_ report: NMEAPosition) -> Bool {
    guard let pending else { return false }
    guard let time = report.time else { return !pending.kinds.contains(report.kind) }
    // Concatenated logs may begin at the second at which the one before ended, on another day.
    return time == pending.time && (report.day == nil || pending.day == nil || report.day == pending.day)
  }

  private mutating func begin(_ report: NMEAPosition, line: Int) {
    finish()
    var epoch = RecordedEpoch(origin: .nmea, line: line)
    epoch.time = report.time.map { clock.moment($0) + (clock.origin ?? 0) }
    epoch.isDated = clock.origin != nil
    pending = Pending(epoch: epoch, time: report.time, kinds: [])
  }

  private mutating func note(_ day: Int64, at time: Int64, isSure: Bool) {
    guard let midnight = clock.date(day, at: time, isSure: isSure) else { return }
    ready.append(.date(midnight: midnight))
    // The epoch under way is handed over after this, and so is dated here.
    guard let moment = pending?.epoch.time else { return }
    pending?.epoch.time = moment + midnight
    pending?.epoch.isDated = true
  }

  /// Completes an epoch with what follows from all its sentences together.
  private func complete(_ done: inout Pending) {
    switch done.mode ?? mode {
    case 3: done.epoch.isThreeD = true
    case 2: done.epoch.isThreeD = false
    default: done.epoch.isThreeD = done.epoch.altitude != nil
    }
    done.epoch.satellitesUsed = done.epoch.satellitesUsed ?? done.counted
    if let errors, errors.time == done.time, errors.accuracy > 0 {
      (done.epoch.accuracy, done.epoch.accuracySource) = (errors.accuracy, .receiver)
    } else if let dilution = done.dilution, dilution > 0 {
      (done.epoch.accuracy, done.epoch.accuracySource) = (dilution * done.solution.errorPerDilution, .dilution)
    }
  }
}

/// How many satellites are in view, over all systems; each is told by a talker of its own, not in every epoch.
private struct SkyCount {
  /// Epochs of silence after which a satellite system no longer counts.
  private static let patience = 20
  private static let limit = 16

  private var systems: [(talker: UInt16, count: Int, epoch: Int)] = []
  private var epoch = 0

  /// The sum; `nil` if no system has reported within the last epochs.
  var count: Int? {
    let fresh = systems.filter { epoch - $0.epoch <= Self.patience }
    return fresh.isEmpty ? nil : fresh.reduce(0) { $0 + $1.count }
  }

  mutating func add(_ count: Int, talker: UInt16) {
    if let index = systems.firstIndex(where: { $0.talker == talker }) {
      // Receivers of two bands list a satellite once for each of its signals.
      let isSame = systems[index].epoch == epoch
      systems[index] = (talker, isSame ? max(count, systems[index].count) : count, epoch)
    } else if systems.count < Self.limit {
      systems.append((talker, count, epoch))
    }
  }

  mutating func endEpoch() { epoch += 1 }
}

/// Makes moments of the times of day that sentences say, and of the dates that only some of them say.
///
/// Until a date comes, moments count from the midnight before the first sentence, wherever that was; a date then
/// tells where. Past midnight a new day begins, and a sentence that comes a little late still belongs to the old one.
struct NMEAClock {
  static let day: Int64 = 86_400_000

  /// The midnight that moments count from, in milliseconds since 1970; `nil` until there was a date.
  private(set) var origin: Int64?
  /// Days since that midnight.
  private var days: Int64 = 0
  private var last: Int64?

  /// The moment of a time of day, in milliseconds since the origin.
  mutating func moment(_ time: Int64) -> Int64 {
    if let last {
      if time < last - Self.day / 2 { days += 1 }
      if time > last + Self.day / 2 { days -= 1 }
    }
    last = time
    return days * Self.day + time
  }

  /// Takes note of the date of that time of day; returns the origin when it was unknown so far.
  ///
  /// - Parameter isSure: it comes with a fix, and so counts more than what was thought before.
  mutating func date(_ day: Int64, at time: Int64, isSure: Bool) -> Int64? {
    guard origin == nil || isSure else { return nil }
    var days = days
    if let last {
      if time < last - Self.day / 2 { days += 1 }
      if time > last + Self.day / 2 { days -= 1 }
    }
    guard let origin else {
      self.origin = (day - days) * Self.day
      return self.origin
    }
    // From here on only: what was dated before stays as it was.
    self.days += day - origin / Self.day - days
    return nil
  }
}
