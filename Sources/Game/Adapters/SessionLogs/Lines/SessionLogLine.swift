internal import Eye
internal import Game
internal import Geodesy
internal import Nearby
internal import Views

/// A line of a record: when, and one thing.
struct SessionLogLine: Hashable, Codable {
  var t: ExactTime
  var fix: FixLine?
  /// Satellites in view while searching; -1 if unknown.
  var searching: Int?
  var lost: String?
  /// The name of the receiver that is followed, what chooses another one, and the names of the others.
  var receiver: [String]?
  var slept: ExactTime?
  var heading: HeadingLine?
  var key, pointer, clicked, action, detail: String?
  /// Columns and rows.
  var size: [Int]?
  var pageEnds: Int?
  var places: PlacesLine?
  var route: RouteLine?
  var announced: Announcement?
  var mates: [MateLine]?
  var board: Leaderboard?
  var mateFinds: [MateFind]?
  var tile, tileIs: String?
  var begin: GameLine?
  var cannotBegin, source, cannotSource, cannotSave, rehearses: String?
  /// `tick`, `ended`, `saved-again`: what needs no more words.
  var now: String?
  /// A line that was typed.
  var typed: String?
  /// A fingerprint in hexadecimal digits.
  var shown: String?

  init(_ moment: TimedLogEntry) {
    t = ExactTime(moment.time)
    switch moment.entry {
    case .event(let event): take(event)
    case .begin(let game): begin = GameLine(game)
    case .tile(let id, let word):
      tile = "\(id.zoom)/\(id.x)/\(id.y)"
      switch word {
      case .geometry: tileIs = nil
      case .missing: tileIs = "missing"
      case .broken(let why): tileIs = "broken: \(why)"
      }
    case .command(let line): typed = line
    case .shown(let number): shown = String(number, radix: 16)
    }
  }

  private mutating func take(_ event: SessionEvent) {
    switch event {
    case .location(.fix(let fix)): self.fix = FixLine(fix)
    case .location(.searching(let count)): searching = count ?? -1
    case .location(.lost(let reason)): lost = reason
    case .location(.receiver(let receiver)): self.receiver = [receiver.name, receiver.option] + receiver.others
    case .heading(let heading): self.heading = HeadingLine(heading)
    case .key(let key): self.key = key.word
    case .pointer(let pointer): self.pointer = pointer.words
    case .clicked(let id): clicked = id
    case .detail(let detail): self.detail = detail.rawValue
    case .action(let action): self.action = action.words
    case .resize(let columns, let rows): size = [columns, rows]
    case .pageEnds(let line): pageEnds = line
    case .places(let answer, let source, let focus): places = PlacesLine(answer, source: source, around: focus)
    case .route(let line, let target): route = RouteLine(line, to: target)
    case .cannotBegin(let why): cannotBegin = why
    case .sourceChanged(let choice): source = choice.words
    case .cannotChangeSource(let why): cannotSource = why
    case .cannotSave(let why): cannotSave = why
    case .rehearses(let why): rehearses = why
    case .slept(let time): slept = ExactTime(time)
    case .announced(let announcement): announced = announcement
    case .mates(let mates): self.mates = mates.map(MateLine.init)
    case .board(let board): self.board = board
    case .mateFinds(let finds): mateFinds = finds
    case .tick: now = "tick"
    case .locationEnded: now = "ended"
    case .savedAgain: now = "saved-again"
    // These have entries of their own.
    case .begin, .tile: now = "nothing"
    }
  }

  /// The moment; `nil` if the line holds none or an invalid one.
  var moment: TimedLogEntry? { entry.map { TimedLogEntry($0, at: t.duration) } }

  private var entry: SessionLogEntry? {
    if let begin { return begin.game.map { .begin($0) } }
    if let shown { return UInt64(shown, radix: 16).map { .shown($0) } }
    if let typed { return .command(typed) }
    if let tile { return self.tile(tile) }
    return event.map { .event($0) }
  }

  private func tile(_ name: String) -> SessionLogEntry? {
    let numbers = name.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 3, let id = TileID(zoom: numbers[0], x: numbers[1], y: numbers[2]) else { return nil }
    switch tileIs {
    case nil: return .tile(id, .geometry)
    case "missing"?: return .tile(id, .missing)
    case let word?: return word.hasPrefix("broken: ") ? .tile(id, .broken(String(word.dropFirst(8)).asName)) : nil
    }
  }

  private var event: SessionEvent? { sensorEvent ?? handEvent ?? worldEvent }

  private var sensorEvent: SessionEvent? {
    if let fix { return fix.fix.map { .location(.fix($0)) } }
    if let searching { return .location(.searching(satellitesInView: searching < 0 ? nil : searching)) }
    if let lost { return .location(.lost(reason: lost.asName)) }
    if let receiver {
      guard receiver.count >= 2 else { return nil }
      let words = receiver.map(\.asName)
      return .location(.receiver(FollowedReceiver(name: words[0], others: Array(words[2...]), option: words[1])))
    }
    return heading?.heading.map { .heading($0) }
  }

  private var handEvent: SessionEvent? {
    if let key { return Key(word: key).map { .key($0) } }
    if let pointer { return Pointer(words: pointer).map { .pointer($0) } }
    if let clicked { return .clicked(clicked.asName) }
    if let detail { return EyeDetail(rawValue: detail).map { .detail($0) } }
    if let action { return PlayAction(words: action).map { .action($0) } }
    guard let size, size.count == 2, size.allSatisfy((0...Int(UInt16.max)).contains) else { return nil }
    return .resize(columns: size[0], rows: size[1])
  }

  private var worldEvent: SessionEvent? {
    if let places { return places.event }
    if let route { return route.event }
    if let pageEnds { return .pageEnds(at: pageEnds) }
    if let cannotBegin { return .cannotBegin(cannotBegin.asName) }
    if let source { return SourceChoice(words: source).map { .sourceChanged($0) } }
    if let cannotSource { return .cannotChangeSource(cannotSource.asName) }
    if let cannotSave { return .cannotSave(cannotSave.asName) }
    if let slept { return .slept(slept.duration) }
    if let announced {
      let text = announced.text.asName
      return .announced(
        Announcement(announced.kind, text, treasure: .asName(announced.treasure), counts: announced.counts))
    }
    if let mates { return MateLine.event(mates) }
    if let board { return board.cleaned.map { .board($0) } }
    if let mateFinds {
      return mateFinds.count <= MateFind.most
        ? .mateFinds(mateFinds.map { MateFind($0.treasure.asName, by: $0.player.asName) }) : nil
    }
    if let rehearses { return .rehearses(rehearses.asName) }
    switch now {
    case "tick": return .tick
    case "ended": return .locationEnded
    case "saved-again": return .savedAgain
    default: return nil
    }
  }
}
