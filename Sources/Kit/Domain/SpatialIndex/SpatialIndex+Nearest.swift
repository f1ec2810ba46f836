internal import CSpatialKernel

extension SpatialIndex {
  /// The `k` nearest points that `isWanted` takes, the nearest first; all of them where there are fewer.
  ///
  /// A point is asked about once at most, by its number, and few are that are not among the nearest.
  package func nearest(
    _ k: Int, to place: SpatialPoint, where isWanted: ((Int) -> Bool)? = nil
  ) -> [SpatialHit] {
    let room = min(k, findableCount)
    guard room > 0 else { return [] }
    guard let isWanted else {
      return [SpatialHit](unsafeUninitializedCapacity: room) { $1 = write(room, to: place, $0) }
    }
    // The number of hits is not known before; the array is cut to it afterwards.
    var hits = [SpatialHit](repeating: SpatialHit(index: 0, metres: 0), count: room)
    let found = hits.withUnsafeMutableBufferPointer { write(room, to: place, $0, where: isWanted) }
    hits.removeLast(room - found)
    return hits
  }

  /// Finds the `k` nearest points into an array that is reused, so that no memory is allocated.
  package func nearest(_ k: Int, to place: SpatialPoint, into hits: inout [SpatialHit]) {
    let room = max(0, min(k, findableCount))
    if hits.count < room { hits = [SpatialHit](repeating: SpatialHit(index: 0, metres: 0), count: room) }
    let found = hits.withUnsafeMutableBufferPointer { write(room, to: place, $0) }
    hits.removeLast(hits.count - found)
  }

  /// Writes answers to memory that has room for `k` of them; how many they are.
  private func write(_ k: Int, to place: SpatialPoint, _ hits: UnsafeMutableBufferPointer<SpatialHit>) -> Int {
    memory.withView { view in
      trove_spatial_nearest(view, place.latitude, place.longitude, k, nil, nil, kernelHits(hits))
    }
  }

  private func write(
    _ k: Int, to place: SpatialPoint, _ hits: UnsafeMutableBufferPointer<SpatialHit>,
    where isWanted: @escaping (Int) -> Bool
  ) -> Int {
    var filter = Filter(isWanted: isWanted)
    return memory.withView { view in
      withUnsafeMutablePointer(to: &filter) { filter in
        trove_spatial_nearest(
          view, place.latitude, place.longitude, k,
          { filter, number in
            filter.map { $0.assumingMemoryBound(to: Filter.self).pointee.isWanted(Int(number)) } == true ? 1 : 0
          }, filter, kernelHits(hits))
      }
    }
  }
}

/// A choice that the kernel can be given the place of.
private struct Filter {
  let isWanted: (Int) -> Bool
}

/// Returns the memory of `hits` as the C kernel's type, which has the same layout: an `Int` and a `Double`.
func kernelHits(_ hits: UnsafeMutableBufferPointer<SpatialHit>) -> UnsafeMutablePointer<trove_spatial_hit>? {
  hits.baseAddress.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: trove_spatial_hit.self) }
}
