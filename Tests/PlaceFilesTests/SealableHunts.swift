import Geodesy
import HuntDomain
import Numbers
import Places

/// Random hunts with questions, whose every text has a number of its own.
struct SealableHunts {
  private var chance: SeededGenerator
  private var words = 0

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  mutating func hunt() -> Hunt {
    let count = number(3...8)
    let ids = (0..<count).map { "id\($0)x" }
    let items = [Item(id: "key", name: text()), Item(id: "lamp", name: text())]
    var treasures: [Treasure] = []
    for (index, id) in ids.enumerated() { treasures.append(treasure(id, index, after: treasures)) }
    for item in items where flip(0.5) { treasures[number(0...(count - 1))].items.append(item.id) }
    var hunt = Hunt(
      title: text(), id: "hunt", order: flip(0.6) ? .sequence : .any, treasures: treasures)!
    hunt.items = items
    if flip(0.3) { hunt.goal = .found(ids[number(0...(count - 1))]) }
    if flip(0.5) { hunt.message = text() }
    return hunt
  }

  private mutating func treasure(_ id: String, _ index: Int, after others: [Treasure]) -> Treasure {
    let place = Coordinate(latitude: 1, longitude: 1)!
      .offset(by: Double(index) * 300, toward: Bearing(degrees: Double(number(0...359))))
    var treasure = Treasure(
      place: PointOfInterest(id: id, name: text(), position: place), radius: 15, hint: text(), message: text(),
      points: number(0...9))
    if flip(0.6) { treasure.question = question(of: index) }
    guard let one = others.randomElement(using: &chance), let two = others.randomElement(using: &chance) else {
      return treasure
    }
    switch number(0...9) {
    case 0...2: treasure.requirement = one.question == nil ? .found(one.id) : .answered(one.id, choice: nil)
    case 3:
      let isChoice = if case .choice = two.question?.rule { true } else { false }
      treasure.requirement = .all([
        .found(one.id), isChoice ? .answered(two.id, choice: number(0...1)) : .found(two.id),
      ])
    case 5: treasure.requirement = .all([.found(one.id), .holds("key")])
    case 4: treasure.requirement = .atLeast(1, [.found(one.id), .found(two.id)])
    default: break
    }
    if flip(0.1) { treasure.limit = .seconds(number(20...400)) }
    if flip(0.2) { treasure.visibility = .always }
    if flip(0.2) { treasure.visibility = .revealed(.found(one.id)) }
    if flip(0.3), let name = one.question?.name, let bearing = try? Formula("len(\(name)) * 10"),
      let distance = try? Formula("100")
    {
      treasure.projection = .offset(from: flip(0.5) ? two.id : nil, bearing: bearing, distance: distance)
    }
    return treasure
  }

  private mutating func question(of index: Int) -> Question {
    let rule: Question.Rule =
      switch number(0...3) {
      case 0: .number(Double(number(-50...50)) / 4, tolerance: flip(0.8) ? 0 : 1)
      case 1: .choice(options: [text(), text()], right: flip(0.5) ? [0, 1] : [number(0...1)])
      default: .text(flip(0.5) ? [text()] : [text(), text()])
      }
    return Question(text(), rule: rule, name: "N\(index)", price: number(0...2))
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }

  private mutating func flip(_ chance: Double) -> Bool { Double.random(in: 0..<1, using: &self.chance) < chance }

  private mutating func text() -> String {
    words += 1
    return "Wort\(words)\(["Elster", "Kauz", "Ümlaut", "Straße"].randomElement(using: &chance) ?? "")q"
  }
}

/// One player who does the same in a hunt and in its sealed copy.
struct TwinGame {
  private let hunt: Hunt
  private(set) var plain: HuntProgress
  private(set) var sealed: HuntProgress?
  private(set) var plainEvents: [HuntEvent] = []
  private(set) var sealedEvents: [HuntEvent] = []
  private(set) var unsealed = 0
  /// How the two differ, when they do.
  private(set) var difference: String?
  private var chance: SeededGenerator
  private var time = Duration.zero

  init(_ hunt: Hunt, _ sealed: Hunt?, seed: UInt64) {
    self.hunt = hunt
    plain = HuntProgress(hunt)
    self.sealed = sealed.map { HuntProgress($0) }
    chance = SeededGenerator(seed: seed)
  }

  var found: Set<String> { Set(plain.finds.map(\.treasure.id)) }
  var isWon: Bool { plain.isWon && sealed?.isWon != false }

  /// Walks from one open treasure to another and answers, now and then wrongly; never the question of `avoided`.
  mutating func play(avoiding avoided: String? = nil) {
    for _ in 0..<60 where !plain.isCompleted && difference == nil {
      let open = plain.open.filter { $0.id != avoided }
      let start = hunt.treasures[0].place.position
      guard let target = plain.finds.isEmpty && open.isEmpty ? hunt.treasures.first : open.randomElement(using: &chance)
      else { return }
      walk(to: target.id == avoided ? start.offset(by: 5000, toward: Bearing(degrees: 90)) : target.place.position)
      for asked in plain.asking where asked.id != avoided { answer(asked) }
    }
  }

  private mutating func walk(to place: Coordinate) {
    for _ in 0..<6 {
      time += .seconds(1)
      let fix = Fix(position: place, time: time, accuracy: 3)
      happened(plain.receive(fix), sealed?.receive(fix))
    }
  }

  private mutating func answer(_ treasure: Treasure) {
    guard let question = treasure.question else { return }
    time += .seconds(1)
    if Bool.random(using: &chance) { both { $0.answer("not this one", to: treasure.id, at: $1) } }
    let text =
      switch question.rule {
      case .text(let words): words.randomElement(using: &chance) ?? ""
      case .number(let number, _): "\(number)"
      case .choice(_, let right): "\((right.sorted().randomElement(using: &chance) ?? 0) + 1)"
      case .sealed: ""
      }
    both { $0.answer(text, to: treasure.id, at: $1) }
  }

  private mutating func both(_ act: (inout HuntProgress, Duration) -> [HuntEvent]) {
    let one = act(&plain, time)
    guard var other = sealed else { return happened(one, nil) }
    let two = act(&other, time)
    sealed = other
    happened(one, two)
  }

  private mutating func happened(_ one: [HuntEvent], _ two: [HuntEvent]?) {
    guard let two, let sealed else { return }
    plainEvents += one
    sealedEvents += two
    unsealed += two.count { if case .unsealed = $0.kind { true } else { false } }
    let told = two.map { event in
      guard case .unsealed(let id, _) = event.kind, let answer = sealed.answers[id] else { return event }
      return HuntEvent(.answered(id, answer), time: event.time, utc: event.utc)
    }
    if plain.isWon, sealed.hunt.message != plain.hunt.message { difference = "message" }
    if told != one { difference = "\(told.map(\.kind)) instead of \(one.map(\.kind))" }
    if sealed.points != plain.points || sealed.items != plain.items { difference = "points or items" }
    if sealed.open != plain.open.map(asSealed) {
      difference = "\(sealed.open.map(\.id)) open, not \(plain.open.map(\.id))"
    }
  }

  /// An open treasure as the sealed copy shows it: what is said on finding it comes with the answer.
  private func asSealed(_ treasure: Treasure) -> Treasure {
    guard let shown = sealed?.hunt.treasure(treasure.id), shown.question?.isSealed == true else { return treasure }
    var treasure = treasure
    (treasure.question, treasure.message, treasure.items) = (shown.question, nil, [])
    return treasure
  }
}
