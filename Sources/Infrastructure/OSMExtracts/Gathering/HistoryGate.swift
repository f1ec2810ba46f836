/// Lets the last version of every object through, of those that follow one another in a file with a history.
///
/// In any other file every object is its only version; one that is there twice, far apart, comes twice.
struct HistoryGate {
  private var key: (kind: OSMKind, id: Int64)?
  private var version: UInt32 = 0
  private var held: OSMElement?

  /// Takes an object, and the place it makes, if any; gives the one before it where that is not another version of it.
  mutating func take(_ object: OSMObject, _ element: OSMElement?) -> OSMElement? {
    if let key, key == (object.kind, object.id) {
      if object.version >= version { (version, held) = (object.version, object.isVisible ? element : nil) }
      return nil
    }
    let before = held
    (key, version) = ((object.kind, object.id), object.version)
    held = object.isVisible ? element : nil
    return before
  }

  /// Gives the last one.
  mutating func end() -> OSMElement? {
    defer { (key, held) = (nil, nil) }
    return held
  }
}
