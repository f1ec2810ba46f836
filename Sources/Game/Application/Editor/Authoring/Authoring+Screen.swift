internal import Game
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// Builds the author's screen.
extension Authoring {
  /// What the terminal shows at `now`.
  package func view(at now: Duration) -> AuthoringView {
    guard case .preview(let session) = mode else { return .editor(screen(at: now)) }
    return .preview(
      session.screen(at: now),
      footer: [
        KeyHelp("q", "back to the editor"), KeyHelp("?", "help"), KeyHelp("←→", "turn"), KeyHelp("↑↓", "speed"),
        KeyHelp("Space", "stop"),
      ])
  }

  func screen(at now: Duration) -> AuthoringScreen {
    let nearby = service.snapshot(at: now)
    let body = max(0, rows - 4)
    let list = columns >= 72 ? 28 : 0
    let pane = Pane(column: 0, row: 1, columns: columns - (list > 0 ? list + 1 : 0), rows: body)
    return AuthoringScreen(
      title: draft.title, gps: Wording.quality(nearby, source: source.label),
      longerGPS: Wording.longerQualities(nearby, source: source.label), isStale: !nearby.quality.isLive,
      saved: isUnsaved ? "NOT SAVED" : isSaving ? "saving" : "saved",
      map: map.screen(
        for: nearby, source: source.label, roles: roles, columns: pane.columns, rows: pane.rows),
      mapPane: pane, listPane: list > 0 ? Pane(column: columns - list, row: 1, columns: list, rows: body) : nil,
      stages: stages(nearby), lines: lines(nearby, at: now), message: message, box: box, footer: footer,
      page: pageScreen)
  }

  private var pageScreen: PageScreen? {
    page.map { page in
      var screen = PageScreen(keys: help)
      screen.scrolled = page.scrolled
      return screen
    }
  }

  private var roles: [String: PlaceRole] {
    Dictionary(uniqueKeysWithValues: draft.treasures.map { ($0.id, $0.id == selected ? .target : .treasure) })
  }

  private func stages(_ nearby: NearbySnapshot) -> [AuthoringScreen.Stage] {
    draft.treasures.enumerated().map { index, treasure in
      AuthoringScreen.Stage(
        number: index + 1, name: treasure.place.name,
        distance: nearby.sighting(of: treasure.id).map { Wording.distance($0.distance) } ?? "",
        isSelected: treasure.id == selected)
    }
  }

  // MARK: - Zones

  /// The base map with the zones of all stages, and the outline that is being walked, as lines on the ground.
  var ground: BaseMap {
    let rings = draft.treasures.flatMap { $0.zone.rings(around: $0.place.position) }
    let walked = if case .outlining(_, let outline) = mode { [outline.line] } else { [[Coordinate]]() }
    let lines = (rings.map { $0 + $0.prefix(1) } + walked).compactMap {
      BaseMap.Shape(kind: .boundary, parts: [$0], isArea: false)
    }
    return base.under(lines)
  }

  // MARK: - Lines

  private func lines(_ nearby: NearbySnapshot, at now: Duration) -> [AuthoringScreen.Line] {
    switch mode {
    case .standing(let purpose):
      return [line(title(of: purpose)), line(standing(at: now).words.capitalisedFirst)]
    case .outlining(let id, let outline): return lines(outline, of: id, at: now)
    default: break
    }
    guard let treasure = selectedTreasure, let index = draft.index(of: treasure.id) else {
      return [line(Self.noStage), line(Wording.trouble(nearby) ?? "")]
    }
    let way = nearby.sighting(of: treasure.id).map {
      ", \(Wording.distance($0.distance)) \(Wording.wind($0.bearing))"
    }
    return [
      line("\(index + 1) of \(draft.treasures.count): \(treasure.place.name)\(way ?? "")", treasure.zone.words),
      line(Wording.trouble(nearby) ?? Self.contents(of: treasure)),
    ]
  }

  private func line(_ left: String, _ right: String = "") -> AuthoringScreen.Line { .init(left: left, right: right) }

  private func title(of purpose: StandingPurpose) -> String {
    switch purpose {
    case .newStage: "Stand still; Enter drops a stage here."
    case .place(let id): "Stand still; Enter moves \(name(of: id)) here."
    }
  }

  private func name(of id: String) -> String { draft.index(of: id).map { draft.treasures[$0].place.name } ?? "" }

  private func lines(_ outline: Outline, of id: String, at now: Duration) -> [AuthoringScreen.Line] {
    let line = outline.line
    let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    let count = outline.corners.count
    let away = standing(at: now).fix.flatMap { fix in
      outline.corners.last.map { "\(Wording.distance($0.distance(to: fix.position))) from corner \(count)" }
    }
    let state = outline.isWalking ? "walking, the way is the outline" : standing(at: now).words
    return [
      self.line(
        "Outline of \(name(of: id)): \(count) corner\(count == 1 ? "" : "s")",
        length > 0 ? "\(Wording.distance(length)) so far" : ""), self.line(state.capitalisedFirst, away ?? ""),
    ]
  }

  /// The contents of a stage as text: `hint, question, 5 points`.
  private static func contents(of treasure: Treasure) -> String {
    let hints = treasure.hints.count
    let parts = [
      hints == 0 ? nil : hints == 1 ? "hint" : "\(hints) hints", treasure.arrival.map { _ in "arrival" },
      treasure.question.map { _ in "question" }, treasure.message.map { _ in "message" },
      "\(treasure.points) point\(treasure.points == 1 ? "" : "s")",
    ]
    return parts.compactMap(\.self).joined(separator: ", ").capitalisedFirst
  }

  // MARK: - The box

  private var box: SwitchScreen? {
    switch mode {
    case .typing(let typing):
      return SwitchScreen(
        title: typingTitle(typing.purpose), items: [],
        input: .init(prompt: typing.prompt, before: typing.line.before, after: typing.line.after))
    case .editing(let id, let chosen):
      guard let index = draft.index(of: id) else { return nil }
      let rows = StageRow.all(draft.treasures[index]).enumerated().map { index, row in
        OnboardingScreen.Item(
          title: "\(row.title): \(row.value.isEmpty ? "-" : row.value)", detail: row.detail,
          isSelected: index == chosen)
      }
      return SwitchScreen(title: "Stage \(index + 1)", items: rows, input: nil)
    default: return nil
    }
  }

  private func typingTitle(_ purpose: Typing.Purpose) -> String {
    switch purpose {
    case .title: "The hunt"
    case .newName(_, let radius): "A new stage, within \(Wording.distance(radius))"
    case .field(_, let id, _): name(of: id)
    }
  }
}

extension String {
  /// The string with its first letter capitalised.
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Zone {
  /// Corners of a circle as it is drawn.
  private static let circleCorners = 24

  /// The zone as closed lines, without repeating the first place.
  fileprivate func rings(around place: Coordinate) -> [[Coordinate]] {
    switch self {
    case .polygon(let rings): return rings
    case .circle(let radius):
      let step = 360 / Double(Self.circleCorners)
      return [
        (0..<Self.circleCorners).map { place.offset(by: radius, toward: Bearing(degrees: Double($0) * step)) }
      ]
    }
  }

  /// `radius 10 m`, `outline of 5 corners`.
  fileprivate var words: String {
    switch self {
    case .circle(let radius): "radius \(Wording.distance(radius))"
    case .polygon(let rings): "outline of \(rings.first?.count ?? 0) corners"
    }
  }
}
