/// Reads GPX 1.0 and 1.1, strictly, in a stream: memory does not grow with the file.
///
/// ```swift
/// var log = DiagnosticLog()
/// let counts = try GPXReader().read(FileBytes(path: "walk.gpx"), log: &log) { item in
///   if case .trackPoints(let points) = item { walk += points }
/// }
/// ```
///
/// A document that is no GPX, is cut off or is hostile is refused whole: whatever was handed over before the error is
/// to be forgotten. ``GPXDocument`` does that by itself. A bad point is skipped, a bad detail of a point is dropped,
/// and both are noted in the log.
package struct GPXReader: Sendable {
  /// How much of a document is taken.
  package var limits = GPXLimits()
  /// Bytes that are read at a time.
  package var chunkSize = 256 << 10
  /// Whether runs of plain track points are taken past the XML parser.
  ///
  /// Affects only the speed.
  package var scansPlainPoints = true

  /// Creates a reader with the usual limits.
  package init() {}

  /// Reads one document to its end and hands over its pieces in order.
  ///
  /// Throws: at the first thing that makes the document no GPX. `log` holds the complaints in either case.
  package func read(
    _ source: some ByteSource, log: inout DiagnosticLog, each receiver: (GPXItem) -> Void
  ) throws(FormatError) -> GPXCounts {
    let parser = try GPXParser(limits: limits, scansPlainPoints: scansPlainPoints, log: log)
    defer { log = parser.builder.log }
    var source = source
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: min(max(1, chunkSize), 64 << 20), alignment: 64)
    defer { chunk.deallocate() }
    while true {
      let count: Int
      do { count = try source.read(into: chunk) } catch { throw FormatError(error) }
      guard count > 0 else { break }
      try parser.consume(UnsafeRawBufferPointer(rebasing: chunk[..<count]), receiver: receiver)
      guard parser.builder.counts.points <= limits.points else {
        throw FormatError(.tooMany("points", limit: limits.points), line: parser.line)
      }
    }
    try parser.finish(receiver: receiver)
    return parser.builder.counts
  }

  /// Reads the file at `path` in the same way.
  package func read(
    path: String, log: inout DiagnosticLog, each receiver: (GPXItem) -> Void
  ) throws(FormatError) -> GPXCounts {
    let file: FileBytes
    do { file = try FileBytes(path: path) } catch { throw FormatError(error) }
    return try read(file, log: &log, each: receiver)
  }
}

/// How large the parts of a GPX file may be.
///
/// Real files stay far below.
package struct GPXLimits: Hashable, Sendable {
  /// Elements inside one another; more refuse the file.
  package var depth = 256
  /// Points of all kinds together; more refuse the file.
  package var points = Int.max
  /// Bytes of one tag, comment or section; more refuse the file.
  package var token = 64 << 20
  /// Bytes of one text that are kept, before it is cut to a number of characters; more give a warning.
  package var text = 16 << 10
  /// The limit for a text of a geocache's listing: descriptions are whole pages.
  package var cacheText = 256 << 10
  /// Metres above or below the sea: from below the deepest sea to the edge of space.
  package var elevation: ClosedRange<Double> = -12_000...100_000
  /// Milliseconds from one point of a track to the next; a longer step is kept, with a warning.
  package var timeStep: Int64 = 366 * 86_400_000

  /// Creates the usual limits.
  package init() {}
}

/// Reads one GPX document: its events go to a ``GPXBuilder``, but runs of plain points go there past the XML parser.
final class GPXParser: XMLParser {
  private(set) var builder: GPXBuilder
  /// Where the last tag ended, counted in the bytes that expat has been given.
  private var tagEnd = -1
  /// Lines that expat has not seen.
  private var skippedLines = 0
  private var scanner: PlainPointScanner

  init(limits: GPXLimits, scansPlainPoints: Bool, log: DiagnosticLog) throws(FormatError) {
    builder = GPXBuilder(limits: limits, log: log)
    scanner = PlainPointScanner(isEnabled: scansPlainPoints)
    try super.init()
  }

  override var line: Int { super.line + skippedLines }

  /// Takes the next bytes of the document, and hands over what they held.
  ///
  /// Expat is the judge of the document. But where it stands between two elements directly inside a track segment, a
  /// run of plain points may be taken past it: each is complete and well-formed by its very shape, so nothing that
  /// expat knows changes, except the line.
  func consume(_ chunk: UnsafeRawBufferPointer, receiver: (GPXItem) -> Void) throws(FormatError) {
    scanner.startChunk(chunk)
    var position = 0
    while position < chunk.count {
      // The last tag ended with the last byte that expat was given: nothing is pending.
      if scanner.isOpen, tagEnd == fed, builder.expectsPlainPoint {
        let run = scanner.takePoints(chunk, from: position, into: &builder)
        position += run.bytes
        skippedLines += run.lines
        builder.deliver(isFinal: false, to: receiver)
        if run.bytes > 0 { continue }
      }
      let end =
        scanner.isOpen ? scanner.nextEntry(chunk, from: position, isInSegment: builder.isInSegment) : chunk.count
      try parse(UnsafeRawBufferPointer(rebasing: chunk[position..<end]), isFinal: false)
      guard pendingBytes <= builder.limits.token else {
        throw FormatError(.tooLong(limit: builder.limits.token), line: line)
      }
      builder.deliver(isFinal: false, to: receiver)
      position = end
    }
  }

  /// Ends the document, and hands over what is left.
  func finish(receiver: (GPXItem) -> Void) throws(FormatError) {
    try parse(UnsafeRawBufferPointer(start: nil, count: 0), isFinal: true)
    builder.deliver(isFinal: true, to: receiver)
  }

  override func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) throws(FormatError) {
    tagEnd = endOfTag
    try builder.start(name, attributes, line: line)
  }

  override func end() {
    tagEnd = endOfTag
    builder.end()
  }

  override func characters(_ bytes: UnsafeBufferPointer<UInt8>) { builder.characters(bytes) }
}
