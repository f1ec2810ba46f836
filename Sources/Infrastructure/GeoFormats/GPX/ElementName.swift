internal import Glibc

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
