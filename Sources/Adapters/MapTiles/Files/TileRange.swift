internal import Geodesy

/// The tiles that a map may have: known ones, or all places of its zooms within its bounds, shallow ones first.
struct TileRange: Sequence {
  private let known: [TileID]
  private let zooms: [(zoom: Int, columns: [ClosedRange<Int>], rows: ClosedRange<Int>)]

  /// Tiles that are known.
  init(_ known: [TileID]) {
    self.known = known
    zooms = []
  }

  /// All places within bounds; zooms that would make them more than `limit` are left out.
  init(_ description: TileDescription, limit: Int) {
    known = []
    let box = description.bounds
    var zooms: [(zoom: Int, columns: [ClosedRange<Int>], rows: ClosedRange<Int>)] = []
    var count = 0
    for zoom in description.zooms {
      let side = Double(1 << zoom)
      func index(_ value: Double) -> Int { Int(Swift.max(0, Swift.min(side - 1, (value * side).rounded(.down)))) }
      func column(_ longitude: Double) -> Int { index((longitude + 180) / 360) }
      func row(_ latitude: Double) -> Int {
        index(MercatorPoint(Coordinate(clampingLatitude: latitude, wrappingLongitude: 0)).y)
      }
      let (west, east) = (column(box.west), column(box.east))
      let last = (1 << zoom) - 1
      let columns = box.west <= box.east ? [west...Swift.max(west, east)] : [west...last, 0...east]
      let rows = row(box.north)...Swift.max(row(box.north), row(box.south))
      let (wide, overflow) = columns.reduce(0) { $0 + $1.count }.multipliedReportingOverflow(by: rows.count)
      guard !overflow, wide <= limit - count else { break }
      count += wide
      zooms.append((zoom, columns, rows))
    }
    self.zooms = zooms
  }

  /// The deepest zoom of which all places are in it; nothing for known tiles, or where not even the first is.
  var lastZoom: Int? { known.isEmpty ? zooms.last?.zoom : nil }

  func makeIterator() -> AnyIterator<TileID> {
    guard known.isEmpty else { return AnyIterator(known.makeIterator()) }
    let places = zooms.lazy.flatMap { zoom, columns, rows in
      columns.lazy.flatMap { columns in
        columns.lazy.flatMap { x in rows.lazy.compactMap { y in TileID(zoom: zoom, x: x, y: y) } }
      }
    }
    return AnyIterator(places.makeIterator())
  }
}
