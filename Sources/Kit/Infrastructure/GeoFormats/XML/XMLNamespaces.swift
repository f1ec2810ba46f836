internal import Glibc

/// The prefixes that are declared where a parser stands.
///
/// A prefix that nobody declared stands for itself, as a namespace of its own.
struct XMLNamespaces {
  /// Declarations in force at a time; further ones are passed over.
  private static let limit = 256
  /// Bytes of a namespace's name that count.
  private static let nameLimit = 1024
  /// Undeclared prefixes that are complained about.
  private static let complaintLimit = 16

  private var declarations: [(prefix: [UInt8], namespace: String, depth: Int)] = []
  private var depth = 0
  private var undeclared: Set<[UInt8]> = []

  /// An element begins; returns its name.
  ///
  /// - Parameter complain: is told the prefixes of the element and its attributes that are declared nowhere, each once.
  mutating func start(
    _ raw: UnsafePointer<CChar>, _ attributes: XMLAttributes, complain: (String) -> Void
  ) -> ElementName {
    depth += 1
    var prefixes: [[UInt8]] = []
    attributes.forEach { name, value in
      guard let (prefix, local) = Self.parts(name) else {
        if name.elementsEqual("xmlns".utf8) { declare([], value) }
        return
      }
      if prefix.elementsEqual("xmlns".utf8) { declare(Array(local), value) } else { prefixes.append(Array(prefix)) }
    }
    for prefix in prefixes where namespace(of: prefix) == nil { complainOnce(prefix, complain) }
    let name = UnsafeBufferPointer(
      start: UnsafeRawPointer(raw).assumingMemoryBound(to: UInt8.self), count: strlen(raw))
    guard let (prefix, local) = Self.parts(name) else {
      return ElementName(
        local: String(decoding: name, as: UTF8.self), namespace: namespace(of: []) ?? "", hasPrefix: false)
    }
    let found = namespace(of: Array(prefix))
    if found == nil { complainOnce(Array(prefix), complain) }
    return ElementName(
      local: String(decoding: local, as: UTF8.self),
      namespace: found ?? String(decoding: prefix.prefix(Self.nameLimit), as: UTF8.self), hasPrefix: true,
      isDeclared: found != nil)
  }

  /// An element ends, and with it its declarations.
  mutating func end() {
    while let last = declarations.last, last.depth == depth { declarations.removeLast() }
    depth -= 1
  }

  /// The document goes on inside `count` elements, the first of which may be the root that was read before.
  mutating func reopen(at count: Int) {
    declarations.removeAll { $0.depth > min(1, count) }
    depth = count
  }

  private mutating func declare(_ prefix: [UInt8], _ namespace: UnsafeBufferPointer<UInt8>) {
    guard declarations.count < Self.limit else { return }
    let name = String(decoding: namespace.prefix(Self.nameLimit), as: UTF8.self)
    declarations.append((prefix, name, depth))
  }

  private func namespace(of prefix: [UInt8]) -> String? {
    if let found = declarations.last(where: { $0.prefix == prefix }) { return found.namespace }
    return prefix.elementsEqual("xml".utf8) ? "http://www.w3.org/XML/1998/namespace" : nil
  }

  private mutating func complainOnce(_ prefix: [UInt8], _ complain: (String) -> Void) {
    guard undeclared.count < Self.complaintLimit, undeclared.insert(prefix).inserted else { return }
    complain(String(decoding: prefix.prefix(Self.nameLimit), as: UTF8.self))
  }

  /// What stands before and behind the first colon; `nil` without one.
  private static func parts(
    _ name: UnsafeBufferPointer<UInt8>
  ) -> (prefix: Slice<UnsafeBufferPointer<UInt8>>, local: Slice<UnsafeBufferPointer<UInt8>>)? {
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (name[..<colon], name[(colon + 1)...])
  }
}

/// The name of an XML element, taken apart.
struct ElementName {
  let local: String
  /// The namespace; empty without one, and the prefix itself if it is declared nowhere.
  let namespace: String
  /// Whether the file wrote a prefix before the name.
  let hasPrefix: Bool
  /// Whether the prefix is declared.
  var isDeclared = true
}
