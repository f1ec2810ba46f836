package import Geodesy
package import Places

/// What names of places must not tell while a hunt is played: the answers that are asked for, and what a stage is that
/// says only of which kind it is.
///
/// All views ask this one value, so that none shows a name that another one hides.
package struct Secrets: Hashable, Sendable {
  /// Metres from a stage without a name within which the thing may stand that it is about.
  package static let reachOfThing = 60.0
  /// Metres around a zone in which a place is still taken to be in it.
  private static let rim = 15.0
  /// Metres of the widest zone whose places all lose their names; of a wider one only those near its middle.
  private static let widest = 150.0
  /// Metres from a stage beyond which a name may say what is asked for there.
  private static let reachOfAnswer = 1000.0
  /// Letters of an answer that are enough for a name to tell it that says more.
  private static let telling = 3
  /// Metres of a degree of latitude, at least.
  private static let metresPerDegree = 110_500.0

  /// The ground on which places have no names.
  private struct Ground: Hashable, Sendable {
    let place: Coordinate
    let zone: ZoneGround
    /// Metres from the place, and around the zone.
    let reach: Double

    func holds(_ position: Coordinate) -> Bool {
      // Most places are far from all stages, and a geodesic takes a while.
      let most = max(reach, Secrets.widest * 2) + Secrets.rim
      guard abs(position.latitude - place.latitude) * Secrets.metresPerDegree <= most else { return false }
      return place.distance(to: position) <= reach
        || zone.deepest <= Secrets.widest && zone.depth(of: position) >= -Secrets.rim
    }
  }

  /// An answer that is asked for at a place, as folded words.
  private struct Answer: Hashable, Sendable {
    let place: Coordinate
    let words: [String]
  }

  private let grounds: [Ground]
  private let answers: [Answer]
  private let ids: Set<String>

  /// No secrets.
  package init() { (grounds, answers, ids) = ([], [], []) }

  /// What is kept at a point of a hunt.
  ///
  /// - Parameter visible: the treasures that the player sees, where they are. Where others are, missing names would tell.
  package init(_ progress: HuntProgress, visible: [Treasure]) {
    func isKept(_ treasure: Treasure) -> Bool {
      !progress.state(of: treasure.id).isDone && !progress.isCompleted
        && (treasure.isNameless || Self.isOpen(treasure, progress))
    }
    grounds = visible.filter(isKept).map { treasure in
      Ground(
        place: treasure.place.position, zone: ZoneGround(treasure.zone, at: treasure.place.position),
        reach: treasure.isNameless ? Self.reachOfThing : Self.rim)
    }
    let kept = progress.hunt.treasures.filter(isKept)
    answers = kept.filter { Self.isOpen($0, progress) }.flatMap { treasure in
      let place = progress.resolved(treasure).place.position
      return (treasure.question?.rule.words ?? []).map { Answer(place: place, words: Self.words($0)) }
    }
    .filter { !$0.words.isEmpty }
    ids = Set(kept.map(\.id))
  }

  private static func isOpen(_ treasure: Treasure, _ progress: HuntProgress) -> Bool {
    treasure.question != nil && progress.answers[treasure.id] == nil
  }

  /// Whether there are none.
  package var isEmpty: Bool { grounds.isEmpty && answers.isEmpty && ids.isEmpty }

  /// Whether a name at a place tells an answer that is asked for near there.
  package func answers(_ name: String, at position: Coordinate) -> Bool {
    let near = answers.filter { answer in
      abs(answer.place.latitude - position.latitude) * Self.metresPerDegree <= Self.reachOfAnswer
        && answer.place.distance(to: position) <= Self.reachOfAnswer
    }
    guard !near.isEmpty else { return false }
    let words = Self.words(name)
    return near.contains { answer in
      words == answer.words
        || answer.words.reduce(0) { $0 + $1.count } >= Self.telling && words.contains(answer.words)
        || Self.isWithoutBlanks(answer.words) && words.joined().contains(answer.words.joined())
    }
  }

  /// Whether a thing at a place has no name: it may be what a stage is about.
  package func isUnnamed(at position: Coordinate) -> Bool { grounds.contains { $0.holds(position) } }

  /// A place as it may be shown: by its kind alone where its name would tell.
  package func shown(_ place: PointOfInterest) -> PointOfInterest {
    guard !isEmpty, place.hasOwnName else { return place }
    let isKept =
      ids.contains(place.id) || isUnnamed(at: place.position)
      || !answers.isEmpty && ([place.name] + place.tags.names).contains { answers($0, at: place.position) }
    return isKept ? place.withoutName : place
  }

  /// Whether it is written in a script that has no blanks between words: those from the Chinese radicals on.
  private static func isWithoutBlanks(_ words: [String]) -> Bool {
    words.contains { $0.unicodeScalars.contains { $0.value >= 0x2E80 } }
  }

  /// The words of a text, folded.
  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map { FoldedText.fold(String($0)) }
  }
}

extension Treasure {
  /// Words with which a name begins that says only what something is, and names that only count.
  private static let articles: Set<String> = ["a", "an", "ein", "eine", "un", "une", "una", "uno", "een"]
  private static let counted: Set<String> = ["stage", "station", "etappe"]

  /// Whether its name says only of which kind it is, as in `A castle, Main Square`, or which number it has.
  package var isNameless: Bool {
    guard place.hasOwnName else { return true }
    let words = place.name.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard words.count > 1 else { return false }
    return Self.articles.contains(String(words[0]))
      || words.count == 2 && Self.counted.contains(String(words[0])) && Int(words[1]) != nil
  }
}

extension Question.Rule {
  /// The texts that count as an answer; none of a sealed one, which nobody can read, nor of a choice without a wrong
  /// one.
  fileprivate var words: [String] {
    switch self {
    case .text(let words): words
    case .number(let number, _): Int(exactly: number).map { ["\($0)"] } ?? []
    case .choice(let options, let right):
      right.count < options.count ? right.filter(options.indices.contains).sorted().map { options[$0] } : []
    case .sealed: []
    }
  }
}
