/// Reads one GPX document: its events go to a ``GPXBuilder``, but runs of plain points go there past the XML parser.
final class GPXParser: XMLParser {
  private(set) var builder: GPXBuilder
  /// Where the last tag ended, counted in the bytes that expat has been given.
  private var tagEnd = -1
  /// Lines that expat has not seen.
  private var skippedLines = 0
  private var lane: ExpressLane

  init(limits: GPXLimits, usesExpressLane: Bool, log: DiagnosticLog) throws(FormatError) {
    builder = GPXBuilder(limits: limits, log: log)
    lane = ExpressLane(isEnabled: usesExpressLane)
    try super.init()
  }

  override var line: Int { super.line + skippedLines }

  /// Takes the next bytes of the document, and hands over what they held.
  ///
  /// Expat is the judge of the document. But where it stands between two elements directly inside a track segment, a
  /// run of plain points may be taken past it: each is complete and well-formed by its very shape, so nothing that
  /// expat knows changes, except the line.
  func consume(_ chunk: UnsafeRawBufferPointer, receiver: (GPXItem) -> Void) throws(FormatError) {
    lane.startChunk(chunk)
    var position = 0
    while position < chunk.count {
      // The last tag ended with the last byte that expat was given: nothing is pending.
      if lane.isOpen, tagEnd == fed, builder.expectsPlainPoint {
        let run = lane.takePoints(chunk, from: position, into: &builder)
        position += run.bytes
        skippedLines += run.lines
        builder.deliver(isFinal: false, to: receiver)
        if run.bytes > 0 { continue }
      }
      let end = lane.isOpen ? lane.nextEntry(chunk, from: position, isInSegment: builder.isInSegment) : chunk.count
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
