internal import GeoFormats
package import HuntApplication
internal import HuntDomain

/// The game as plain sentences: for pipes, screen readers and people who would rather listen.
///
/// News are said at once; where the treasure lies is said again only after a while, or when it becomes interesting.
package struct Narrator: Sendable {
  /// Time between two sentences about the way.
  package static let pause = Duration.seconds(60)

  private var lastSpoken: Duration?
  private var lastDistance: Double?
  private var isLost = false
  private var hasPosition = false
  private var isHolding = false

  /// A narrator who has said nothing yet.
  package init() {}

  /// What there is to say about one piece of news: sentences of one printable line each.
  ///
  /// - Parameters:
  ///   - now: time since the start of the game.
  ///   - view: makes the compass of this moment; called only when it is needed.
  package mutating func sentences(
    for news: SessionNews, at now: Duration, view: () -> (compass: CompassScreen, distance: Double?)?
  ) -> [String] {
    // Names were cleaned where they came in; what a driver says about a loss was not.
    spoken(news, at: now, view).map { SafeText.clean($0) }
  }

  private mutating func spoken(
    _ news: SessionNews, at now: Duration, _ view: () -> (compass: CompassScreen, distance: Double?)?
  ) -> [String] {
    switch news {
    case .started(let hunt, let source): return started(hunt, source)
    case .fix:
      let back = isLost && hasPosition ? ["The position is back."] : []
      hasPosition = true
      isLost = false
      isHolding = false
      return back + way(at: now, view)
    case .held(let held):
      // The first one says it all; the next ones only wait with it.
      defer { isHolding = true }
      return isHolding ? [] : ["A position was not believed: \(Wording.held(held))."]
    case .searching: return lost("The receiver is searching for satellites.")
    case .lost(let reason): return lost("The position is lost: \(reason).")
    case .found(let find, let count, let total):
      (lastSpoken, lastDistance) = (nil, nil)
      return [
        "\(Wording.clock(now)) Found: \(find.treasure.place.name), \(count) of \(total). \(find.treasure.message ?? "")"
      ]
    case .hint(let treasure, let hint): return ["A hint for \(treasure.place.name): \(hint.text)"]
    case .opened, .entered, .left, .asked, .answered, .answeredWrongly, .claimed, .expired, .timeUp, .gained, .obstacle,
      .reply, .resumed, .notSaved, .savedAgain:
      return []
    case .finished(let found, let total, let points, let time, _):
      let end =
        found == total
        ? (total == 1 ? "The treasure is found" : "All \(total) treasures found")
        : "The walk is over: \(found) of \(total) treasures found"
      return ["\(end), \(points) point\(points == 1 ? "" : "s"), \(Wording.clock(time))."]
    }
  }

  private func started(_ hunt: Hunt, _ source: String) -> [String] {
    let count = hunt.treasures.count
    return [
      "\(hunt.title). \(hunt.summary)",
      "\(count) treasure\(count == 1 ? "" : "s") to find; positions come from the \(source).",
    ]
  }

  private mutating func lost(_ sentence: String) -> [String] {
    guard !isLost else { return [] }
    isLost = true
    // Whatever is not believed after this has reasons of its own.
    isHolding = false
    return [sentence]
  }

  private mutating func way(
    at now: Duration, _ view: () -> (compass: CompassScreen, distance: Double?)?
  ) -> [String] {
    if let lastSpoken, now - lastSpoken < Self.pause { return [] }
    guard let (compass, distance) = view(), let target = compass.target else { return [] }
    let trend = distance.flatMap { now in
      lastDistance.map { now < $0 - 5 ? ", getting warmer" : now > $0 + 5 ? ", getting colder" : "" }
    }
    (lastSpoken, lastDistance) = (now, distance)
    let turn = target.turn.map { ", \(Wording.clockFace(turn: $0))" } ?? ""
    return [
      "\(Wording.clock(now)) \(target.label): \(target.distance)\(turn), \(target.wind)\(trend ?? ""). \(compass.gps)."
    ]
  }
}
