internal import CExpat

/// One run of expat over one document, fed in chunks; the events go to a ``GPXBuilder``.
///
/// A class, because C callbacks need an address that stays.
final class GPXParser {
  private(set) var builder: GPXBuilder
  private let parser: XML_Parser
  private var failure: GPXError?
  /// Bytes that expat has been given.
  private var fed = 0
  /// Where the last tag ended, counted in the bytes that expat has been given.
  private var tagEnd = -1
  /// Lines that expat has not seen.
  private var skippedLines = 0
  private var lane: ExpressLane

  init(limits: GPXLimits, usesExpressLane: Bool, log: DiagnosticLog) throws(GPXError) {
    guard let parser = XML_ParserCreateNS(nil, XML_Char(ElementName.separator)) else {
      throw GPXError(.unreadable("there is no memory left to read it"), line: 1)
    }
    self.parser = parser
    builder = GPXBuilder(limits: limits, log: log)
    lane = ExpressLane(isEnabled: usesExpressLane)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetReturnNSTriplet(parser, 1)
    XML_SetElementHandler(parser, elementStarts, elementEnds)
    XML_SetCharacterDataHandler(parser, charactersCome)
    XML_SetDefaultHandler(parser, prologComes)
    // Never reached, because the word DOCTYPE comes first; they stand here so that no declaration ever has an effect.
    XML_SetEndDoctypeDeclHandler(parser, doctypeEnds)
    XML_SetEntityDeclHandler(parser, entityComes)
  }

  deinit { XML_ParserFree(parser) }

  /// The line of the event that is being reported.
  var line: Int { Int(XML_GetCurrentLineNumber(parser)) + skippedLines }

  /// Takes the next bytes of the document, and hands over what they held.
  ///
  /// Expat is the judge of the document. But where it stands between two elements directly inside a track segment, a
  /// run of plain points may be taken past it: each is complete and well-formed by its very shape, so nothing that
  /// expat knows changes, except the line.
  func consume(_ chunk: UnsafeRawBufferPointer, receiver: (GPXItem) -> Void) throws(GPXError) {
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
      builder.deliver(isFinal: false, to: receiver)
      position = end
    }
  }

  /// The document ends here.
  func finish(receiver: (GPXItem) -> Void) throws(GPXError) {
    try parse(UnsafeRawBufferPointer(start: nil, count: 0), isFinal: true)
    builder.deliver(isFinal: true, to: receiver)
  }

  private func parse(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) throws(GPXError) {
    fed += bytes.count
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let status = XML_Parse(parser, start, CInt(bytes.count), isFinal ? 1 : 0)
    if let failure { throw failure }
    guard status == XML_STATUS_OK else {
      let code = XML_GetErrorCode(parser)
      // A file without any element is wrong from its beginning, however many blank lines it has.
      let place = code == XML_ERROR_NO_ELEMENTS && builder.place == .document ? 1 : line
      throw GPXError(.notXML(String(cString: XML_ErrorString(code))), line: place)
    }
    // Expat keeps an unfinished tag or comment whole in memory.
    let pending = fed - Int(XML_GetCurrentByteIndex(parser))
    guard isFinal || pending <= builder.limits.token else {
      throw GPXError(.tooLong(limit: builder.limits.token), line: line)
    }
  }

  // MARK: - Events

  fileprivate func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    guard failure == nil else { return }
    if builder.place == .document { XML_SetDefaultHandler(parser, nil) }
    tagEnd = Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
    do throws(GPXError) { try builder.start(name, attributes, line: line) } catch { fail(error) }
  }

  fileprivate func end() {
    guard failure == nil else { return }
    tagEnd = Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
    builder.end()
  }

  fileprivate func characters(_ bytes: UnsafeBufferPointer<UInt8>) { builder.characters(bytes) }

  /// Everything before the root that is no event of its own; a DOCTYPE begins with its word.
  fileprivate func prolog(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.starts(with: "<!DOCTYPE".utf8) { fail(GPXError(.doctype, line: line)) }
  }

  fileprivate func refuseDoctype() { fail(GPXError(.doctype, line: line)) }

  private func fail(_ error: GPXError) {
    if failure == nil { failure = error }
    XML_StopParser(parser, 0)
  }
}

// MARK: - What C calls

private func owner(_ data: UnsafeMutableRawPointer) -> GPXParser {
  Unmanaged<GPXParser>.fromOpaque(data).takeUnretainedValue()
}

private func bytes(_ start: UnsafePointer<XML_Char>?, _ count: CInt) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: Int(count))
}

private let elementStarts: XML_StartElementHandler = { data, name, attributes in
  guard let data, let name else { return }
  owner(data).start(name, XMLAttributes(pairs: attributes))
}

private let elementEnds: XML_EndElementHandler = { data, _ in
  if let data { owner(data).end() }
}

private let charactersCome: XML_CharacterDataHandler = { data, start, count in
  if let data { owner(data).characters(bytes(start, count)) }
}

private let prologComes: XML_DefaultHandler = { data, start, count in
  if let data { owner(data).prolog(bytes(start, count)) }
}

private let doctypeEnds: XML_EndDoctypeDeclHandler = { data in
  if let data { owner(data).refuseDoctype() }
}

private let entityComes: XML_EntityDeclHandler = { data, _, _, _, _, _, _, _, _ in
  if let data { owner(data).refuseDoctype() }
}
