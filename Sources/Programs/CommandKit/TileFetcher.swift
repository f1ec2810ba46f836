package import Geodesy
package import Views

/// Reads tiles while the game goes on.
package struct TileFetcher {
  /// Tiles that are read at one time: decoding one takes a processor for some milliseconds, and keys want one too.
  private static let atOnce = 2

  private let tiles: any MapTiles
  private var tasks: [Task<Void, Never>] = []

  /// Reads from a file of tiles.
  package init(_ tiles: any MapTiles) { self.tiles = tiles }

  /// Reads them in their order, and hears of each what came of it.
  package mutating func fetch(_ wanted: [TileID], hear: @escaping @Sendable (TileID, TileOutcome) -> Void) {
    tasks.append(
      Task(priority: .utility) { [tiles] in
        await withTaskGroup(of: Void.self) { group in
          for (index, tile) in wanted.enumerated() {
            if index >= Self.atOnce { await group.next() }
            group.addTask {
              guard !Task.isCancelled else { return }
              let outcome = await tiles.tile(tile)
              if !Task.isCancelled { hear(tile, outcome) }
            }
          }
        }
      })
    // Forget the oldest tasks, or the list grows with every pan.
    if tasks.count > 64 { tasks.removeFirst(32) }
  }

  /// Stops delivering tiles of the latest request.
  package mutating func close() {
    for task in tasks { task.cancel() }
    tasks = []
  }
}

extension MapTiles {
  /// Reads tiles until no more are needed: `look` takes the outcome of one, and returns further tiles to read.
  package func readAll(_ first: [TileID], _ look: (TileID, TileOutcome) -> [TileID]) async {
    var wanted = first[...]
    while let tile = wanted.popFirst() { wanted += look(tile, await self.tile(tile)) }
  }
}
