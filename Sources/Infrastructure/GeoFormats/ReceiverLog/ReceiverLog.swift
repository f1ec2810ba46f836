internal import Geodesy

/// A whole recording of one receiver in memory.
///
/// Where a file holds both languages, gpsd's reports count, for they are its judgement of the same sentences. Where
/// gpsd had several receivers, one is followed as long as it speaks.
package struct ReceiverLog: Sendable {
  /// Milliseconds of silence after which the log switches to another receiver.
  package static let patience: Int64 = 5000

  /// The epochs in the order of the file.
  package private(set) var epochs: [RecordedEpoch] = []
  /// The headings in the order of the file, each with the place in ``epochs`` of the epoch that it came in or after;
  /// 0 for those before the first.
  package private(set) var headings: [(epoch: Int, heading: RecordedHeading)] = []
  /// How much the recording held.
  package private(set) var counts = ReceiverLogCounts()

  /// Reads a whole recording; throws if any part cannot be read.
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

/// The epochs from one protocol.
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

  /// Adds the date to the epochs that were read before the first date.
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
