/// What a file of OpenStreetMap holds, in numbers; every version of an object counts.
package struct OSMSummary: Hashable, Sendable {
  /// A box of degrees that does not wrap at the antimeridian.
  package struct Box: Hashable, Sendable {
    package fileprivate(set) var south: Double
    package fileprivate(set) var west: Double
    package fileprivate(set) var north: Double
    package fileprivate(set) var east: Double
  }

  /// How many there are of each kind; those without a place too, but not those that lie beyond the Earth.
  package private(set) var counts: [OSMKind: Int] = [.node: 0, .way: 0, .relation: 0]
  /// The largest number of each kind.
  package private(set) var largest: [OSMKind: Int64] = [.node: 0, .way: 0, .relation: 0]
  /// The box around all nodes; nothing without any.
  package private(set) var box: Box?
  package private(set) var warnings = OSMWarnings()

  /// Counts what is in the file at `path`.
  package init(path: String) throws(OSMError) {
    do throws(OSMFault) {
      let source = try ObjectSource(path: path) { _, _ in true }
      warnings = source.warnings
      try source.visit([.node, .way, .relation]) { object, _ in
        take(object)
        return true
      }
    } catch {
      throw OSMError(problem: error.problem, path: path, position: error.position)
    }
  }

  private mutating func take(_ object: OSMObject) {
    counts[object.kind, default: 0] += 1
    largest[object.kind] = max(largest[object.kind] ?? 0, object.id)
    guard object.kind == .node, let place = object.place else { return }
    let (latitude, longitude) = (Double(place.latitude) / 1e7, Double(place.longitude) / 1e7)
    guard let old = box else { return box = Box(south: latitude, west: longitude, north: latitude, east: longitude) }
    box = Box(
      south: min(old.south, latitude), west: min(old.west, longitude), north: max(old.north, latitude),
      east: max(old.east, longitude))
  }
}
