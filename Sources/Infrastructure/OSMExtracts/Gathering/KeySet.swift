internal import COsmium
internal import Glibc

/// The keys that make an object a place; compared as bytes, so that no text is made of what is not wanted.
final class KeySet {
  private let keys: [UnsafeMutablePointer<CChar>]
  /// Whether a key begins with a byte.
  private var begins = [Bool](repeating: false, count: 256)

  /// Takes keys; a text with a zero byte in it is no key.
  init(_ keys: Set<String>) {
    self.keys = keys.sorted().filter { !$0.utf8.contains(0) }.compactMap { strdup($0) }
    for key in self.keys { begins[Int(UInt8(bitPattern: key.pointee))] = true }
  }

  deinit { for key in keys { free(key) } }

  /// Whether a tag of the object has one of the keys.
  func match(_ object: OSMObject) -> Bool {
    for tag in object.rawTags {
      guard let key = tag.key, begins[Int(UInt8(bitPattern: key.pointee))] else { continue }
      if keys.contains(where: { strcmp($0, key) == 0 }) { return true }
    }
    return false
  }
}
