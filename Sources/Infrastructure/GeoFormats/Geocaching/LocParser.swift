internal import CExpat

/// One run of expat over one `.loc` document; the events go to a ``LocBuilder``.
///
/// A class, because C callbacks need an address that stays.
final class LocParser {
  /// Bytes that expat is given at a time: it counts them in 32 bits.
  private static let chunk = 1 << 20

  private(set) var builder: LocBuilder
  private let parser: XML_Parser
  private var failure: LocError?

  init(log: DiagnosticLog) throws(LocError) {
    guard let parser = XML_ParserCreateNS(nil, XML_Char(ElementName.separator)) else {
      throw LocError(.unreadable("there is no memory left to read it"), line: 1)
    }
    self.parser = parser
    builder = LocBuilder(log: log)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(parser, elementStarts, elementEnds)
    XML_SetCharacterDataHandler(parser, charactersCome)
    XML_SetStartDoctypeDeclHandler(parser, doctypeStarts)
    XML_SetDefaultHandler(parser, prologComes)
    XML_SetEntityDeclHandler(parser, entityComes)
  }

  deinit { XML_ParserFree(parser) }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  /// Takes the whole document.
  func parse(_ bytes: [UInt8]) throws(LocError) {
    var position = 0
    repeat {
      let end = min(bytes.count, position + Self.chunk)
      let status = bytes[position..<end].withUnsafeBytes { piece in
        XML_Parse(
          parser, piece.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(piece.count),
          end == bytes.count ? 1 : 0)
      }
      position = end
      if let failure { throw failure }
      guard status == XML_STATUS_OK else {
        let code = XML_GetErrorCode(parser)
        // A file without any element is wrong from its beginning, however many blank lines it has.
        let isEmpty = code == XML_ERROR_NO_ELEMENTS && builder.isAtStart
        throw LocError(.notXML(String(cString: XML_ErrorString(code))), line: isEmpty ? 1 : line)
      }
    } while position < bytes.count
  }

  // MARK: - Events

  fileprivate func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    guard failure == nil else { return }
    XML_SetDefaultHandler(parser, nil)
    do throws(LocError) { try builder.start(ElementName(name).local, attributes, line: line) } catch { fail(error) }
  }

  fileprivate func end() { if failure == nil { builder.end() } }

  fileprivate func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
    if failure == nil { builder.characters(bytes) }
  }

  /// Everything before the root that is no event of its own; a DOCTYPE begins with its word.
  fileprivate func prolog(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.starts(with: "<!DOCTYPE".utf8) { refuseDoctype() }
  }

  fileprivate func refuseDoctype() { fail(LocError(.doctype, line: line)) }

  private func fail(_ error: LocError) {
    if failure == nil { failure = error }
    XML_StopParser(parser, 0)
  }
}

// MARK: - What C calls

private func owner(_ data: UnsafeMutableRawPointer) -> LocParser {
  Unmanaged<LocParser>.fromOpaque(data).takeUnretainedValue()
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

private let doctypeStarts: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
  if let data { owner(data).refuseDoctype() }
}

private let prologComes: XML_DefaultHandler = { data, start, count in
  if let data { owner(data).prolog(bytes(start, count)) }
}

private let entityComes: XML_EntityDeclHandler = { data, _, _, _, _, _, _, _, _ in
  if let data { owner(data).refuseDoctype() }
}
