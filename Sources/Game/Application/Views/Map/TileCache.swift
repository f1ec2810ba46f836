package import Geodesy

/// The tiles of a map that are at hand: which are wanted, which are on their way, and what came of them.
///
/// A tile that is missing, broken or still on its way is drawn from the nearest one above it that is here, or from
/// those below it. What is not on the screen is kept while there is room, the latest first.
package struct TileCache: Sendable {
  /// Sheets kept at most, and corners of all of them: about 16 MB.
  package static let mostGeometries = 64, mostPoints = 400_000
  /// Tiles that a screen asks for at most; the rest of the room is for those above them.
  static let mostShown = 40
  /// How many zooms above a tile that is not there another one is looked for.
  static let deepestSearch = 6
  /// Tiles known to be missing or broken that are remembered, and tiles waited for.
  private static let mostNotes = 4096, mostPending = 256

  /// The facts that the tile file gives about itself.
  package let facts: TileSetFacts
  private var geometries: [TileID: Kept] = [:]
  /// Missing tiles, and broken ones with the reason.
  private var absent: [TileID: String?] = [:]
  private var pending: Set<TileID> = []
  private var points = 0
  /// Counts the looks at the map.
  private var turn = 0
  /// The frame of the last look and the tiles that it shows, and the tiles that were wanted beside it.
  private var shown: (frame: MapFrame?, tiles: [TileID], others: [TileID])?
  /// All tiles that serve the last look.
  private var inUse: Set<TileID> = []
  /// Parts of sheets that the last look needed.
  private var parts: [TileID: Part] = [:]

  private struct Kept: Sendable {
    let geometry: MapGeometry
    /// The look that needed it last.
    var turn: Int
    var size: Int { geometry.points.count }
  }

  private struct Part: Sendable {
    let geometry: MapGeometry
    /// Whose part it is.
    let source: TileID
  }

  /// An empty cache for the tiles of a file.
  package init(_ facts: TileSetFacts) { self.facts = facts }

  /// The number of tiles whose geometry is cached.
  package var geometryCount: Int { geometries.count }
  /// The number of points in all cached geometry.
  package var pointCount: Int { points }

  // MARK: - Looking

  /// Looks at the map through a frame, if there is one; returns the tiles that are to be fetched and were not asked for
  /// yet, the most wanted first.
  ///
  /// - Parameter others: tiles of the file that are wanted as well, for ``geometries(of:)``.
  package mutating func look(_ frame: MapFrame?, and others: [TileID] = []) -> [TileID] {
    if let shown, shown.frame == frame, shown.others == others { return [] }
    shown = (frame, frame.map { visible(in: $0) } ?? [], others)
    turn += 1
    return want()
  }

  /// Takes what came of a tile; returns the tiles that are to be fetched now.
  package mutating func receive(_ id: TileID, _ outcome: TileOutcome) -> [TileID] {
    // Drop a tile that is no longer pending: to keep it would evict a tile that is in use.
    guard pending.remove(id) != nil else { return [] }
    switch outcome {
    case .geometry(let geometry):
      keep(geometry, as: id)
      makeRoom()
    case .missing: absent[id] = .some(nil)
    case .broken(let reason): absent[id] = reason
    }
    return want()
  }

  /// The tiles that a frame shows, of whichever zoom suits it; below the deepest of the file they are parts.
  private func visible(in frame: MapFrame) -> [TileID] {
    let deepest = min(facts.zooms.upperBound + MapGeometry.deepestPart, TileID.deepest)
    return frame.tiles(
      zooms: facts.zooms.lowerBound...max(facts.zooms.lowerBound, deepest), deepest: facts.zooms.upperBound,
      atMost: Self.mostShown)
  }

  /// Works out what serves the shown tiles, makes the parts, and asks for what is not known.
  private mutating func want() -> [TileID] {
    guard let shown else { return [] }
    var asked: [TileID] = []
    inUse = []
    for tile in shown.tiles + shown.others {
      for id in chain(from: tile) {
        inUse.insert(id)
        geometries[id]?.turn = turn
        guard geometries[id] == nil, absent[id] == nil else { continue }
        if pending.insert(id).inserted { asked.append(id) }
      }
    }
    remember(shown.tiles)
    forget()
    return asked
  }

  /// The tile of the file that shows a tile, and while they are known to be absent those above it.
  private func chain(from tile: TileID) -> [TileID] {
    guard var id = tile.ancestor(zoom: min(tile.zoom, facts.zooms.upperBound)) else { return [] }
    var chain = [id]
    while absent[id] != nil, chain.count <= Self.deepestSearch, id.zoom > facts.zooms.lowerBound,
      let parent = id.parent
    {
      id = parent
      chain.append(id)
    }
    return chain
  }

  // MARK: - Showing

  /// The geometries that lie in a frame, one beside the other; fastest for the frame shown last.
  ///
  /// The order is that of the world, whatever the middle of the frame: a map that only moves is the same map.
  package func geometries(for frame: MapFrame) -> [MapGeometry] {
    let tiles = shown?.frame == frame ? shown?.tiles ?? [] : visible(in: frame)
    let sources = Dictionary(tiles.flatMap { pieces(of: $0) }.map { ($0.id, $0.source) }) { first, _ in first }
    return sources.sorted { $0.key.order < $1.key.order }.compactMap { id, source in
      geometry(id, from: source).flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The sheets of those tiles of the file that are at hand.
  package func geometries(of tiles: [TileID]) -> [MapGeometry] { tiles.compactMap { geometries[$0]?.geometry } }

  /// The sheets of all tiles that are at hand, in no order.
  package var allGeometries: [MapGeometry] { geometries.values.map(\.geometry) }

  /// The squares that show a tile, each with the cached tile that it is a part of.
  private func pieces(of tile: TileID) -> [(id: TileID, source: TileID)] {
    var above: TileID? = tile
    while let id = above {
      if geometries[id] != nil {
        let depth = min(tile.zoom, id.zoom + MapGeometry.deepestPart)
        return tile.ancestor(zoom: depth).map { [($0, id)] } ?? []
      }
      above = id.parent
    }
    return tile.children.filter { geometries[$0] != nil }.map { ($0, $0) }
  }

  private func geometry(_ id: TileID, from source: TileID) -> MapGeometry? {
    if id == source { return geometries[id]?.geometry }
    if let part = parts[id], part.source == source { return part.geometry }
    return geometries[source]?.geometry.part(id)
  }

  /// Cuts the parts that the shown tiles need, unless they are cut already.
  private mutating func remember(_ tiles: [TileID]) {
    var needed: [TileID: Part] = [:]
    for tile in tiles {
      for (id, source) in pieces(of: tile) where id != source && needed[id] == nil {
        needed[id] = geometry(id, from: source).map { Part(geometry: $0, source: source) }
      }
    }
    parts = needed
  }

  // MARK: - Room

  private mutating func keep(_ geometry: MapGeometry, as id: TileID) {
    geometries[id] = Kept(geometry: geometry, turn: inUse.contains(id) ? turn : 0)
    points += geometry.points.count
  }

  /// Drops what no look needs, the oldest first, and after that what takes the most room.
  private mutating func makeRoom() {
    while geometries.count > Self.mostGeometries || points > Self.mostPoints {
      let idle = geometries.filter { !inUse.contains($0.key) }
      if let oldest = idle.min(by: { Self.precedes($0, $1, by: \.turn) }) {
        drop(oldest.key)
      } else if let largest = geometries.max(by: { Self.precedes($0, $1, by: \.size) }) {
        drop(largest.key)
        absent[largest.key] = "there is too much on it for this screen"
      }
    }
  }

  /// An order that does not depend on how a dictionary happens to lie in memory.
  private static func precedes(
    _ one: (key: TileID, value: Kept), _ other: (key: TileID, value: Kept), by number: (Kept) -> Int
  ) -> Bool {
    let (first, second) = (number(one.value), number(other.value))
    return first == second ? one.key.order < other.key.order : first < second
  }

  private mutating func drop(_ id: TileID) {
    guard let kept = geometries.removeValue(forKey: id) else { return }
    points -= kept.geometry.points.count
  }

  /// Bounds what is noted beside the sheets; what the screen shows stays.
  private mutating func forget() {
    if absent.count > Self.mostNotes { absent = absent.filter { inUse.contains($0.key) } }
    if pending.count > Self.mostPending { pending = pending.filter { inUse.contains($0) } }
  }
}

// MARK: - Trouble

extension TileCache {
  /// One short sentence on which part of the frame's map is missing and why; `nil` if none is.
  package func trouble(in frame: MapFrame) -> String? {
    let needed = tilesOfFile(in: frame)
    guard !needed.isEmpty else { return "No map here: web maps end near the poles." }
    let broken = needed.compactMap { id in (absent[id] ?? nil).map { (id, $0) } }
    if let (id, reason) = broken.first {
      let count = broken.count == 1 ? "A tile is" : "\(broken.count) of \(needed.count) tiles are"
      return "\(count) broken: \(id): \(reason)."
    }
    let loading = needed.count { geometries[$0] == nil && absent[$0] == nil }
    if loading > 0 { return "Loading \(loading) tile\(loading == 1 ? "" : "s")." }
    guard needed.allSatisfy({ absent[$0] != nil }) else { return nil }
    return nothingHere(in: frame)
  }

  /// The tiles of the file that a frame needs, each once.
  private func tilesOfFile(in frame: MapFrame) -> [TileID] {
    var seen: Set<TileID> = []
    return (shown?.frame == frame ? shown?.tiles ?? [] : visible(in: frame))
      .compactMap { $0.ancestor(zoom: min($0.zoom, facts.zooms.upperBound)) }
      .filter { seen.insert($0).inserted }
  }

  /// Why there is nothing, and where there would be something.
  private func nothingHere(in frame: MapFrame) -> String {
    let middle = frame.centre.coordinate
    guard !facts.bounds.contains(middle) else { return "No map here: the file has no tile for this place." }
    let bearing = middle.bearing(to: facts.centre)
    let distance = Wording.distance(middle.distance(to: facts.centre))
    return "No map here: the middle of the file's map is \(distance) to the \(Wording.wind(bearing))."
  }
}

extension TileID {
  /// The tile of a zoom that is not deeper, in which this one lies; `nil` for one that is.
  fileprivate func ancestor(zoom: Int) -> TileID? {
    guard zoom <= self.zoom else { return nil }
    return TileID(zoom: zoom, x: x >> (self.zoom - zoom), y: y >> (self.zoom - zoom))
  }

  /// The four tiles of the next zoom that lie in it.
  fileprivate var children: [TileID] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap { TileID(zoom: zoom + 1, x: 2 * x + $0.0, y: 2 * y + $0.1) }
  }

  /// Some order that is the same everywhere.
  fileprivate var order: (Int, Int, Int) { (zoom, y, x) }
}
