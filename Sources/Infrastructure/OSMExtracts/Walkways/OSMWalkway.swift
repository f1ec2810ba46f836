/// A line that people may walk along, with all its points that the file knows.
package struct OSMWalkway: Hashable, Sendable {
  /// Points of one line at most; OpenStreetMap allows 2000.
  package static let mostPoints = 20_000

  /// The number of the way.
  package let id: Int64
  package let highway: OSMHighway
  /// Points in their order, as exact as the file: two ways meet where they share one.
  ///
  /// One line of all of them, unless the file lacks some: then a line on either side of each gap. Each has two points
  /// at least.
  package let lines: [[FixedPlace]]

  /// Creates a walkway of a way's nodes, of which some may be nowhere; nothing where no two in a row are somewhere.
  init?(id: Int64, _ highway: OSMHighway, _ nodes: [FixedPlace]) {
    let lines = nodes.split { !$0.isKnown }.filter { $0.count > 1 }.map { Array($0) }
    guard !lines.isEmpty else { return nil }
    (self.id, self.highway, self.lines) = (id, highway, lines)
  }
}

/// Something that a reading finds.
package enum OSMFinding: Hashable, Sendable {
  /// An object with one of the keys that were asked for, as one point.
  case place(OSMElement)
  /// A line that people may walk along; what is also a place comes as both.
  case walkway(OSMWalkway)
}
