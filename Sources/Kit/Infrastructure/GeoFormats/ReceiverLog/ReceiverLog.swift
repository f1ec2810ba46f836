internal import Geodesy

/// A whole recording of one receiver in memory.
///
/// Where a file holds both languages, gpsd's reports count, for they are its judgement of the same sentences; the fixes of
/// Android's GnssLogger count where neither has a position. Where gpsd or a telephone had several receivers, one is
/// followed, as ``ReceiverSelection`` chooses.
package struct ReceiverLog: Sendable {
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
    let strands = [gathering.reports, gathering.sentences, gathering.fixes]
    let best = strands.first(where: \.hasPosition) ?? strands.first { !$0.isEmpty } ?? Strand()
    (epochs, headings) = (best.epochs, best.headings)
  }
}

/// All languages, side by side.
private struct Gathering {
  var fixes = Strand()
  var sentences = Strand()
  var reports = Strand()

  mutating func add(_ item: ReceiverLogItem) {
    switch item {
    case .epoch(let epoch) where epoch.origin == .nmea: sentences.add(epoch)
    case .epoch(let epoch) where epoch.origin == .logger: fixes.add(epoch)
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
  private var selection = ReceiverSelection()

  var isEmpty: Bool { epochs.isEmpty && headings.isEmpty }

  mutating func add(_ epoch: RecordedEpoch) {
    // Another gpsd, perhaps with other receivers.
    if epoch.startsSegment { selection = ReceiverSelection() }
    guard
      selection.follows(
        epoch.device, hasPosition: epoch.position != nil, accuracy: epoch.accuracy, at: epoch.time)
    else { return }
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
}

/// Reads recordings of receivers, strictly, in a stream: sentences of NMEA 0183, reports of gpsd (`gpspipe -w`), or
/// both in one file (`gpspipe -r` begins with gpsd's greeting), with or without the times that `gpspipe -t` puts
/// before each line; and the sentences and fixes of Android's GnssLogger.
///
/// Sentences are read here and not by gpsd, because a trace has to be readable where no gpsd runs, in the same way
/// each time, and every complaint has to name its line; gpsd tells neither which sentence it passed over nor why, and
/// moves old dates by the clock of the day on which it reads.
///
/// A damaged line is left out with a warning. A log whose sentences have checksums takes none without; in one that
/// has no checksums at all they are taken, with one warning.
package struct ReceiverLogReader: Sendable {
  /// Bytes of a line; a longer one is left out.
  package var lineLimit = 64 << 10
  /// Milliseconds from one epoch to the next; a longer step is kept, with a warning.
  package var timeStep: Int64 = 366 * 86_400_000
  /// Bytes that are read at a time; the first of them tell whether the log has checksums.
  package var chunkSize = 64 << 10

  /// Bytes without a sentence or a report after which the rest is not read: a device may go on for ever.
  package var noiseLimit = 16 << 20
  /// Epochs that a recording may have.
  package var epochLimit = Int.max

  /// Creates a reader with the usual limits.
  package init() {}

  /// Reads one recording to its end and hands over its pieces in order.
  ///
  /// Throws: when it is no recording at all. `log` holds the complaints in either case.
  package func read(
    _ source: some ByteSource, log: inout DiagnosticLog, each receiver: (ReceiverLogItem) -> Void
  ) throws(FormatError) -> ReceiverLogCounts {
    var reading = ReceiverLogReading(timeStep: timeStep, log: log)
    defer { log = reading.log }
    var lines = LineReader(source, limit: lineLimit, chunkSize: chunkSize, patience: noiseLimit)
    var watch: NoiseWatch
    do {
      let start = try lines.upcoming()
      reading.needsChecksums = NMEAMessage.hasChecksums(in: start)
      watch = NoiseWatch(limit: noiseLimit, beginning: start)
    } catch {
      throw FormatError(error)
    }
    while true {
      do { guard try lines.next() else { break } } catch {
        guard error == .cut, reading.counts.known > 0 else { throw FormatError(error, line: lines.number) }
        reading.log.add(.warning, line: lines.number, "\(error): everything before is read")
        break
      }
      if lines.isTooLong {
        guard lines.isTerminated else { throw FormatError(.endlessLine(limit: lineLimit), line: lines.number) }
        reading.log.add(.warning, line: lines.number, "longer than \(lineLimit >> 10) KiB: line skipped")
      } else {
        try reading.add(lines.line, number: lines.number)
        try handOver(&reading, line: lines.number, to: receiver)
      }
      try watch.pass(lines.length, known: reading.counts.known, line: lines.number)
    }
    reading.finish()
    try handOver(&reading, line: lines.number, to: receiver)
    guard reading.counts.known > 0 else { throw FormatError(watch.other ?? .nothingKnown, line: 1) }
    return reading.counts
  }

  private func handOver(
    _ reading: inout ReceiverLogReading, line: Int, to receiver: (ReceiverLogItem) -> Void
  ) throws(FormatError) {
    for item in reading.take() { receiver(item) }
    guard reading.counts.epochs <= epochLimit else {
      throw FormatError(.tooMany("epochs", limit: epochLimit), line: line)
    }
  }

  /// Reads the file at `path` in the same way.
  package func read(
    path: String, log: inout DiagnosticLog, each receiver: (ReceiverLogItem) -> Void
  ) throws(FormatError) -> ReceiverLogCounts {
    let file: FileBytes
    do { file = try FileBytes(path: path) } catch { throw FormatError(error) }
    return try read(file, log: &log, each: receiver)
  }
}

/// Counts the bytes since the last sentence or report, and knows what a file without any may be.
private struct NoiseWatch {
  /// The problem with a file that is not a readable recording, by its first bytes.
  let other: FormatError.Problem?
  private let limit: Int
  private var bytes = 0
  private var known = 0

  init(limit: Int, beginning: UnsafeBufferPointer<UInt8>) {
    self.limit = limit
    other = Self.otherLanguage(of: beginning)
  }

  /// Notes a line of `length` bytes; `known` counts the sentences and reports read so far.
  ///
  /// Throws: if too many bytes pass without a sentence or a report.
  mutating func pass(_ length: Int, known: Int, line: Int) throws(FormatError) {
    bytes = known == self.known ? bytes + length : 0
    self.known = known
    guard bytes > limit else { return }
    throw FormatError(known == 0 ? other ?? .noise(limit: limit) : .noise(limit: limit), line: line)
  }

  private static func otherLanguage(of bytes: UnsafeBufferPointer<UInt8>) -> FormatError.Problem? {
    if bytes.isWideText { return .wideText }
    for (first, second) in zip(bytes, bytes.dropFirst()) {
      if first == 0xA0, second == 0xA2 { return .binary("SiRF's binary language") }
      if first == 0xB5, second == 0x62 { return .binary("u-blox's binary language (UBX)") }
    }
    let isText = bytes.allSatisfy { $0 >= 0x20 || [0, 0x09, 0x0A, 0x0D].contains($0) }
    return isText ? nil : .binary(nil)
  }
}

/// The numbers of items in a recording.
package struct ReceiverLogCounts: Hashable, Sendable {
  /// Valid sentences, including those of unknown types.
  package var sentences = 0
  /// Good reports of gpsd of any class.
  package var reports = 0
  /// TPV reports of any kind, and those with a position.
  package var positionReports = 0, positions = 0
  /// RMC sentences of any kind, and those with a fix.
  package var recommended = 0, recommendedFixes = 0
  /// Epochs of both languages, with a fix or without.
  package var epochs = 0
  /// Epochs of sentences with a fix.
  package var fixes = 0

  /// Fixes of Android's GnssLogger.
  package var loggerFixes = 0

  /// Creates counts of zero.
  package init() {}

  var known: Int { sentences + reports + loggerFixes }

  /// How many positions load: gpsd's where it reported any, else those of the sentence that every receiver sends, else
  /// the epochs with a fix, and GnssLogger's where there are none of these.
  package var loaded: Int {
    let sentences = recommended > 0 ? recommendedFixes : fixes
    return positionReports > 0 ? positions : sentences > 0 ? sentences : loggerFixes
  }
}

/// The reading of one recording: what has been gathered so far.
struct ReceiverLogReading {
  /// The newest version of gpsd's protocol that is read.
  static let protocolVersion = 3

  private(set) var counts = ReceiverLogCounts()
  var log: DiagnosticLog
  /// Whether a sentence without a checksum is damaged.
  var needsChecksums = true

  private let timeStep: Int64
  private var sentences = NMEAEpochs()
  private var reports = GPSDEpochs()
  private var fixes = LoggerFixes()
  private var ready: [ReceiverLogItem] = []
  private var hasSaidBare = false
  private var refusal: FormatError?
  /// The last epoch of each language that had a time.
  private var lastEpochs: [RecordedEpoch.Origin: RecordedEpoch] = [:]

  init(timeStep: Int64, log: DiagnosticLog) {
    self.timeStep = timeStep
    self.log = log
  }

  /// Takes a line.
  ///
  /// Throws: when the whole recording is of no use.
  mutating func add(_ line: [UInt8], number: Int) throws(FormatError) {
    do throws(LineFault) {
      switch LineContent(line) {
      case .empty: break
      case .report(let start):
        let record = try GPSDRecord(Array(line[start...]))
        if case .greeting(let major) = record, major > Self.protocolVersion, counts.known == 0 {
          refusal = FormatError(.protocolVersion(major), line: number)
        }
        counts.reports += 1
        try add(record, number: number)
      case .sentence(let start): try addSentence(line, from: start, number: number)
      case .columns: fixes.readHeader(line)
      case .fix:
        gather([.epoch(try fixes.epoch(line, number: number))])
        counts.loggerFixes += 1
      case .unknown: throw LineFault("neither a sentence nor a report: line skipped")
      }
    } catch {
      log.add(.warning, line: number, error.message)
    }
    if let refusal { throw refusal }
    gather()
  }

  /// Ends the epochs under way.
  mutating func finish() {
    sentences.finish()
    reports.finish()
    gather()
  }

  /// Hands over what is ready and forgets it.
  mutating func take() -> [ReceiverLogItem] {
    guard !ready.isEmpty else { return [] }
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }

  // MARK: - Lines

  private mutating func addSentence(_ line: [UInt8], from start: Int, number: Int) throws(LineFault) {
    do throws(LineFault) {
      let length = try addSentence(line[start...], number: number)
      try addSentences(line[(start + length)...], number: number)
    } catch {
      // What was cut off may be followed by a whole sentence on the same line.
      let later = line[(start + 1)...].lastIndex { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "!") }
      guard let later, (try? addSentence(line[later...], number: number)) != nil else { throw error }
      log.add(.warning, line: number, "bytes before a sentence skipped: \(later - start)")
    }
  }

  /// Adds the sentences behind one that was whole, where the ends of lines were lost.
  private mutating func addSentences(_ bytes: ArraySlice<UInt8>, number: Int) throws(LineFault) {
    var rest = bytes
    while let next = rest.firstIndex(of: UInt8(ascii: "$")) {
      let tail = rest[next...].prefix(NMEAMessage.longest)
      // Other text may hold the sign, too.
      let name = tail.dropFirst().prefix(9).prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      let isNamed = name.count >= 5 && name.endIndex < tail.endIndex && tail[name.endIndex] == UInt8(ascii: ",")
      rest = rest[(next + (isNamed ? try addSentence(tail, number: number) : 1))...]
    }
  }

  /// Returns the bytes of the sentence.
  private mutating func addSentence(_ bytes: ArraySlice<UInt8>, number: Int) throws(LineFault) -> Int {
    let length = try bytes.withUnsafeBufferPointer { (buffer) throws(LineFault) in
      let sentence = try NMEAMessage(buffer, needsChecksum: needsChecksums)
      let report = try NMEAReport(sentence)
      counts.sentences += 1
      if case .position(let position) = report, position.kind == .rmc {
        counts.recommended += 1
        if position.place != nil { counts.recommendedFixes += 1 }
      }
      sentences.add(report, talker: sentence.talker, line: number)
      return sentence.length
    }
    guard !needsChecksums, !hasSaidBare else { return length }
    hasSaidBare = true
    log.add(.warning, line: number, "a log without checksums: damage to it may go unnoticed")
    return length
  }

  private mutating func add(_ record: GPSDRecord, number: Int) throws(LineFault) {
    switch record {
    case .greeting(let major):
      guard major <= Self.protocolVersion else { throw LineFault("version \(major) of the protocol is not read") }
      reports.begin()
    case .position(let report):
      counts.positionReports += 1
      if report.place != nil { counts.positions += 1 }
      reports.add(report, line: number)
    case .sky(let sky): reports.add(sky)
    case .attitude(let heading, let magnetic):
      if let degrees = heading ?? magnetic { reports.add(degrees: degrees, isTrue: heading != nil, line: number) }
    case .other: break
    }
  }

  // MARK: - Handing over

  private mutating func gather() {
    gather(sentences.take())
    gather(reports.take())
  }

  private mutating func gather(_ items: [ReceiverLogItem]) {
    for item in items {
      if case .epoch(let epoch) = item {
        counts.epochs += 1
        if epoch.origin == .nmea, epoch.position != nil { counts.fixes += 1 }
        watchTime(of: epoch)
      }
      ready.append(item)
    }
  }

  private mutating func watchTime(of epoch: RecordedEpoch) {
    guard let time = epoch.time, epoch.position != nil else { return }
    let last = lastEpochs.updateValue(epoch, forKey: epoch.origin)
    guard let last, last.isDated == epoch.isDated, last.device == epoch.device, let before = last.time else { return }
    if time < before {
      log.add(.warning, line: epoch.line, "time runs backwards: kept")
    } else if time - before > timeStep {
      log.add(.warning, line: epoch.line, "more than a year after the position before: kept")
    }
  }
}

/// The kind of content of a line, and where in the line it begins.
private enum LineContent {
  case empty
  case report(from: Int)
  case sentence(from: Int)
  /// The names of the columns of fixes, and a fix, of Android's GnssLogger.
  case columns, fix
  case unknown

  /// Longer things before a report or a sentence are no time of gpspipe's.
  private static let prefixLimit = 100

  init(_ line: [UInt8]) {
    if line.first == UInt8(ascii: "$") {
      self = .sentence(from: 0)
      return
    }
    if line.starts(with: LoggerFixes.mark.utf8) || line.starts(with: LoggerFixes.header.utf8) {
      self = line[0] == UInt8(ascii: "#") ? .columns : .fix
      return
    }
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }), first != UInt8(ascii: "#") else {
      self = .empty
      return
    }
    guard !Self.isLoggerRecord(line) else {
      self = .empty
      return
    }
    let marks: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "$"), UInt8(ascii: "!")]
    guard let start = line.firstIndex(where: marks.contains) else {
      self = .unknown
      return
    }
    guard line[start] == UInt8(ascii: "{") else {
      // Any other prefix is reported together with the sentence.
      self = .sentence(from: Self.isPrefix(line[..<start]) ? start : 0)
      return
    }
    self = Self.isPrefix(line[..<start]) ? .report(from: start) : .unknown
  }

  /// The first fields of the lines that Android's GnssLogger writes beside its sentences (`NMEA,$GPGGA,…*hh,millis`):
  /// raw measurements and sensors.
  private static let loggerRecords: Set<String> = [
    "Raw", "Status", "Nav", "Agc", "Accel", "Gyro", "Mag", "OrientationDeg", "UncalAccel", "UncalGyro",
    "UncalMag", "GameRotationVector",
  ]

  private static func isLoggerRecord(_ line: [UInt8]) -> Bool {
    let name = line.prefix(20).prefix { $0 != UInt8(ascii: ",") }
    return name.count < min(20, line.count) && loggerRecords.contains(String(decoding: name, as: UTF8.self))
  }

  /// Whether a prefix is empty, the time that `gpspipe -t`, `-u`, `-Z` or `-T` writes (`2026-05-01 09:30:00: `), that
  /// of a terminal (`[09:30:00] `), a TAG block (`\s:gps,c:1600000000*hh\`), or what Android's GnssLogger writes before
  /// a sentence.
  private static func isPrefix(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= prefixLimit, bytes.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 < 0x7F }) else { return false }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) || bytes.elementsEqual("NMEA,".utf8) { return true }
    if bytes.first == UInt8(ascii: "\\") { return bytes.last == UInt8(ascii: "\\") }
    let isEnd = [": ", "] "].contains { bytes.suffix(2).elementsEqual($0.utf8) } || bytes.last == 0x09
    return isEnd && bytes.contains { (0x30...0x39).contains($0) }
  }
}
