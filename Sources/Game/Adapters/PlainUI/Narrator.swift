package import Game
internal import GeoFormats
internal import HuntDomain
internal import Places
package import Views

/// The game as plain sentences: for pipes, screen readers and people who would rather listen.
///
/// At most one sentence for each thing that changes, on one printable line. News are said at once; where the treasure
/// lies is said when nothing else is, and only when it is worth it.
package struct Narrator: Sendable {
  /// Makes the compass of a moment, with the metres to the target.
  package typealias View = () -> (compass: CompassScreen, distance: Double?)?

  private let listens: Bool
  private var names: [String: String] = [:]
  private var ending: String?
  private var way = DirectionAnnouncer()
  private var quality: Int?
  private var isLost = false
  private var hasPosition = false
  private var isHolding = false
  /// The treasure whose question is open, and its name: the player is there and needs no directions.
  private var asking: (id: String, name: String)?
  /// The last sentence about obstacles, so that it is not repeated at once.
  private var obstacle: String?
  /// The treasure that the player seems to be near to without finding it, and since when.
  private var doubt: (name: String, since: Duration)?

  /// No direction is told before this time, since something else is being heard.
  private var quiet = Duration.zero

  /// Whether the last sentence was only a direction to the treasure, which will be repeated.
  private(set) var isPassing = false

  /// Creates a narrator.
  ///
  /// - Parameter listens: whether a player may type commands.
  package init(listens: Bool = false) { self.listens = listens }

  /// Tells no direction before `time`; news are told at once.
  mutating func hush(until time: Duration) { quiet = time }

  /// What there is to say about the news of one moment: one sentence for each at most, of one printable line.
  ///
  /// - Parameters:
  ///   - now: time since the start of the game.
  ///   - view: called only when the way may be worth a sentence.
  package mutating func sentences(for news: [SessionNews], at now: Duration, view: View) -> [String] {
    var said: [String] = []
    for (place, piece) in news.enumerated() where !isWayNext(to: piece, view) {
      if let sentence = sentence(for: piece, among: news, place, at: now) { said.append(sentence) }
    }
    let isFixed = news.contains { if case .fix = $0 { true } else { false } }
    isPassing = false
    if said.isEmpty, isFixed {
      if let sentence = offer(at: now, view) {
        said = [sentence]
      } else if let sentence = wayNow(news, at: now, view) {
        (said, isPassing) = ([sentence], true)
      }
    }
    // Names were sanitised on input; a driver's reason for a loss was not.
    return said.map { SafeText.clean($0) }
  }

  /// Whether the news is only that the current target opened, which the direction sentence will announce.
  private func isWayNext(to news: SessionNews, _ view: View) -> Bool {
    guard case .opened(let treasure) = news else { return false }
    return view()?.compass.target?.label == treasure.place.name
  }

  private mutating func sentence(
    for news: SessionNews, among all: [SessionNews], _ place: Int, at now: Duration
  ) -> String? {
    switch news {
    case .started(let hunt, let source): return started(hunt, source)
    case .unsealed(let hunt):
      // Treasures that opened are announced separately.
      know(hunt)
      return nil
    case .resumed(let found, let total, let points, let time):
      return "The hunt goes on where you left it: \(found) of \(total) found, \(Wording.points(points)), "
        + "\(Wording.clock(time)) played."
    case .fix: return positionIsBack()
    case .held(let held):
      // Only the first rejected position is reported, not those that follow it.
      defer { isHolding = true }
      return isHolding ? nil : "A position was not believed: \(Wording.held(held))."
    case .remark(let remark): return Wording.remark(remark)
    case .searching: return lost("The receiver is searching for satellites.")
    case .lost(let reason): return lost("The position is lost: \(reason).")
    case .notSaved(let reason): return "Progress is not saved: \(reason) The game goes on."
    case .savedAgain: return "Progress is saved again."
    case .slept(let time): return Wording.slept(time)
    case .announced(let announcement): return announcement.text
    case .reply(let text), .mates(_, let text), .board(_, let text): return text
    case .timeUp: return "The time for this hunt is up."
    case .gained(let item): return "You carry \(item.name) now."
    case .finished(let found, let total, let points, let time, let isWon):
      return finished(found, total, points, time, isWon)
    default: return treasureSentence(for: news, among: all, place, at: now)
    }
  }

  // MARK: - Treasures

  private mutating func treasureSentence(
    for news: SessionNews, among all: [SessionNews], _ place: Int, at now: Duration
  ) -> String? {
    switch news {
    case .found(let find, let count, let total):
      return done(find.treasure, "\(Wording.clock(now)) Found: \(find.treasure.place.name), \(count) of \(total).")
    case .claimed(let treasure, let price, let count, let total):
      let cost = price > 0 ? ", for \(Wording.points(price))" : ""
      return done(
        treasure, "\(Wording.clock(now)) Claimed: \(treasure.place.name), \(count) of \(total)\(cost).")
    case .hint(let treasure, let hint): return "A hint for \(treasure.place.name): \(hint.text)"
    case .opened(let treasure): return opened(treasure, among: all, place)
    case .entered(let treasure): return entered(treasure, among: all)
    case .left(let treasure):
      forget(treasure)
      return "You have left \(treasure.place.name)."
    case .asked(let treasure, let question):
      asking = (treasure.id, treasure.place.name)
      return "\(treasure.place.name) asks: \(Wording.question(question))"
    case .answered(let treasure, let answer):
      forget(treasure)
      return answered(treasure, answer)
    case .answeredWrongly(let treasure, let price):
      let cost = price > 0 ? ", \(Wording.points(price)) lost" : ""
      return "That is not the answer at \(treasure.place.name)\(cost): try another one, or type hint."
    case .expired(let treasure):
      forget(treasure)
      return "The time for \(treasure.place.name) is up: it cannot be found any more."
    case .obstacle(let treasure, let obstacle): return why(treasure, obstacle, at: now)
    default: return nil
    }
  }

  /// Ends the directions to a treasure that is found or claimed; returns `sentence` with the treasure's message.
  private mutating func done(_ treasure: Treasure, _ sentence: String) -> String {
    forget(treasure)
    way = DirectionAnnouncer()
    quality = nil
    return "\(sentence) \(treasure.message ?? "")"
  }

  private mutating func forget(_ treasure: Treasure) {
    if asking?.id == treasure.id { asking = nil }
    if doubt?.name == treasure.place.name { doubt = nil }
    obstacle = nil
  }

  /// Many that open at once are one thing that changes.
  private func opened(_ treasure: Treasure, among all: [SessionNews], _ place: Int) -> String? {
    let others = all.indices.filter { if case .opened = all[$0] { true } else { false } }
    guard others.count == 1 else {
      return others.first == place ? "\(others.count) treasures can be found now; status names them." : nil
    }
    let offer = Wording.hintOffer(treasure).map { "; \($0)" } ?? ""
    return "\(treasure.place.name) can be found now\(offer)."
  }

  /// Reports a treasure that the player found by entering it, together with the find.
  private mutating func entered(_ treasure: Treasure, among all: [SessionNews]) -> String? {
    obstacle = nil
    let isSaid = all.contains {
      switch $0 {
      case .found(let find, _, _): find.treasure.id == treasure.id
      case .asked(let asked, _): asked.id == treasure.id
      default: false
      }
    }
    if let arrival = treasure.arrival { return "You are at \(treasure.place.name). \(arrival)" }
    return isSaid ? nil : "You are at \(treasure.place.name)."
  }

  private func answered(_ treasure: Treasure, _ answer: Answer) -> String {
    guard case .choice(let options, _) = treasure.question?.rule, case .choice(let index) = answer,
      options.indices.contains(index)
    else { return "That is the answer at \(treasure.place.name)." }
    return "\(options[index]), you say at \(treasure.place.name)."
  }

  /// Why not yet; the way and the question are said as such.
  private mutating func why(_ treasure: Treasure, _ obstacle: Obstacle, at now: Duration) -> String? {
    switch obstacle {
    case .question, .noPosition: return nil
    case .distance(let metres) where metres > DirectionAnnouncer.alerts[0]: return nil
    default: break
    }
    var words = "\(treasure.place.name): \(Wording.obstacle(obstacle) { [names] in names[$0] ?? "something" })"
    switch obstacle {
    case .accuracy:
      words.replaceLast(with: "; after \(Wording.age(HuntProgress.patience)) there it can be claimed.")
      doubt = doubt ?? (treasure.place.name, now)
    case .dwell: doubt = doubt ?? (treasure.place.name, now)
    default: break
    }
    defer { self.obstacle = words }
    return words == self.obstacle ? nil : words
  }

  // MARK: - Beginning and end

  private mutating func know(_ hunt: Hunt) { (names, ending) = (hunt.names, hunt.message) }

  private mutating func started(_ hunt: Hunt, _ source: String) -> String {
    know(hunt)
    let count = hunt.count
    let help = listens ? " Type help for the commands." : ""
    let from =
      source == SourceChoice.steer(from: nil).label ? "you steer the walker" : "positions come from the \(source)"
    return "\(hunt.title). \(hunt.summary) \(count) treasure\(count == 1 ? "" : "s") to find; \(from).\(help)"
  }

  private func finished(_ found: Int, _ total: Int, _ points: Int, _ time: Duration, _ isWon: Bool) -> String {
    let end =
      switch (isWon, found == total) {
      case (_, true): total == 1 ? "The treasure is found" : "All \(total) treasures found"
      case (true, false): "The hunt is won: \(found) of \(total) treasures found"
      case (false, false): "The walk is over: \(found) of \(total) treasures found"
      }
    let words = isWon ? ending.map { " \($0)" } ?? "" : ""
    return "\(end), \(Wording.points(points)), \(Wording.clock(time)).\(words)"
  }

  // MARK: - The position

  private mutating func positionIsBack() -> String? {
    defer { (hasPosition, isLost, isHolding) = (true, false, false) }
    return isLost && hasPosition ? "The position is back." : nil
  }

  private mutating func lost(_ sentence: String) -> String? {
    guard !isLost else { return nil }
    isLost = true
    // Positions rejected after the loss are reported again: they have their own reasons.
    isHolding = false
    return sentence
  }

  /// The offer to skip a treasure the player stands at and cannot find: said when the game grants it, then repeated
  /// every ``HuntProgress/patience``.
  private mutating func offer(at now: Duration, _ view: View) -> String? {
    guard let (name, since) = doubt, now - since > HuntProgress.patience, let (compass, distance) = view() else {
      return nil
    }
    guard compass.target?.label == name, distance ?? .infinity <= DirectionAnnouncer.alerts[1] else {
      doubt = nil
      return nil
    }
    doubt = (name, now)
    return "\(Wording.clock(now)) \(name) is not found yet: if you are sure that you are there, type claim."
  }

  private mutating func wayNow(_ news: [SessionNews], at now: Duration, _ view: View) -> String? {
    guard now >= quiet, let (compass, distance) = view(), let target = compass.target, target.label != asking?.name,
      let sentence = way.sentence(to: target, distance: distance, at: now)
    else { return nil }
    return "\(Wording.clock(now)) \(sentence)\(qualityNews(news, compass.gps))."
  }

  /// The quality of the position in words; empty if it has not changed since it was last said.
  private mutating func qualityNews(_ news: [SessionNews], _ words: String) -> String {
    let fix = news.lazy.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }.last
    let grade = fix?.accuracy.map { accuracy in Self.grades.count { accuracy > $0 } } ?? -1
    defer { quality = grade }
    return grade == quality ? "" : "; \(words)"
  }

  /// Metres of accuracy that make a difference to a walker.
  private static let grades = [10.0, 25, 60]
}

extension String {
  /// Puts other words in the place of the last character.
  fileprivate mutating func replaceLast(with words: String) {
    removeLast()
    self += words
  }
}
