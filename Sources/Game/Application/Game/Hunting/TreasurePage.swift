internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Numbers
internal import Places
internal import Views

extension Hunting {
  /// The page about the whole hunt: points, time, what is carried, and every treasure that may be seen.
  func page(for nearby: NearbySnapshot, at time: Duration) -> PageScreen {
    let treasures = visible.map { treasure in
      PageScreen.Row(
        role: roles[treasure.id], name: treasure.place.name, value: line(for: treasure, nearby, at: time))
    }
    return PageScreen(title: progress.hunt.title, rows: summary(at: time) + treasures)
  }

  private func summary(at time: Duration) -> [PageScreen.Row] {
    let count = progress.hunt.count
    var rows = [
      PageScreen.Row(
        name: "Found",
        value: "\(progress.finds.count) of \(count), \(progress.score)")
    ]
    if !progress.items.isEmpty {
      rows.append(.init(name: "You carry", value: progress.items.map(\.name).joined(separator: ", ")))
    }
    if let left = progress.timeLeft(for: nil, at: time) {
      rows.append(.init(name: "Time left", value: Wording.clock(left)))
    }
    return rows + [.init(name: "", value: "")]
  }

  /// `open, 180 m north-east, 5 points, 04:10 left; first find The Old Mill`.
  private func line(for treasure: Treasure, _ nearby: NearbySnapshot, at time: Duration) -> String {
    let state = progress.state(of: treasure.id)
    let way = nearby.sighting(of: treasure.id).map {
      "\(Wording.distance($0.distance)) \(Wording.wind($0.bearing))"
    }
    let left = state.isDone ? nil : progress.timeLeft(for: treasure.id, at: time).map { "\(Wording.clock($0)) left" }
    let words = finder(of: treasure.id).map { "found by \($0)" } ?? Wording.state(state)
    let facts = [words, state.isDone ? nil : way, Wording.points(treasure.points), left]
    return facts.compactMap(\.self).joined(separator: ", ") + reason(treasure, state)
  }

  /// Why a treasure is locked.
  private func reason(_ treasure: Treasure, _ state: TreasureState) -> String {
    guard state == .locked, let obstacle = progress.obstacle(to: treasure.id) else { return "" }
    switch obstacle {
    case .requirement, .window: return ". \(Wording.obstacle(obstacle, to: treasure, in: progress.hunt))"
    default: return ""
    }
  }
}

extension Treasure {
  /// The page of its listing; without one what the hunt says about it.
  func page(isDecoded: Bool, notation: CoordinateNotation) -> PageScreen {
    guard let listing else {
      return PageScreen(title: place.name, rows: [.init(name: "", value: "There is no listing for \(place.name).")])
    }
    let facts: [(String, String?)] = [
      ("Code", listing.code), ("Type", listing.type), ("Size", listing.size), ("Owner", listing.owner),
      ("Difficulty", listing.difficulty.map(halves)), ("Terrain", listing.terrain.map(halves)),
      ("Position", notation.text(of: place.position)),
    ]
    let rows = facts.compactMap { name, value in value.map { PageScreen.Row(name: name, value: $0) } }
    var page = PageScreen(
      title: place.name, rows: rows + paragraphs(listing) + hint(listing, isDecoded: isDecoded) + logs(listing))
    if listing.encodedHint?.isEmpty == false { page.turning = isDecoded ? "hides the hint" : "decodes the hint" }
    return page
  }

  private func paragraphs(_ listing: CacheListing) -> [PageScreen.Row] {
    listing.description.flatMap { [PageScreen.Row(name: "", value: ""), .init(name: "", value: $0)] }
  }

  private func hint(_ listing: CacheListing, isDecoded: Bool) -> [PageScreen.Row] {
    guard let hint = listing.encodedHint, !hint.isEmpty else { return [] }
    let row = PageScreen.Row(
      name: "Hint", value: isDecoded ? ROT13.turned(hint) : "\(hint) (r decodes it)")
    return [.init(name: "", value: ""), row]
  }

  private func logs(_ listing: CacheListing) -> [PageScreen.Row] {
    listing.logs.flatMap { log in
      let day = log.date.map { "\($0)".prefix(10) }.map { " on \($0)" } ?? ""
      return [
        PageScreen.Row(name: "", value: ""), .init(name: "Log", value: "\(log.kind) by \(log.finder)\(day)"),
        .init(name: "", value: log.text),
      ]
    }
  }

  /// `2`, `1.5`; a listing may say anything.
  private func halves(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 100 else { return "?" }
    return DecimalText.short(value, places: 1)
  }
}
