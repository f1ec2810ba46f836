internal import CExpat
internal import Glibc

/// One run of expat over one document, fed in pieces; a subclass takes the events.
///
/// A class, because C callbacks need an address that stays. Expat gets UTF-8 with good characters and references,
/// whatever the file has, and knows nothing of namespaces: a prefix that nobody declared is no fault. Where the text
/// stops to be XML, the document goes on with the next element that a subclass can go on with, or ends, if it has told
/// anything by then. No DOCTYPE reaches expat, so that no entity is ever declared.
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
  /// What the name of the root begins with, and those of the other elements of its namespace: `gpx:`, mostly nothing.
  private var prefix = ""
  /// Whether the rest of the document is passed over.
  private(set) var isOver = false
  /// Bytes that expat has been given.
  private(set) var fed = 0
  /// Bytes and lines that were taken past expat, less the bytes that only expat was given.
  private var skipped = (bytes: 0, lines: 0)
  /// Where the text stopped to be XML, while nothing is found to go on with.
  private var gap: XMLGap?
  /// How often the document was gone on with, and where last, in bytes of mended text.
  private var resumptions = (count: 0, last: -1)
  /// The first thing that was no XML.
  private var firstFault: FormatError?
  /// Whether what expat reports was written by ``resume(at:_:)``.
  private var isMuted = false

  init() throws(FormatError) {
    guard let parser = XML_ParserCreate("UTF-8") else {
      throw FormatError(.unreadable("there is no memory left to read it"), line: 1)
    }
    self.parser = parser
    setHandlers()
  }

  private func setHandlers() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(parser, elementStarts, elementEnds)
    XML_SetCharacterDataHandler(parser, charactersCome)
    // Never reached, because none is given to expat; so that no declaration ever has an effect.
    XML_SetStartDoctypeDeclHandler(parser, doctypeBegins)
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
    if let firstFault, !hasContent { throw firstFault }
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
    guard gap == nil else {
      gap?.append(bytes)
      return try goOn(isFinal: isFinal)
    }
    fed += bytes.count
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let status = XML_Parse(parser, start, CInt(bytes.count), isFinal ? 1 : 0)
    if let failure { throw failure }
    if status != XML_STATUS_OK { try stop(by: XML_GetErrorCode(parser), isFinal: isFinal) }
  }

  private func parse(_ bytes: [UInt8], isFinal: Bool) throws(FormatError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(FormatError) in
      try parse(UnsafeRawBufferPointer(bytes), isFinal: isFinal)
    }
  }

  /// Says that a subclass has taken bytes past expat.
  final func skip(bytes: Int, lines: Int) { skipped = (skipped.bytes + bytes, skipped.lines + lines) }

  // MARK: - Faults

  /// The text is no XML here.
  ///
  /// Throws: if it has told nothing yet, and does not go on.
  private func stop(by error: XML_Error, isFinal: Bool) throws(FormatError) {
    let place = Int(XML_GetCurrentByteIndex(parser)) + skipped.bytes
    handOverComplaints(before: place)
    let words = String(cString: XML_ErrorString(error))
    // A file without any element is wrong from its beginning, however many blank lines it has.
    let isEmpty = isFinal && !hasRoot && error == XML_ERROR_NO_ELEMENTS
    firstFault = firstFault ?? FormatError(.notXML(words), line: isEmpty ? 1 : line)
    if hasContent, hasRoot, depth == 0 {
      isOver = true
      return complain(line: line, "more text after the end of the document: left out")
    }
    var (offset, size) = (CInt(0), CInt(0))
    let context = XML_GetInputContext(parser, &offset, &size)
    let rest = UnsafeRawBufferPointer(start: context, count: context == nil ? 0 : Int(size))
    var gap = XMLGap(words: words, isEnd: isFinal, place: place, line: line)
    gap.append(UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(offset))))
    // What was wrong may be the very tag that begins here.
    if error != XML_ERROR_INVALID_TOKEN || place == resumptions.last { gap.drop(1) }
    self.gap = gap
    try goOn(isFinal: isFinal)
  }

  /// Goes on with the next element that can be gone on with, if it has come.
  private func goOn(isFinal: Bool) throws(FormatError) {
    guard var gap else { return }
    let tags = resumptions.count < Self.mostResumptions ? resumable.filter { !hasRoot || !$0.value.isEmpty } : [:]
    let tag = gap.next(of: tags, prefix: prefix)
    self.gap = gap
    if let tag { return try resume(at: gap, inside: tag.around, prefix: tag.prefix, isFinal: isFinal) }
    guard isFinal || gap.passed > Self.patience else { return }
    isOver = true
    if let firstFault, !hasContent { throw firstFault }
    if gap.isEnd {
      complain(line: gap.line, "the file ends too early: everything before is read")
    } else {
      complain(line: gap.line, "not XML from here on (\(gap.words)): the rest is left out")
    }
  }

  /// Begins anew inside the elements `around`, which expat is told of as if they stood in the file.
  private func resume(
    at gap: XMLGap, inside around: [String], prefix: String, isFinal: Bool
  ) throws(FormatError) {
    complain(line: gap.line, "not XML here (\(gap.words)): read on from line \(gap.restLine)")
    handOverComplaints(before: gap.place)
    self.gap = nil
    resumptions = (resumptions.count + 1, gap.place)
    XML_ParserReset(parser, nil)
    setHandlers()
    let open = around.map { "<\(prefix)\($0)>" }.joined()
    skipped = (gap.place - open.utf8.count, gap.restLine - 1)
    (fed, isMuted) = (0, true)
    try parse(Array(open.utf8), isFinal: false)
    isMuted = false
    (depth, hasRoot) = (around.count, hasRoot || !around.isEmpty)
    namespaces.reopen(at: depth)
    try reopen(around, line: gap.restLine)
    try parse(gap.rest, isFinal: isFinal)
  }

  /// Faults behind which a document is gone on with; a file of nothing else would take long.
  private static let mostResumptions = 100
  /// Bytes behind a fault in which something to go on with is looked for.
  private static let patience = 16 << 20

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

  /// The names of elements with which the document can go on behind a fault, and the elements around each.
  var resumable: [String: [String]] { [:] }

  /// The document goes on inside the elements `around`; whatever else had begun will not end.
  func reopen(_ around: [String], line: Int) throws(FormatError) {}

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
    guard failure == nil, !isMuted else { return }
    if !hasRoot { prefix = XMLBytes.prefix(of: name) }
    hasRoot = true
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

