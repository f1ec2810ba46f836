internal import Glibc

/// The attributes of an element as the parser reports them: name, value, name, value, nothing.
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
