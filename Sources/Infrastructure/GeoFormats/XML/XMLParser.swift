internal import CExpat
internal import Glibc

/// One run of expat over one document, fed in pieces; a subclass takes the events.
///
/// A class, because C callbacks need an address that stays. Every DOCTYPE is refused.
class XMLParser {
  private let parser: XML_Parser
  private var failure: FormatError?
  /// Whether an element has begun.
  private var hasRoot = false
  /// Bytes that expat has been given.
  private(set) var fed = 0

  init() throws(FormatError) {
    guard let parser = XML_ParserCreateNS(nil, XML_Char(ElementName.separator)) else {
      throw FormatError(.unreadable("there is no memory left to read it"), line: 1)
    }
    self.parser = parser
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
  var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  /// Where the tag that is being reported ends, counted in the bytes that expat has been given.
  var endOfTag: Int { Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser)) }

  /// Bytes of an unfinished tag or comment, which expat keeps whole in memory.
  var pendingBytes: Int { fed - Int(XML_GetCurrentByteIndex(parser)) }

  /// Takes the next bytes of the document.
  func parse(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) throws(FormatError) {
    fed += bytes.count
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let status = XML_Parse(parser, start, CInt(bytes.count), isFinal ? 1 : 0)
    if let failure { throw failure }
    guard status == XML_STATUS_OK else {
      // A file without any element is wrong from its beginning, however many blank lines it has.
      let isEmpty = isFinal && !hasRoot && XML_GetErrorCode(parser) == XML_ERROR_NO_ELEMENTS
      throw FormatError(
        .notXML(String(cString: XML_ErrorString(XML_GetErrorCode(parser)))), line: isEmpty ? 1 : line)
    }
  }

  // MARK: - Events

  /// An element begins; its name and its attributes are valid only while this is called.
  ///
  /// Throws: when the document is to be refused.
  func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) throws(FormatError) {}

  /// An element ends.
  func end() {}

  /// Text inside an element, in pieces.
  func characters(_ bytes: UnsafeBufferPointer<UInt8>) {}

  fileprivate func heardStart(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    guard failure == nil else { return }
    if !hasRoot {
      // The prolog is over.
      XML_SetDefaultHandler(parser, nil)
      hasRoot = true
    }
    do throws(FormatError) { try start(name, attributes) } catch { fail(error) }
  }

  fileprivate func heardEnd() { if failure == nil { end() } }

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

  /// The value of the attribute without prefix that is called `name`.
  subscript(name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    guard var pair = pairs else { return nil }
    while let key = pair[0], let value = pair[1] {
      if strcmp(key, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 {
        return UnsafeBufferPointer(
          start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: strlen(value))
      }
      pair += 2
    }
    return nil
  }
}

/// The name of an XML element, taken apart.
struct ElementName {
  /// Stands between the parts of what the parser reports; expat refuses a namespace that contains it.
  static let separator = UInt8(ascii: "\n")

  let local: String
  /// The namespace; empty without one.
  let namespace: UnsafeBufferPointer<UInt8>
  /// Whether the file wrote a prefix before the name.
  let hasPrefix: Bool

  /// Takes `local`, `namespace␊local` or `namespace␊local␊prefix` apart.
  ///
  /// `namespace` is a view of the parser's memory: valid only while its event lasts.
  init(_ raw: UnsafePointer<CChar>) {
    let bytes = UnsafeBufferPointer(
      start: UnsafeRawPointer(raw).assumingMemoryBound(to: UInt8.self), count: strlen(raw))
    guard let first = bytes.firstIndex(of: Self.separator) else {
      local = String(decoding: bytes, as: UTF8.self)
      namespace = UnsafeBufferPointer(rebasing: bytes[..<0])
      hasPrefix = false
      return
    }
    let rest = bytes[(first + 1)...]
    let second = rest.firstIndex(of: Self.separator)
    local = String(decoding: rest[..<(second ?? bytes.endIndex)], as: UTF8.self)
    namespace = UnsafeBufferPointer(rebasing: bytes[..<first])
    hasPrefix = second != nil
  }
}
