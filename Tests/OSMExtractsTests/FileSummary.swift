@testable import OSMExtracts

/// What the reader finds in a file, in numbers, as `osmium fileinfo` counts it; every version of an object counts.
struct FileSummary {
  /// A box of degrees that does not wrap at the antimeridian.
  struct Box {
    let south: Double
    let west: Double
    let north: Double
    let east: Double
  }

  /// How many there are of each kind; those without a place too, but not those that lie beyond the Earth.
  private(set) var counts: [OSMKind: Int] = [.node: 0, .way: 0, .relation: 0]
  /// The largest number of each kind.
  private(set) var largest: [OSMKind: Int64] = [.node: 0, .way: 0, .relation: 0]
  /// The box around all nodes; nothing without any.
  private(set) var box: Box?

  /// Counts what is in the file at `path`.
  init(path: String) throws(OSMError) {
    do throws(OSMFault) {
      let source = try ObjectSource(path: path) { _, _ in true }
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
