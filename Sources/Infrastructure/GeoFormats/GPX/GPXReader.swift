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
  package var limits = GPXLimits()
  /// Bytes that are read at a time.
  package var chunkSize = 256 << 10
  /// Whether runs of plain track points are taken past the XML parser.
  ///
  /// It changes nothing but the speed.
  package var usesExpressLane = true

  /// Creates a reader with the usual limits.
  package init() {}

  /// Reads one document to its end and hands over its pieces in order.
  ///
  /// Throws: at the first thing that makes the document no GPX. `log` holds the complaints in either case.
  package func read(
    _ source: some ByteSource, log: inout DiagnosticLog, each receiver: (GPXItem) -> Void
  ) throws(FormatError) -> GPXCounts {
    let parser = try GPXParser(limits: limits, usesExpressLane: usesExpressLane, log: log)
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
