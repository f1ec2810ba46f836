package import Geodesy

/// A piece of a map as it is drawn: lines and areas in whole units on a square of the Mercator world.
///
/// A vector tile becomes one sheet, cut to the tile's square so that neighbours meet without overlapping; a GeoJSON map
/// is one sheet as a whole. Everything is flat: a city's tile is a handful of arrays, which copies share.
package struct MapGeometry: Hashable, Sendable {
  /// A corner, in units from the sheet's origin: eastwards and southwards.
  package struct Point: Hashable, Sendable {
    /// Units east of the origin; negative in the west.
    package var x: Int32
    /// Units south of the origin; negative in the north.
    package var y: Int32

    /// Creates a corner.
    package init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// A rectangle in units, its borders included.
  package struct Box: Hashable, Sendable {
    /// The smallest and largest `x` and `y` that belong to it.
    package var left, top, right, bottom: Int32

    /// Creates a rectangle.
    package init(left: Int32, top: Int32, right: Int32, bottom: Int32) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }
  }

  /// How high a building, a deck or a bridge stands, as far as its map says it.
  package struct Rise: Hashable, Sendable {
    /// Metres from the ground to its lowest part: more than 0 where one can walk below it.
    package let foot: Float
    /// Metres from the ground to the roof, or to the upper edge of the parapets; `nil` if the map does not say it.
    package let top: Float?
    /// Whether it is a bridge, whose map says only over how many other layers it leads.
    package let isBridge: Bool

    /// Metres between two layers of bridges, and of a deck below its surface: our choice, as maps do not say it.
    private static let (layer, thickness) = (5.0, 1.0)
    /// Metres of a parapet above the deck that it stands on.
    package static let parapet = 1.1

    /// Creates a rise; `nil` if the numbers say nothing, or make no sense.
    package init?(foot: Double?, top: Double?) {
      let range = 0.0...1000.0
      let (low, high) = (
        foot.flatMap { range.contains($0) ? $0 : nil } ?? 0, top.flatMap { range.contains($0) ? $0 : nil }
      )
      guard high.map({ $0 > low }) ?? (low > 0) else { return nil }
      (self.foot, self.top, isBridge) = (Float(low), high.map { Float($0) }, false)
    }

    /// The rise of a bridge.
    ///
    /// - Parameter layer: its layer; 0 and below is on the ground, `nil` is 1, as makers of maps mean it.
    package init(bridgeOnLayer layer: Double?) {
      let level = Self.layer * (layer.map { $0 > 0 ? min($0, 10) : 0 } ?? 1)
      (foot, top, isBridge) = (Float(max(0, level - Self.thickness)), Float(level + Self.parapet), true)
    }
  }

  /// One line, or one area with its holes.
  package struct Shape: Hashable, Sendable {
    /// What the line or area is drawn as.
    package let kind: GroundKind
    /// Whether its parts are rings of an area.
    package let isArea: Bool
    /// Which of the sheet's `parts` are its rings or rows of points.
    package let parts: Range<Int>
    /// The index of its name in the sheet's `names`; `nil` if it has none.
    package let name: Int?
    /// How high it stands; `nil` if that is not known, or if it lies on the ground.
    package let rise: Rise?
    /// Its bounding box.
    package let box: Box
  }

  /// A name that stands at a point: a town, a lake, a sight.
  package struct Label: Hashable, Sendable {
    /// What the name belongs to, which decides its look and from which zoom on it is written.
    package let kind: NameKind
    /// The index of the name in the sheet's `names`.
    package let name: Int
    /// The point that the name stands at.
    package let at: Point
    /// Within one kind, smaller comes first.
    package let rank: Int
  }

  /// The tile whose square the sheet was cut to; `nil` for a map as a whole.
  package let tile: TileID?
  /// The Mercator point of the corner (0, 0).
  package let origin: MercatorPoint
  /// The length of a unit, as a part of the world's side.
  package let unit: Double
  /// Units along a side of the square that the sheet was cut to; `nil` if it was not cut.
  ///
  /// An edge of an area that runs along a side of that square is where it was cut, and no outline.
  package let side: Int32?
  /// The bounding box of the sheet; a box without extent if the sheet is empty.
  package let box: Box
  /// The corners of all shapes, one after the other.
  package let points: [Point]
  /// Rings, closed without repeating the first point, or rows of points: each a range of `points`.
  package let parts: [Range<Int32>]
  /// In the order of drawing.
  package let shapes: [Shape]
  /// The most important kind of name first; within a kind by rank.
  package let labels: [Label]
  /// Names, each once; sanitised text.
  package let names: [String]

  /// Whether there is anything on it.
  package var isEmpty: Bool { shapes.isEmpty && labels.isEmpty }

  /// Hashes the origin, the unit and the counts, which distinguish sheets well enough without hashing all points.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(origin)
    hasher.combine(unit)
    hasher.combine(points.count)
    hasher.combine(shapes.count)
  }
}
