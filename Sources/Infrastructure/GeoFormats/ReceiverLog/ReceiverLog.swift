package import Geodesy

/// A whole recording of one receiver in memory.
///
/// Where a file holds both languages, gpsd's reports count, for they are its judgement of the same sentences. Where
/// gpsd had several receivers, one is followed as long as it speaks.
package struct ReceiverLog: Sendable {
  /// Another receiver is only followed when the one before was silent for so many milliseconds.
  package static let patience: Int64 = 5000

  /// The epochs in the order of the file.
  package private(set) var epochs: [RecordedEpoch] = []
  /// The headings in the order of the file, each with the place in ``epochs`` of the epoch that it came in or after;
  /// 0 for those before the first.
  package private(set) var headings: [(epoch: Int, heading: RecordedHeading)] = []
  /// How much the recording held.
  package private(set) var counts = ReceiverLogCounts()

  /// Reads a recording whole, or nothing of it.
  package init(
    _ source: some ByteSource, reader: ReceiverLogReader = ReceiverLogReader(), log: inout DiagnosticLog
  ) throws(FormatError) {
    var gathering = Gathering()
    counts = try reader.read(source, log: &log) { gathering.add($0) }
    take(gathering)
  }

  /// Reads the file at `path`.
  ///
  /// - Parameter limit: epochs that it may have.
  package init(path: String, limit: Int = .max, log: inout DiagnosticLog) throws(FormatError) {
    var gathering = Gathering()
    var reader = ReceiverLogReader()
    reader.epochLimit = limit
    counts = try reader.read(path: path, log: &log) { gathering.add($0) }
    take(gathering)
  }

  private mutating func take(_ gathering: Gathering) {
    let isMerged = gathering.reports.hasPosition || gathering.sentences.isEmpty
    let best = isMerged ? gathering.reports : gathering.sentences
    (epochs, headings) = (best.epochs, best.headings)
  }
}

/// Both languages, side by side.
private struct Gathering {
  var sentences = Strand()
  var reports = Strand()

  mutating func add(_ item: ReceiverLogItem) {
    switch item {
    case .epoch(let epoch) where epoch.origin == .nmea: sentences.add(epoch)
    case .epoch(let epoch): reports.add(epoch)
    case .heading(let heading) where heading.origin == .nmea: sentences.add(heading)
    case .heading(let heading): reports.add(heading)
    case .date(let midnight): sentences.date(midnight)
    }
  }
}

/// What one language says.
private struct Strand {
  var epochs: [RecordedEpoch] = []
  var headings: [(epoch: Int, heading: RecordedHeading)] = []
  var hasPosition = false

  var isEmpty: Bool { epochs.isEmpty && headings.isEmpty }

  mutating func add(_ epoch: RecordedEpoch) {
    if let last = epochs.last, isOther(epoch, than: last) { return }
    epochs.append(epoch)
    if epoch.position != nil { hasPosition = true }
  }

  mutating func add(_ heading: RecordedHeading) { headings.append((max(0, epochs.count - 1), heading)) }

  /// What came before the date gets it.
  mutating func date(_ midnight: Int64) {
    for index in epochs.indices where !epochs[index].isDated {
      epochs[index].time = epochs[index].time.map { $0 + midnight }
      epochs[index].isDated = true
    }
  }

  private func isOther(_ epoch: RecordedEpoch, than last: RecordedEpoch) -> Bool {
    // A report that does not name its receiver may be of any.
    guard epoch.device != last.device, !epoch.device.isEmpty, !last.device.isEmpty, !epoch.startsSegment else {
      return false
    }
    // One without a fix never takes the place of one that has it.
    guard epoch.position != nil || last.position == nil else { return true }
    guard last.position != nil, let time = epoch.time, let before = last.time else { return last.position != nil }
    return time - before < ReceiverLog.patience
  }
}

/// What a receiver said about one moment: where it was, or that it did not know.
package struct RecordedEpoch: Hashable, Sendable {
  /// Which language of a recording said it.
  package enum Origin: Hashable, Sendable {
    /// Sentences of NMEA 0183, the receiver's own.
    case nmea
    /// Reports of gpsd, which has merged and judged the receiver's sentences already.
    case gpsd
  }

  /// Who says how good the position is.
  package enum AccuracySource: Hashable, Sendable {
    /// The receiver's own estimate of its error.
    case receiver
    /// Made of the horizontal dilution, because the receiver does not say.
    case dilution
  }

  /// Which language it was said in.
  package var origin: Origin
  /// Nothing while the receiver has no fix.
  package var position: Coordinate?
  /// Milliseconds since 1970-01-01T00:00:00Z, or since an unknown midnight while ``isDated`` is false.
  package var time: Int64?
  /// Whether the recording says which day it is.
  package var isDated = true
  /// Whether the fix has an altitude that counts.
  package var isThreeD = false
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres per second over ground; never negative.
  package var speed: Double?
  /// Direction of movement, in degrees clockwise from true north, `0 ... 360`.
  package var course: Double?
  /// Radius of the error circle (95 %), in metres.
  package var accuracy: Double?
  /// What the accuracy was made of.
  package var accuracySource: AccuracySource?
  /// Satellites that the fix was computed from.
  package var satellitesUsed: Int?
  /// Satellites in view.
  package var satellitesSeen: Int?
  /// The recording begins anew here: what lies between this epoch and the one before was not recorded.
  package var startsSegment = false
  /// The receiver, as gpsd names it, to compare and never to show; empty for sentences.
  package var device = ""
  /// The line of the file on which it begins, from 1.
  package var line: Int

  /// Creates an epoch without a fix.
  package init(origin: Origin, line: Int) {
    self.origin = origin
    self.line = line
  }

  /// Metres of error (95 %) for each unit of horizontal dilution, as gpsd 3.22 takes it.
  package static let errorPerDilution = 19.0
  /// The same for a fix that a ground station has corrected (DGPS, SBAS).
  package static let correctedErrorPerDilution = 4.75
}

/// Where a compass of the receiver pointed.
package struct RecordedHeading: Hashable, Sendable {
  /// Which language it was said in.
  package var origin: RecordedEpoch.Origin
  /// Clockwise from north, in `0 ... 360`.
  package var degrees: Double
  /// From true north, as against magnetic north.
  package var isTrue: Bool
  /// The line of the file, from 1.
  package var line: Int

  /// Creates a heading.
  package init(origin: RecordedEpoch.Origin, degrees: Double, isTrue: Bool, line: Int) {
    self.origin = origin
    self.degrees = degrees
    self.isTrue = isTrue
    self.line = line
  }
}

/// What a recording says, piece by piece, in the order of the file.
package enum ReceiverLogItem: Hashable, Sendable {
  case epoch(RecordedEpoch)
  /// It belongs to the epoch before it.
  case heading(RecordedHeading)
  /// The day is known from here on: the midnight that the epochs of sentences so far counted from was this one, in
  /// milliseconds since 1970.
  case date(midnight: Int64)
}
