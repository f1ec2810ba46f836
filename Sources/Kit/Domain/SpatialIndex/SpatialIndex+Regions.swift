internal import CSpatialKernel

extension SpatialIndex {
  /// All points at most `metres` away on the sphere that `isWanted` takes, the nearest first.
  ///
  /// A distance that is negative or no number has none.
  package func within(
    metres: Double, of place: SpatialPoint, where isWanted: ((Int) -> Bool)? = nil
  ) -> [SpatialHit] {
    var room = min(findableCount, 64)
    while true {
      var found = 0
      let hits = [SpatialHit](unsafeUninitializedCapacity: room) { buffer, filled in
        found = memory.withView { view in
          trove_spatial_hits_within(view, place.latitude, place.longitude, metres, kernelHits(buffer), room)
        }
        // What lies there is whole hits, but not the nearest ones.
        filled = found <= room ? found : 0
      }
      if found > room {
        room = found
      } else if let isWanted {
        return hits.filter { isWanted($0.index) }
      } else {
        return hits
      }
    }
  }

  /// The numbers of all points in a box, its borders included, in no certain order.
  ///
  /// A box whose west side lies east of its east side crosses the antimeridian; that has two names and is one line. A
  /// box that reaches a pole has it at all longitudes. Sides beyond 180 degrees mean what they say; 360 degrees and
  /// more are all the way round. A box with a side that is no number, or south of its own south, has none.
  package func inBox(south: Double, west: Double, north: Double, east: Double) -> [Int] {
    var selection = SpatialSelection()
    select(south: south, west: west, north: north, east: east, into: &selection)
    return selection.withNumbers { numbers in numbers.map { Int($0) } }
  }

  /// The numbers of all points at most `metres` away, in no certain order, in memory that is used again.
  package func select(within metres: Double, of place: SpatialPoint, into selection: inout SpatialSelection) {
    memory.withView { view in
      selection.fill { trove_spatial_within(view, place.latitude, place.longitude, metres, $0, $1) }
    }
  }

  /// Finds the points in a box, as ``inBox(south:west:north:east:)`` does, into memory that is reused.
  package func select(
    south: Double, west: Double, north: Double, east: Double, into selection: inout SpatialSelection
  ) {
    memory.withView { view in
      selection.fill { trove_spatial_in_box(view, south, west, north, east, $0, $1) }
    }
  }
}
