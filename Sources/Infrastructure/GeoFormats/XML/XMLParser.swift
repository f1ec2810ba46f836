internal import CExpat
internal import Glibc

/// One run of expat over one document, fed in pieces; a subclass takes the events.
///
/// A class, because C callbacks need an address that stays. Expat gets UTF-8 with good characters and references,
/// whatever the file has, and knows nothing of namespaces: a prefix that nobody declared is no fault. Where the text
/// stops to be XML the document ends, if it has told anything by then. Every DOCTYPE is refused.
class XMLParser {
  private let parser: XML_Parser
  private var failure: FormatError?
  private var decoder = XMLDecoder()
  private var repair = XMLRepair()
  private var namespaces = XMLNamespaces()
  /// Elements that have begun and not ended.
  private var depth = 0
  /// Whether an element has begun.
  private var hasRoot = false
  /// Whether the rest of the document is passed over.
  private(set) var isOver = false
  /// Bytes that expat has been given.
  private(set) var fed = 0
  /// Bytes and lines that a subclass has taken past expat.
  private var skipped = (bytes: 0, lines: 0)

  init() throws(FormatError) {
    guard let parser = XML_ParserCreate("UTF-8") else {
      throw FormatError(.unreadable("there is no memory left to read it"), line: 1)
    }
    self.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(parser, elementStarts, elementEnds)
    XML_SetCharacterDataHandler(parser, charactersCome)
    XML_SetDefaultHandler(parser, prologComes)
    // Never reached, because the word DOCTYPE comes first; they stand here so that no declaration ever has an effect.
    XML_SetEndDoctypeDeclHandler(parser, doctypeEnds)
    XML_SetEntityDeclHandler(parser, entityComes)
  }

  deinit { XML_ParserFree(parser) }

  /// The line of the event that is being reported.
  final var line: Int { Int(XML_GetCurrentLineNumber(parser)) + skipped.lines }

  /// Where the tag that is being reported ends, counted in the bytes that expat has been given.
  final var endOfTag: Int { Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser)) }

  /// Bytes of an unfinished tag or comment, which expat keeps whole in memory.
  final var pendingBytes: Int { fed - Int(XML_GetCurrentByteIndex(parser)) }

  // MARK: - Reading

  /// Takes the next bytes of the document, in whatever encoding it is.
  final func read(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) throws(FormatError) {
    guard !isOver else { return }
    let text = decoder.decode(bytes, isFinal: isFinal) { complain(line: $0, $1) }
    repair.isConverted = decoder.isConverted
    if let text {
      try text.withUnsafeBufferPointer { (text) throws(FormatError) in
        try mend(UnsafeRawBufferPointer(text), isFinal: isFinal)
      }
    } else {
      try mend(bytes, isFinal: isFinal)
    }
    guard isFinal, !isOver else { return }
    try parse(UnsafeRawBufferPointer(start: nil, count: 0), isFinal: true)
    if !isOver { handOverComplaints(before: .max) }
  }

  private func mend(_ text: UnsafeRawBufferPointer, isFinal: Bool) throws(FormatError) {
    guard let mended = repair.mend(text, isFinal: isFinal) else { return try consume(text) }
    try mended.withUnsafeBufferPointer { (mended) throws(FormatError) in try consume(UnsafeRawBufferPointer(mended)) }
  }

  /// Takes the next bytes of the document in UTF-8.
  func consume(_ text: UnsafeRawBufferPointer) throws(FormatError) { try parse(text, isFinal: false) }

  /// Gives bytes to expat.
  final func parse(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) throws(FormatError) {
    fed += bytes.count
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let status = XML_Parse(parser, start, CInt(bytes.count), isFinal ? 1 : 0)
    if let failure { throw failure }
    if status != XML_STATUS_OK { try end(by: XML_GetErrorCode(parser), isFinal: isFinal) }
  }

  /// Says that a subclass has taken bytes past expat.
  final func skip(bytes: Int, lines: Int) { skipped = (skipped.bytes + bytes, skipped.lines + lines) }

  /// The text is no XML from here on.
  ///
  /// Throws: if it has told nothing yet.
  private func end(by error: XML_Error, isFinal: Bool) throws(FormatError) {
    handOverComplaints(before: Int(XML_GetCurrentByteIndex(parser)) + skipped.bytes)
    let words = String(cString: XML_ErrorString(error))
    guard hasContent else {
      // A file without any element is wrong from its beginning, however many blank lines it has.
      let isEmpty = isFinal && !hasRoot && error == XML_ERROR_NO_ELEMENTS
      throw FormatError(.notXML(words), line: isEmpty ? 1 : line)
    }
    isOver = true
    if hasRoot, depth == 0 {
      complain(line: line, "more text after the end of the document: left out")
    } else if isFinal {
      complain(line: line, "the file ends too early: everything before is read")
    } else {
      complain(line: line, "not XML from here on (\(words)): the rest is left out")
    }
  }

  /// Hands over what was mended in the first bytes, so that all complaints come in the order of the file.
  private func handOverComplaints(before place: Int) {
    guard let first = repair.complaints.first, first.place < place else { return }
    let count = repair.complaints.prefix { $0.place < place }.count
    for complaint in repair.complaints.prefix(count) { complain(line: complaint.line, complaint.text) }
    repair.complaints.removeFirst(count)
  }

  // MARK: - Events

  /// Whether the document has told something for which it is worth to be read.
  var hasContent: Bool { false }

  /// An element begins; its attributes are valid only while this is called.
  ///
  /// Throws: when the document is to be refused.
  func start(_ name: ElementName, _ attributes: XMLAttributes) throws(FormatError) {}

  /// An element ends.
  func end() {}

  /// Text inside an element, in pieces.
  func characters(_ bytes: UnsafeBufferPointer<UInt8>) {}

  /// Something was mended or left out.
  func complain(line: Int, _ text: String) {}

  fileprivate func heardStart(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    guard failure == nil else { return }
    if !hasRoot {
      // The prolog is over.
      XML_SetDefaultHandler(parser, nil)
      hasRoot = true
    }
    depth += 1
    handOverComplaints(before: endOfTag + skipped.bytes)
    let name = namespaces.start(name, attributes) { prefix in
      complain(line: line, "the prefix \(SafeText.quoted(prefix)) is declared nowhere: read all the same")
    }
    do throws(FormatError) { try start(name, attributes) } catch { fail(error) }
  }

  fileprivate func heardEnd() {
    guard failure == nil else { return }
    depth -= 1
    handOverComplaints(before: endOfTag + skipped.bytes)
    namespaces.end()
    end()
  }

  fileprivate func heardCharacters(_ bytes: UnsafeBufferPointer<UInt8>) { if failure == nil { characters(bytes) } }

  /// Everything before the root that is no event of its own; a DOCTYPE begins with its word.
  fileprivate func heardProlog(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.starts(with: "<!DOCTYPE".utf8) { refuseDoctype() }
  }

  fileprivate func refuseDoctype() { fail(FormatError(.doctype, line: line)) }

  private func fail(_ error: FormatError) {
    if failure == nil { failure = error }
    XML_StopParser(parser, 0)
  }
}

