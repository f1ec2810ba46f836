internal import Geodesy
internal import HuntDomain
internal import Places

/// The values that right answers give to formulas.
struct RightAnswers {
  /// The answers by their names; of a choice and a text with several the first one.
  private(set) var answers: [String: Answer] = [:]
  /// Other answers that count as well: the ends of a tolerance, and the other texts.
  private(set) var others: [String: [Answer]] = [:]

  init(_ hunt: Hunt) {
    for question in hunt.treasures.compactMap(\.question) {
      guard let name = question.name, answers[name] == nil, let solution = question.solution else { continue }
      answers[name] = solution
      switch question.rule {
      case .number(let number, let tolerance) where tolerance > 0:
        others[name] = [.number(number - tolerance), .number(number + tolerance)]
      case .text(let words): others[name] = words.dropFirst().map { .text(FoldedText.fold($0)) }
      case .number, .choice, .sealed: break
      }
    }
  }
}

/// Computes the places of treasures from answers.
struct TruePlaces {
  private let hunt: Hunt
  private let indices: [String: Int]

  init(_ hunt: Hunt) {
    self.hunt = hunt
    indices = Dictionary(hunt.treasures.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The place of each treasure under some answers; `nil` if the answers give it none.
  func places(_ answers: [String: Answer]) -> [Coordinate?] {
    var known: [Int: Coordinate?] = [:]
    return hunt.treasures.indices.map { place(of: $0, answers, &known) }
  }

  /// The place of one treasure.
  func place(of index: Int, _ answers: [String: Answer]) -> Coordinate? {
    var known: [Int: Coordinate?] = [:]
    return place(of: index, answers, &known)
  }

  /// The treasure whose place this one's place starts from.
  func start(of index: Int) -> Int? {
    guard case .offset(let from?, _, _)? = hunt.treasures[index].projection else { return nil }
    return indices[from]
  }

  /// Others that it starts from are followed, but not in a circle.
  private func place(of index: Int, _ answers: [String: Answer], _ known: inout [Int: Coordinate?]) -> Coordinate? {
    var chain: [Int] = []
    var seen: Set<Int> = []
    var next: Int? = index
    while let index = next, known[index] == nil, seen.insert(index).inserted {
      chain.append(index)
      next = start(of: index)
    }
    var place = next.flatMap { known[$0] ?? nil }
    for index in chain.reversed() {
      place = step(hunt.treasures[index], from: place, answers)
      known[index] = .some(place)
    }
    return known[index] ?? nil
  }

  private func step(_ treasure: Treasure, from start: Coordinate?, _ answers: [String: Answer]) -> Coordinate? {
    switch treasure.projection {
    case nil: return treasure.place.position
    case .coordinates(let latitude, let longitude):
      guard let latitude = latitude.value(of: answers), let longitude = longitude.value(of: answers) else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    case .offset(let from, let bearing, let distance):
      guard let start = from == nil ? treasure.place.position : start, let bearing = bearing.value(of: answers),
        let distance = distance.value(of: answers), bearing.isFinite, distance.isFinite
      else { return nil }
      return start.offset(by: distance, toward: Bearing(degrees: bearing))
    }
  }
}
