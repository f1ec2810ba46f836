package import Geodesy

extension TileID {
  /// The tile's number in a PMTiles file: zooms one after another, each along a Hilbert curve (PMTiles 3, chapter 4).
  package var hilbertIndex: UInt64 {
    var index = Self.firstIndex(zoom: zoom)
    var (column, row) = (x, y)
    var side = (1 << zoom) >> 1
    while side > 0 {
      let (east, south) = (column & side != 0, row & side != 0)
      let quarter = east ? (south ? 2 : 3) : (south ? 1 : 0)
      index += UInt64(side) * UInt64(side) * UInt64(quarter)
      // The curve enters each quarter from another side.
      if !south {
        if east { (column, row) = (side - 1 - (column & (side - 1)), side - 1 - (row & (side - 1))) }
        (column, row) = (row, column)
      }
      side >>= 1
    }
    return index
  }

  /// The number of the first tile of a zoom: how many tiles the zooms before have, (4^z - 1) / 3.
  static func firstIndex(zoom: Int) -> UInt64 { ((1 << (2 * UInt64(zoom))) - 1) / 3 }

  /// One more than the highest number that any tile has.
  static let indexEnd = firstIndex(zoom: deepest + 1)
}
