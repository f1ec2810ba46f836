internal import Database
package import Geodesy
package import Nearby
package import Places
internal import SpatialIndex

/// Adapter: the places of an imported region, by where they are and by what they are called.
///
/// Answers at once, from the files. It goes on with what it has opened while another program imports the region anew.
package actor CatalogRegion: PointOfInterestSource {
  /// The summary of the region.
  package nonisolated let summary: RegionSummary
  let file: RegionFile
  private let folder: CatalogFolder
  private var index: RegionIndex
  private let languages: [String]

  /// Opens a region.
  ///
  /// An index that is missing, damaged or of another generation is made anew, and kept where that is possible.
  ///
  /// Throws: where there is no such region, or it cannot be used.
  init(_ region: RegionName, in folder: CatalogFolder, languages: [String]) throws(CatalogProblem) {
    let file = try RegionFile(region, in: folder)
    let summary = file.summary
    if let source = IndexSource(path: folder.index(region)),
      let kept = RegionIndex(source, generation: summary.generation, count: summary.count)
    {
      index = kept
    } else {
      index = try Self.madeAnew(file, in: folder)
    }
    (self.file, self.summary, self.folder, self.languages) = (file, summary, folder, languages)
  }

  /// The index made of the database, and kept where that is possible.
  private static func madeAnew(_ file: RegionFile, in folder: CatalogFolder) throws(CatalogProblem) -> RegionIndex {
    let (generation, count) = (file.summary.generation, file.summary.count)
    let bytes = try file.read { () throws(DatabaseError) in
      try RegionIndex.file(of: file.connection, generation: generation, count: count)
    }
    RegionFiles.keep(bytes, of: file.summary, in: folder)
    guard let index = RegionIndex(IndexSource(bytes), generation: generation, count: count) else {
      throw .damaged(file.summary.name, "there is no memory for its index")
    }
    return index
  }

  /// Asks the index; one that turns out to be damaged is made anew, and asked again.
  private func ask<Answer>(
    _ question: (RegionIndex) throws(CatalogProblem) -> Answer
  ) throws(CatalogProblem) -> Answer {
    let answer = try question(index)
    guard index.isDamaged else { return answer }
    index = try Self.madeAnew(file, in: folder)
    return try question(index)
  }

  // MARK: - By where they are

  /// Widens a search on the sphere so that it misses nothing on the ellipsoid: if one place is farther than another
  /// there, it is nearer on the sphere by at most this factor, as spherical distances are up to 0.56 % off either way.
  private static let flattening = 1.012

  /// The nearest places within `metres` of `centre`, the nearest first; at most `count`.
  package func nearest(
    _ count: Int, to centre: Coordinate, within metres: Double = .infinity, _ filter: PlaceFilter = .all
  ) throws(CatalogProblem) -> [CatalogHit] {
    guard count > 0 else { return [] }
    let found = try ask { $0.nearest(count, to: centre, filter) }
    // The order on the sphere may be wrong for places at nearly the same distance.
    guard let farthest = found.last?.metres, found.count >= count else {
      return try hits(found, from: centre, reach: metres)
    }
    let wide = try ask { $0.within(min(metres, farthest) * Self.flattening, of: centre, filter) }
    return try hits(wide, from: centre, reach: metres, limit: count)
  }

  /// The places within `metres` of `centre`, the nearest first; at most `limit`.
  package func within(
    _ metres: Double, of centre: Coordinate, _ filter: PlaceFilter = .all, limit: Int = .max
  ) throws(CatalogProblem) -> [CatalogHit] {
    let found = try ask { $0.within(metres * Self.flattening, of: centre, filter) }
    return try hits(found, from: centre, reach: metres, limit: limit)
  }

  /// The places in a box, in any order; at most `limit`.
  package func inside(
    _ box: BoundingBox, _ filter: PlaceFilter = .all, limit: Int = .max
  ) throws(CatalogProblem) -> [CatalogHit] {
    let entries = try ask { $0.inside(box, filter) }.prefix(max(0, limit))
    return try file.read { () throws(DatabaseError) in
      var hits: [CatalogHit] = []
      for entry in entries { hits.append(hit(try file.row(Int64(entry + 1)), metres: nil)) }
      return hits
    }
  }

  /// Puts entries, the nearest on the sphere first, in the order of their distances on the ellipsoid.
  private func hits(
    _ found: [SpatialHit], from centre: Coordinate, reach: Double = .infinity, limit: Int = .max
  ) throws(CatalogProblem) -> [CatalogHit] {
    try file.read { () throws(DatabaseError) in
      var hits: [CatalogHit] = []
      let last = found.count > limit && limit > 0 ? found[limit - 1].metres : .infinity
      let cut = min(reach, last) * Self.flattening
      for entry in found.prefix(while: { $0.metres <= cut }) {
        let row = try file.row(Int64(entry.index + 1))
        let metres = centre.distance(to: row.position)
        if metres <= reach { hits.append(hit(row, metres: metres)) }
      }
      hits.sort { ($0.metres ?? 0, $0.place.id) < ($1.metres ?? 0, $1.place.id) }
      return Array(hits.prefix(max(0, limit)))
    }
  }

  private func hit(_ row: RegionFile.Row, metres: Double?, match: Int = 0, isWhole: Bool = true) -> CatalogHit {
    CatalogHit(
      region: summary.name, place: row.pointOfInterest(languages), category: row.category, metres: metres, match: match,
      isWhole: isWhole)
  }

  // MARK: - By what they are called

  /// The minimum number of candidates that are ranked exactly: of the nearest, and of those that match best.
  private static let closeLook = 500
  /// Places that are put in the order of how well they answer; of more only the nearest count.
  private static let mostRanked = 20_000

  /// The places in whose names, in any language, or kinds every word of the text begins a word; at most `limit`.
  ///
  /// First those that have the text for a name, then those whose name begins with it, those whose names have all its
  /// words, and those that are of such a kind; among equals the nearest, where a position is given. No word is found
  /// nowhere.
  package func search(
    _ text: String, near centre: Coordinate? = nil, _ filter: PlaceFilter = .all, limit: Int = 20
  ) throws(CatalogProblem) -> [CatalogHit] {
    var words = SearchText()
    guard limit > 0, let condition = words.condition(text) else { return [] }
    let question = words.plain(text)
    let look = max(Self.closeLook, limit)
    let numbers = try ask { index throws(CatalogProblem) in
      try file.read { () throws(DatabaseError) in try candidates(condition, near: centre, filter, look, index) }
    }
    return try file.read { () throws(DatabaseError) in
      var ranked: [(hit: CatalogHit, rank: Int)] = []
      for (rank, number) in numbers.enumerated() {
        let row = try file.row(number)
        let metres = centre.map { $0.distance(to: row.position) }
        let match = NameMatch.of(row.names, question, &words)
        let isWhole = NameMatch.isWhole(row.names + [row.kind].compactMap(\.self), question, &words)
        ranked.append((hit: hit(row, metres: metres, match: match, isWhole: isWhole), rank: rank))
      }
      ranked.sort { ($0.hit.order, $0.rank) < ($1.hit.order, $1.rank) }
      return ranked.prefix(limit).map(\.hit)
    }
  }

  /// The numbers of places worth a closer look, the best answers first.
  private func candidates(
    _ condition: String, near centre: Coordinate?, _ filter: PlaceFilter, _ look: Int, _ index: RegionIndex
  ) throws(DatabaseError) -> [Int64] {
    let matches = try file.matches(condition).filter { index.has($0, filter) }
    guard matches.count > look || centre == nil else { return matches }
    var numbers: [Int64] = []
    if matches.count <= Self.mostRanked {
      let best = try file.best(condition, limit: filter.isAll ? look : Self.mostRanked)
      numbers = Array(best.lazy.filter { index.has($0, filter) }.prefix(look))
    } else if centre == nil {
      numbers = Array(matches.prefix(look))
    }
    guard let centre else { return numbers }
    let known = Set(numbers)
    return numbers + index.nearest(look, to: centre, among: matches).filter { !known.contains($0) }
  }

  // MARK: - As the port has it

  /// All places of the region within `metres` of `centre`.
  ///
  /// Throws: ``PlacesUnavailable`` when the region's file cannot be read.
  package func places(
    near centre: Coordinate, within metres: Double
  ) async throws(PlacesUnavailable) -> [PointOfInterest] {
    do throws(CatalogProblem) { return try all(near: centre, within: metres, .all) } catch {
      throw PlacesUnavailable(error.description)
    }
  }

  /// Streams one answer with all places within `metres` of `centre`.
  package nonisolated func answers(near centre: Coordinate, within metres: Double) -> AsyncStream<PlacesAnswer> {
    answer { region throws(CatalogProblem) in try await region.all(near: centre, within: metres, .all) }
  }

  /// Exactly these, from the index: in a region of a million places as soon as in a small one.
  package nonisolated func answers(
    nearest count: Int, to centre: Coordinate, within metres: Double, of kinds: Set<PlaceCategory>?
  ) -> AsyncStream<PlacesAnswer> {
    let filter = kinds.map { PlaceFilter($0) } ?? .all
    guard count < summary.count else {
      return answer { region throws(CatalogProblem) in try await region.all(near: centre, within: metres, filter) }
    }
    return answer { region throws(CatalogProblem) in
      try await region.nearest(count, to: centre, within: metres, filter).map(\.place)
    }
  }

  /// The hits in any order, without exact distances; the caller computes those.
  private func all(
    near centre: Coordinate, within metres: Double, _ filter: PlaceFilter
  ) throws(CatalogProblem) -> [PointOfInterest] {
    let entries = try ask { index in
      metres.isFinite
        ? index.within(metres * Self.flattening, of: centre, filter).map(\.index) : index.entries(filter)
    }
    return try file.read { () throws(DatabaseError) in
      var places: [PointOfInterest] = []
      places.reserveCapacity(entries.count)
      for entry in entries.sorted() { places.append(try file.row(Int64(entry + 1)).pointOfInterest(languages)) }
      return places
    }
  }

  /// One answer, of what is found.
  private nonisolated func answer(
    _ find: @escaping @Sendable (CatalogRegion) async throws(CatalogProblem) -> [PointOfInterest]
  ) -> AsyncStream<PlacesAnswer> {
    let (stream, continuation) = AsyncStream<PlacesAnswer>.makeStream()
    let work = Task {
      do throws(CatalogProblem) {
        continuation.yield(PlacesAnswer(try await find(self), attribution: summary.attribution))
      } catch {
        continuation.yield(PlacesAnswer([], attribution: summary.attribution, trouble: error.description))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return stream
  }
}

/// A place that was found in a region.
package struct CatalogHit: Hashable, Sendable {
  /// The region that it is in.
  package let region: RegionName
  /// The place itself.
  package let place: PointOfInterest
  /// The category of the place.
  package let category: PlaceCategory
  /// Metres from the centre of the search, on the ellipsoid; `nil` for a search without a centre.
  package let metres: Double?
  /// The rank of the match between its names and the search text, 0 the best; 0 if there was no text.
  package let match: Int
  /// Whether the words of the search text are whole words of a name or of what it is, and not only their beginnings.
  let isWhole: Bool

  /// The order of the answers to a search, the best first: around a centre the nearest of those that have the words.
  var order: Order {
    metres.map { Order(rank: isWhole ? 0 : 1, metres: $0, match: match) } ?? Order(rank: match, metres: 0, match: match)
  }

  struct Order: Comparable {
    let rank: Int
    let metres: Double
    let match: Int

    static func < (one: Order, other: Order) -> Bool {
      (one.rank, one.metres, one.match) < (other.rank, other.metres, other.match)
    }
  }
}

/// A filter on the places of a region: by category, and by key.
///
/// Fast: it compares two numbers a place.
package struct PlaceFilter: Hashable, Sendable {
  private var categories: UInt32
  private var keys: UInt32

  /// All places.
  package static let all = PlaceFilter(categories: .max, keys: .max)

  private init(categories: UInt32, keys: UInt32) { (self.categories, self.keys) = (categories, keys) }

  /// The places of some categories.
  package init(_ categories: Set<PlaceCategory>) {
    self.init(categories: categories.reduce(0) { $0 | 1 << UInt32(PlaceCode.number($1)) }, keys: 0)
  }

  /// The places that a list of categories and keys means, any of them: `food,historic`; all for an empty one.
  ///
  /// Throws: where a word is neither.
  package init(_ list: String) throws(CatalogProblem) {
    self.init(categories: 0, keys: 0)
    for part in list.split(whereSeparator: { $0 == "," || $0 == " " }) {
      if let category = PlaceCategory(rawValue: part.lowercased()) {
        categories |= 1 << UInt32(PlaceCode.number(category))
      } else if let bits = PlaceCode.keyBits[String(part)] {
        keys |= bits
      } else {
        let words = PlaceCategory.allCases.map(\.rawValue) + PlaceVocabulary.keys
        throw CatalogProblem(
          .usage,
          "“\(PlaceText.clean(String(part), limit: 40))” is no kind of place: say one of \(words.joined(separator: ", "))."
        )
      }
    }
    if categories == 0, keys == 0 { self = .all }
  }

  /// Whether it leaves nothing out.
  var isAll: Bool { categories == .max }

  /// Whether it means a place with this category's number and these bits of keys.
  func takes(category: UInt8, keys bits: UInt32) -> Bool {
    categories >> UInt32(category & 31) & 1 == 1 || keys & bits != 0
  }
}
