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
    do throws(LineFault) { return try addSentence(line[start...], number: number) } catch {
      // What was cut off may be followed by a whole sentence on the same line.
      let later = line[(start + 1)...].lastIndex { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "!") }
      guard let later, (try? addSentence(line[later...], number: number)) != nil else { throw error }
      log.add(.warning, line: number, "bytes before a sentence skipped: \(later - start)")
    }
  }

  private mutating func addSentence(_ bytes: ArraySlice<UInt8>, number: Int) throws(LineFault) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(LineFault) in
      let sentence = try NMEAMessage(buffer, needsChecksum: needsChecksums)
      let report = try NMEAReport(sentence)
      counts.sentences += 1
      if case .position(let position) = report, position.kind == .rmc {
        counts.recommended += 1
        if position.place != nil { counts.recommendedFixes += 1 }
      }
      sentences.add(report, talker: sentence.talker, line: number)
    }
    guard !needsChecksums, !hasSaidBare else { return }
    hasSaidBare = true
    log.add(.warning, line: number, "a log without checksums: damage to it may go unnoticed")
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

/// What a line holds, and where in it that begins.
private enum LineContent {
  case empty
  case report(from: Int)
  case sentence(from: Int)
  case unknown

  /// Longer things before a report or a sentence are no time of gpspipe's.
  private static let prefixLimit = 100

  init(_ line: [UInt8]) {
    if line.first == UInt8(ascii: "$") {
      self = .sentence(from: 0)
      return
    }
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }), first != UInt8(ascii: "#") else {
      self = .empty
      return
    }
    let marks: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "$"), UInt8(ascii: "!")]
    guard let start = line.firstIndex(where: marks.contains) else {
      self = .unknown
      return
    }
    guard line[start] == UInt8(ascii: "{") else {
      // Whatever else stands before it is told with the sentence.
      self = .sentence(from: Self.isPrefix(line[..<start]) ? start : 0)
      return
    }
    self = Self.isPrefix(line[..<start]) ? .report(from: start) : .unknown
  }

  /// Nothing, the time that `gpspipe -t`, `-u`, `-Z` or `-T` writes (`2026-05-01 09:30:00: `), or a TAG block
  /// (`\s:gps,c:1600000000*hh\`).
  private static func isPrefix(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= prefixLimit, bytes.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 < 0x7F }) else { return false }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return true }
    if bytes.first == UInt8(ascii: "\\") { return bytes.last == UInt8(ascii: "\\") }
    return bytes.suffix(2).elementsEqual(": ".utf8) && bytes.contains { (0x30...0x39).contains($0) }
  }
}

/// What is wrong with one line; the line is left out and the rest goes on.
struct LineFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