private let doctypeBegins: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
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

/// The text from where it stopped to be XML: what has come of it, and is not passed over yet.
struct XMLGap {
  /// What is wrong, in words of expat.
  let words: String
  /// Whether it is wrong only because the file ends.
  let isEnd: Bool
  /// The line on which the fault is.
  let line: Int
  private(set) var rest: [UInt8] = []
  /// Bytes of mended text before ``rest``.
  private(set) var place: Int
  /// The line on which ``rest`` begins.
  private(set) var restLine: Int
  /// Bytes that were passed over.
  private(set) var passed = 0

  /// Bytes that may be the beginning of a tag.
  private static let longestTag = 16

  init(words: String, isEnd: Bool, place: Int, line: Int) {
    (self.words, self.isEnd, self.line) = (words, isEnd, line)
    (self.place, restLine) = (place, line)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) { rest += bytes }

  /// Passes over bytes, as many as there are.
  mutating func drop(_ count: Int) {
    let dropped = rest.prefix(count)
    for (index, byte) in zip(dropped.indices, dropped) where byte == 0x0A || byte == 0x0D {
      if byte == 0x0A || index + 1 < rest.count && rest[index + 1] != 0x0A { restLine += 1 }
    }
    place += dropped.count
    passed += dropped.count
    rest.removeFirst(dropped.count)
  }

  /// Passes over everything before a tag of one of these names, with the prefix or without it; returns what belongs to the
  /// name, and its prefix, `nil` if no such tag has come.
  mutating func next(of tags: [String: [String]], prefix: String) -> (around: [String], prefix: String)? {
    var position = 0
    while let bracket = rest[position...].firstIndex(of: UInt8(ascii: "<")) {
      let tag = rest[(bracket + 1)...]
      let hasPrefix = tag.starts(with: prefix.utf8)
      let name = tag.dropFirst(hasPrefix ? prefix.utf8.count : 0).prefix(Self.longestTag)
        .prefix(while: XMLBytes.isNameByte)
      if name.endIndex == rest.count || !hasPrefix && prefix.utf8.starts(with: tag) { break }
      let isTag = [UInt8(ascii: ">"), UInt8(ascii: "/"), 0x20, 0x09, 0x0A, 0x0D].contains(rest[name.endIndex])
      if isTag, let found = tags[String(decoding: name, as: UTF8.self)] {
        drop(bracket)
        return (found, hasPrefix ? prefix : "")
      }
      position = bracket + 1
    }
    drop(max(position, rest.count - Self.longestTag - prefix.utf8.count))
    return nil
  }
}