// MARK: - What C calls

private func owner(_ data: UnsafeMutableRawPointer) -> XMLParser {
  Unmanaged<XMLParser>.fromOpaque(data).takeUnretainedValue()
}

private func bytes(_ start: UnsafePointer<XML_Char>?, _ count: CInt) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: Int(count))
}

private let elementStarts: XML_StartElementHandler = { data, name, attributes in
  guard let data, let name else { return }
  owner(data).heardStart(name, XMLAttributes(pairs: attributes))
}

private let elementEnds: XML_EndElementHandler = { data, _ in
  if let data { owner(data).heardEnd() }
}

private let charactersCome: XML_CharacterDataHandler = { data, start, count in
  if let data { owner(data).heardCharacters(bytes(start, count)) }
}

private let prologComes: XML_DefaultHandler = { data, start, count in
  if let data { owner(data).heardProlog(bytes(start, count)) }
}

private let doctypeEnds: XML_EndDoctypeDeclHandler = { data in
  if let data { owner(data).refuseDoctype() }
}

private let entityComes: XML_EntityDeclHandler = { data, _, _, _, _, _, _, _, _ in
  if let data { owner(data).refuseDoctype() }
}

/// The attributes of an element as the parser reports them: name, value, name, value, `nil`.
///
/// A view of the parser's memory: valid only while its event lasts.
struct XMLAttributes {
  let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// Visits the names and values in their order.
  func forEach(_ visit: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void) {
    guard var pair = pairs else { return }
    while let key = pair[0], let value = pair[1] {
      visit(Self.bytes(key), Self.bytes(value))
      pair += 2
    }
  }

  private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
  }

  /// The value of the attribute that is called `name`.
  subscript(name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    guard var pair = pairs else { return nil }
    while let key = pair[0], let value = pair[1] {
      if strcmp(key, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 {
        return Self.bytes(value)
      }
      pair += 2
    }
    return nil
  }
}
