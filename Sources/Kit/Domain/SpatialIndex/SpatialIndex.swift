internal import CSpatialKernel

/// Points on the globe, packed so that the nearest, those within a distance and those in a box are found at once.
///
/// It never changes, copies share its memory, and any number of threads may ask it at the same time. It takes some
/// 27 bytes a point, the same ones in memory and in a file: of a file only what a question needs has to be read.
///
/// *Exactness.* An index keeps points in whole ten-millionths of a degree, as OpenStreetMap does: within 8 mm of what
/// was given, and exactly that where it has seven decimals at most. For these points all answers are exact:
/// distances are those of the haversine in double on a sphere with the Earth's mean radius, to a nanometre or
/// 15 digits, and no point is missed or swapped because it is almost as near as another; points that are equally near
/// come in the order in which they were given. Callers that need distances on the ellipsoid, which differ by up to
/// 0.56 %, ask for a somewhat larger area and measure those.
///
/// *What is no place* – an angle that is not a number, a latitude beyond a pole, a longitude beyond 180 degrees – is
/// passed over: such a point is never found and keeps its number, and asked from such a place there is no answer.
package struct SpatialIndex: Sendable {
  let memory: SpatialMemory

  /// The most points that an index can be made of: some two thousand millions.
  package static let largestCount = Int(TROVE_SPATIAL_LARGEST)

  /// Packs points; their positions in the array are their numbers from now on.
  ///
  /// There must be at most ``largestCount`` of them. Takes less than half a second a million.
  package init(_ points: [SpatialPoint]) {
    precondition(points.count <= Self.largestCount, "too many points for one index")
    memory = points.withUnsafeBytes { raw in
      let degrees = raw.baseAddress?.assumingMemoryBound(to: Double.self)
      let size = trove_spatial_size(trove_spatial_count(degrees, points.count))
      do throws(SpatialIndexError) {
        return try SpatialMemory.filled(size: size) { trove_spatial_build(degrees, points.count, $0, size) != 0 }
      } catch {
        // As for an array that finds no memory.
        fatalError("\(error)")
      }
    }
  }

  /// Takes over an index from its ``bytes``.
  ///
  /// Only the header is checked, which is of known size and has a checksum. Bytes that were changed behind it give
  /// wrong answers, but no others than numbers below ``count``, and never harm.
  ///
  /// Throws: where they are not an index, or not all of one.
  package init(bytes: [UInt8]) throws(SpatialIndexError) {
    memory = try SpatialMemory.filled(size: bytes.count) { pages in
      bytes.withUnsafeBytes { pages.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(pages), byteCount: $0.count) }
      return true
    }
  }

  /// Uses an index of which only those bytes are in memory that were needed.
  ///
  /// Checked as ``init(bytes:)`` does.
  ///
  /// - Parameters:
  ///   - bytes: the memory of the whole index, at a multiple of eight; as long as `need` is kept it stays where it is.
  ///   - need: brings so many bytes, from an offset on, into the memory; called before they are read, from any thread.
  ///
  /// Throws: where they are not an index, or not all of one.
  package init(
    bytes: UnsafeRawBufferPointer, need: @escaping @Sendable (_ offset: Int, _ count: Int) -> Void
  ) throws(SpatialIndexError) {
    memory = try SpatialMemory(bytes, need: need)
  }

  /// The number of points that it was made of, of which those that are no place cannot be found.
  package var count: Int { memory.withView { Int($0.pointee.inputs) } }

  /// The number of points that can be found.
  package var findableCount: Int { memory.withView { Int($0.pointee.points) } }

  /// The index as bytes, for ``init(bytes:)`` and for files: a copy.
  package var bytes: [UInt8] { withBytes { [UInt8]($0) } }

  /// The index as bytes, where they are; of one that is brought into memory by and by, all of it.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { memory.withBytes(body) }
}
