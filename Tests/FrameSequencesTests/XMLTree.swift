import CExpat
import Testing

/// An element with all that is in it, as expat, which takes nothing that is not well-formed, reads it.
final class XMLTree {
  let name: String
  let attributes: [String: String]
  private(set) var children: [XMLTree] = []
  private(set) var text = ""

  private init(_ name: String, _ attributes: [String: String]) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// What the reader has open, the innermost last; the first is the document.
  private final class Stack {
    var open = [XMLTree("", [:])]
  }

  /// The root of a document.
  static func root(of bytes: [UInt8]) throws -> XMLTree {
    let parser = XML_ParserCreate("UTF-8")
    defer { XML_ParserFree(parser) }
    let stack = Stack()
    XML_SetUserData(parser, Unmanaged.passUnretained(stack).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        let stack = Unmanaged<Stack>.fromOpaque(data!).takeUnretainedValue()
        var pairs: [String: String] = [:]
        var at = 0
        while let key = attributes?[at], let value = attributes?[at + 1] {
          pairs[String(cString: key)] = String(cString: value)
          at += 2
        }
        let element = XMLTree(String(cString: name!), pairs)
        stack.open[stack.open.count - 1].children.append(element)
        stack.open.append(element)
      }, { data, _ in Unmanaged<Stack>.fromOpaque(data!).takeUnretainedValue().open.removeLast() })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
      let stack = Unmanaged<Stack>.fromOpaque(data!).takeUnretainedValue()
      stack.open[stack.open.count - 1].text += String(decoding: bytes, as: UTF8.self)
    }
    let status = bytes.withUnsafeBytes {
      XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), CInt($0.count), 1)
    }
    let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? ""
    let problem = "line \(XML_GetCurrentLineNumber(parser)): \(reason)"
    try #require(status == XML_STATUS_OK, "\(problem)")
    return stack.open[0].children[0]
  }

  /// This element and all below it.
  var all: [XMLTree] { [self] + children.flatMap(\.all) }

  /// Elements of a name, this one among them.
  func elements(_ name: String) -> [XMLTree] { all.filter { $0.name == name } }

  func number(_ attribute: String) -> Double? { attributes[attribute].flatMap(Double.init) }
}
