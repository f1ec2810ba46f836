internal import Geodesy
package import HuntDomain

/// What several sources of places have said, as one list without doubles.
///
/// A place that two sources know is the first one's, with what the other says besides. An id that two sources share is
/// told apart by the later source's number: `well`, `2:well`.
package struct PlacePool: Sendable {
  /// Metres within which two places of one name are one: a building has its door and its middle.
  package static let apart = 30.0

  private struct Held {
    let answer: PlacesAnswer
    let since: Duration
  }

  private var held: [Int: Held] = [:]
  /// All places, those of the first source first.
  package private(set) var places: [PointOfInterest] = []

  /// A pool that nobody has said anything for.
  package init() {}

  /// A source has answered; what it said before is forgotten, unless it now knows nothing and says why.
  package mutating func receive(_ answer: PlacesAnswer, from source: Int, at now: Duration) {
    var (answer, since) = (answer, now)
    if answer.places.isEmpty, answer.trouble != nil || answer.isAwaitingBetter, let before = held[source] {
      answer = PlacesAnswer(
        before.answer.places, age: before.answer.age, attribution: before.answer.attribution, trouble: answer.trouble,
        isAwaitingBetter: answer.isAwaitingBetter)
      since = before.since
    }
    let isNews = held[source]?.answer.places != answer.places
    held[source] = Held(answer: answer, since: since)
    if isNews { places = Self.merged(held.sorted { $0.key < $1.key }.map { ($0.key, $0.value.answer.places) }) }
  }

  /// How long ago the oldest of what is shown was said by its service; nothing where nothing ages.
  package func age(at now: Duration) -> Duration? {
    held.values.compactMap { held in held.answer.age.map { $0 + max(.zero, now - held.since) } }.max()
  }

  /// Who has to be named, each once.
  package var attribution: [String] {
    var named: Set<String> = []
    return answers.flatMap(\.attribution).filter { named.insert($0).inserted }
  }

  /// Why this is not all or not the newest, a sentence each, each once.
  package var troubles: [String] {
    var told: Set<String> = []
    return answers.compactMap(\.trouble).filter { told.insert($0).inserted }
  }

  /// Whether any source has more to say.
  package var isAwaitingBetter: Bool { answers.contains(where: \.isAwaitingBetter) }

  private var answers: [PlacesAnswer] { held.sorted { $0.key < $1.key }.map(\.value.answer) }
}

extension PlacePool {
  /// The places of several sources, each place once.
  private static func merged(_ sources: [(number: Int, places: [PointOfInterest])]) -> [PointOfInterest] {
    guard sources.count > 1 else { return sources.first?.places ?? [] }
    var merged: [PointOfInterest] = []
    var taken: Set<String> = []
    /// Places of each name, by their index.
    var named: [String: [Int]] = [:]
    for (number, places) in sources {
      // A source tells its own places apart by itself.
      let before = merged.count
      for place in places {
        let name = place.name.lowercased()
        let namesakes = (named[name] ?? []).filter { $0 < before }
        if let double = nearest(of: namesakes, in: merged, to: place.position) {
          merged[double] = merged[double].knowing(place)
          continue
        }
        var id = place.id
        while !taken.insert(id).inserted { id = "\(number + 1):\(id)" }
        named[name, default: []].append(merged.count)
        merged.append(place.called(id))
      }
    }
    return merged
  }

  /// The nearest of some places that is near enough to be the same, by its index; in whichever order they are given.
  private static func nearest(of indices: [Int], in places: [PointOfInterest], to position: Coordinate) -> Int? {
    let near = indices.map { (metres: places[$0].position.distance(to: position), index: $0) }
      .filter { $0.metres <= apart }
    return near.min { ($0.metres, places[$0.index].id) < ($1.metres, places[$1.index].id) }?.index
  }
}

extension PointOfInterest {
  /// The same place with what another source says besides.
  fileprivate func knowing(_ other: PointOfInterest) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, position: position, kind: kind ?? other.kind, tags: other.tags.merging(tags))
  }

  /// The same place under another id.
  package func called(_ id: String) -> PointOfInterest {
    id == self.id ? self : PointOfInterest(id: id, name: name, position: position, kind: kind, tags: tags)
  }
}
