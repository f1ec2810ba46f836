/// Reads recordings of receivers, strictly, in a stream: sentences of NMEA 0183, reports of gpsd (`gpspipe -w`), or
/// both in one file (`gpspipe -r` begins with gpsd's greeting), with or without the times that `gpspipe -t` puts
/// before each line.
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
        throw FormatError(error, line: lines.number)
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
  /// What it is instead of a recording that can be read, by its first bytes.
  let other: FormatError.Problem?
  private let limit: Int
  private var bytes = 0
  private var known = 0

  init(limit: Int, beginning: UnsafeBufferPointer<UInt8>) {
    self.limit = limit
    other = Self.otherLanguage(of: beginning)
  }

  /// A line of so many bytes has been read, and so many sentences and reports so far.
  ///
  /// Throws: when there has been nothing for too long.
  mutating func pass(_ length: Int, known: Int, line: Int) throws(FormatError) {
    bytes = known == self.known ? bytes + length : 0
    self.known = known
    guard bytes > limit else { return }
    throw FormatError(known == 0 ? other ?? .noise(limit: limit) : .noise(limit: limit), line: line)
  }

  private static func otherLanguage(of bytes: UnsafeBufferPointer<UInt8>) -> FormatError.Problem? {
    if FileFormat.isWide(bytes) { return .wideText }
    for (first, second) in zip(bytes, bytes.dropFirst()) {
      if first == 0xA0, second == 0xA2 { return .binary("SiRF's binary language") }
      if first == 0xB5, second == 0x62 { return .binary("u-blox's binary language (UBX)") }
    }
    let isText = bytes.allSatisfy { $0 >= 0x20 || [0, 0x09, 0x0A, 0x0D].contains($0) }
    return isText ? nil : .binary(nil)
  }
}

/// How much a recording held.
package struct ReceiverLogCounts: Hashable, Sendable {
  /// Good sentences, also those that mean nothing here.
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

  /// Creates counts of zero.
  package init() {}

  var known: Int { sentences + reports }

  /// How many positions load: gpsd's where it reported any, else those of the sentence that every receiver sends, else
  /// the epochs with a fix.
  package var loaded: Int { positionReports > 0 ? positions : recommended > 0 ? recommendedFixes : fixes }
}
