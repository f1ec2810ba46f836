internal import Geodesy
package import Places

/// The answers of several sources of places, as one list without duplicates.
///
/// A place that two sources know is the first source's, completed from the second. An id that two sources share gets
/// the later source's number as a prefix: `well`, `2:well`.
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

  /// Creates a pool without answers.
  package init() {}

  /// Takes an answer.
  ///
  /// It replaces the source's previous places, unless it is empty with a trouble or a better one to come.
  package mutating func receive(_ answer: PlacesAnswer, from source: Int, at now: Duration) {
    var (answer, since) = (answer, now)
    if answer.places.isEmpty, answer.trouble != nil || answer.isAwaitingBetter, let before = held[source] {
      answer = PlacesAnswer(
        before.answer.places, age: before.answer.age, attribution: before.answer.attribution, trouble: answer.trouble,
        isAwaitingBetter: answer.isAwaitingBetter, service: answer.service)
      since = before.since
    }
    let isNews = held[source]?.answer.places != answer.places
    held[source] = Held(answer: answer, since: since)
    if isNews { places = Self.merged(held.sorted { $0.key < $1.key }.map { ($0.key, $0.value.answer.places) }) }
  }

  /// The age of the oldest shown answer, since its service gave it; `nil` if no answer ages.
  package func age(at now: Duration) -> Duration? {
    held.values.compactMap { held in held.answer.age.map { $0 + max(.zero, now - held.since) } }.max()
  }

  /// The age of the oldest shown answer among those that were not new when they came; `nil` if all were.
  package func heldAge(at now: Duration) -> Duration? {
    held.values.compactMap { held in
      held.answer.age.flatMap { $0 >= .seconds(1) ? $0 + max(.zero, now - held.since) : nil }
    }.max()
  }

  /// The attributions to show, each once.
  package var attribution: [String] {
    var named: Set<String> = []
    return answers.flatMap(\.attribution).filter { named.insert($0).inserted }
  }

  /// Why this is not all or not the newest, a sentence each, each once.
  package var troubles: [String] {
    var told: Set<String> = []
    return answers.compactMap(\.trouble).filter { told.insert($0).inserted }
  }

  /// The services that are being asked for a better answer, as players know them, each once.
  package var asked: [String] {
    var told: Set<String> = []
    return answers.compactMap { $0.isAwaitingBetter ? $0.service : nil }.filter { told.insert($0).inserted }
  }

  /// Whether any source has a better answer on its way.
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
      // The places of one source are distinct; compare only with earlier sources.
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
  /// The place completed with the kind and the tags of `other`; its own come first.
  fileprivate func knowing(_ other: PointOfInterest) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, position: position, kind: kind ?? other.kind, tags: other.tags.merging(tags))
  }

  /// The place with its id replaced.
  package func called(_ id: String) -> PointOfInterest {
    id == self.id ? self : PointOfInterest(id: id, name: name, position: position, kind: kind, tags: tags)
  }
}
