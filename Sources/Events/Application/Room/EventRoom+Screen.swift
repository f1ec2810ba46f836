internal import EventDomain
internal import HuntDomain
package import Numbers
package import Views

/// What is seen.
extension EventRoom {
  /// The room of one moment.
  package func screen(at now: Timestamp) -> RoomScreen {
    let layout = layout
    let states = roster.joined.reduce(into: [PlayerID: PlayerState]()) { $0[$1.id] = state(of: $1.id, at: now) }
    return RoomScreen(
      title: plan.name, counts: counts(states), trouble: trouble,
      map: layout.map.map { pane in
        map.screen(columns: pane.columns, rows: pane.rows, stages: stages, people: people(states))
      },
      mapPane: layout.map, lists: lists(layout, states, at: now), notice: notice, input: input, footer: footer,
      page: pageScreen)
  }

  private func counts(_ states: [PlayerID: PlayerState]) -> [String] {
    let joined = roster.joined.count
    let seen = states.values.count {
      switch $0 {
      case .moving, .standing: true
      default: false
      }
    }
    let (all, finds) = (joined + roster.invited.count, standings.finds.count)
    return [
      "\(joined) of \(all) joined, \(seen) seen, \(finds) find\(finds == 1 ? "" : "s")",
      "\(joined)/\(all), \(seen) seen",
      "\(seen) seen",
    ]
  }

  /// Those of whom there is a position: the chosen one last, over all others, and before them those who are heard.
  private func people(_ states: [PlayerID: PlayerState]) -> [MapPerson] {
    let known = roster.joined.compactMap { player -> (rank: Int, person: MapPerson)? in
      guard let position = watches[player.id]?.position, let state = states[player.id], state != .void else {
        return nil
      }
      let isOld = if case .silent = state { true } else { false }
      let isChosen = player.id == chosen
      return (
        isChosen ? 2 : isOld ? 0 : 1,
        MapPerson(
          player.name, at: position.position, accuracy: position.accuracy, isOld: isOld, isFollowed: isChosen)
      )
    }
    return (0...2).flatMap { rank in known.filter { $0.rank == rank }.map(\.person) }
  }

  private var input: RoomScreen.Input? {
    line.map { line in
      RoomScreen.Input(
        title: line.team.map { "To the team \($0)" } ?? "To all players", before: line.editor.before,
        after: line.editor.after, left: EventMessage.longest - line.editor.text.count)
    }
  }

  private var footer: [KeyHelp] {
    if line != nil { return [KeyHelp("Enter", "say it"), KeyHelp("Esc", "back"), KeyHelp("Ctrl-U", "clear")] }
    let team: [RoomCommand] = chosen.flatMap { players[$0]?.team } == nil ? [] : [.sayToTeam]
    return page?.footer
      ?? Self.keys.footers(
        [.help, .quit, .next(1), .sayToAll] + team + [
          .list(.players), .scroll(1), .views, .pan(0, -1), .zoom(MapCamera.keyStep), .whole,
        ])
  }

  private var pageScreen: PageScreen? {
    page.map { page in
      var screen = PageScreen(keys: Self.keys.help)
      screen.scrolled = page.scrolled
      return screen
    }
  }

  // MARK: - Lists

  private func lists(
    _ layout: RoomLayout, _ states: [PlayerID: PlayerState], at now: Timestamp
  ) -> [RoomScreen.List] {
    [
      layout.players.map { list(.players, $0, tabs: [], states, at: now) },
      layout.list.map { list(open, $0, tabs: tabs, states, at: now) },
    ]
    .compactMap(\.self)
  }

  private var tabs: [RoomScreen.Tab] { RoomList.allCases.map { RoomScreen.Tab(list: $0, count: total(of: $0)) } }

  /// How many rows a list has.
  func total(of list: RoomList) -> Int {
    switch list {
    case .players: listed.count + roster.invited.count
    case .board: board.count
    case .finds: standings.finds.count
    case .refused: rejections.count
    case .messages: messages.count
    }
  }

  private func list(
    _ list: RoomList, _ pane: Pane, tabs: [RoomScreen.Tab], _ states: [PlayerID: PlayerState], at now: Timestamp
  ) -> RoomScreen.List {
    let first = min(scrolled[list] ?? 0, max(0, total(of: list) - 1))
    let range = first..<min(total(of: list), first + pane.rows)
    let rows: [RoomScreen.Row] =
      switch list {
      case .players: range.map { playerRow($0, states, at: now) }
      case .board: board[range].map { boardRow($0, at: now) }
      // Newest first.
      case .finds: standings.finds.reversed()[within: range].map { findRow($0, at: now) }
      case .refused:
        rejections.reversed()[within: range].map { [age($0.time, now), $0.player, $0.reason].row(.warning) }
      case .messages:
        messages.reversed()[within: range].map { [age($0.time, now), $0.team ?? "all", $0.text].row(.plain) }
      }
    return RoomScreen.List(
      pane: pane, list: list, tabs: tabs, columns: columns(of: list), rows: rows, first: first,
      total: total(of: list), hint: hint(of: list))
  }

  private var hasTeams: Bool {
    roster.joined.contains { $0.team != nil } || roster.invited.contains { $0.team != nil }
  }

  private func columns(of list: RoomList) -> [RoomScreen.Column] {
    switch list {
    case .players:
      [.init("Name", 12, growth: 3)] + (hasTeams ? [.init("Team", 8, growth: 2, isOptional: true)] : []) + [
        .init("Pts", 4, isNumber: true), .init("Found", 5, isOptional: true, isNumber: true),
        .init("Heard", 6, isOptional: true, isNumber: true), .init("State", 17, growth: 1),
      ]
    case .board:
      [.init("#", 4, isNumber: true), .init(plan.scoring == .teams ? "Team" : "Name", 14, growth: 3)]
        + (plan.scoring == .teams || !hasTeams ? [] : [.init("Team", 8, growth: 2, isOptional: true)]) + [
          .init("Pts", 5, isNumber: true), .init("Found", 5, isNumber: true),
          .init("Last", 7, isOptional: true, isNumber: true),
        ]
    case .finds:
      [
        .init("Ago", 6, isNumber: true), .init("Name", 12, growth: 1), .init("Treasure", 15, growth: 4),
        .init("Pts", 5, isNumber: true),
      ]
    case .refused: [.init("Ago", 6, isNumber: true), .init("Name", 10, growth: 1), .init("Reason", 24, growth: 4)]
    case .messages: [.init("Ago", 6, isNumber: true), .init("To", 8, growth: 1), .init("Words", 24, growth: 4)]
    }
  }

  private func hint(of list: RoomList) -> String {
    switch list {
    case .players: "Nobody is invited: trove event invite"
    case .board, .finds: "Nothing is found yet."
    case .refused: "No claim was refused."
    case .messages: "Nothing was said; m says something to all."
    }
  }

  private func age(_ time: Timestamp, _ now: Timestamp) -> String { Wording.age(now.since(time)) }

  private func playerRow(_ place: Int, _ states: [PlayerID: PlayerState], at now: Timestamp) -> RoomScreen.Row {
    guard listed.indices.contains(place), let player = players[listed[place]] else {
      let invited = roster.invited[place - listed.count]
      let team = hasTeams ? [invited.team ?? ""] : []
      return ([invited.name] + team + ["", "", "", PlayerState.notJoined.words]).row(.quiet)
    }
    let (state, score) = (states[player.id] ?? .unseen, scores[player.id] ?? Score())
    let heard = watches[player.id].map { age($0.heard, now) } ?? ""
    return RoomScreen.Row(
      [player.name] + (hasTeams ? [player.team ?? ""] : [])
        + ["\(score.points)", "\(score.found)", heard, state.words], state.tone, isChosen: player.id == chosen)
  }

  private func boardRow(_ row: Standings.Row, at now: Timestamp) -> RoomScreen.Row {
    let names: [String] =
      if plan.scoring == .teams { [row.player ?? row.team ?? ""] } else if hasTeams {
        [row.player ?? "", row.team ?? ""]
      } else { [row.player ?? ""] }
    return RoomScreen.Row(
      ["\(row.rank)"] + names + ["\(row.points)", "\(row.found)", age(row.last, now)],
      isChosen: row.id.map { $0 == chosen } ?? false)
  }

  private func findRow(_ find: LedgerFind, at now: Timestamp) -> RoomScreen.Row {
    let isFirst = standings.firsts[find.treasure]?.find.key == find.key
    let note = isFirst ? find.prize.map { ", wins \($0)" } ?? ", first" : ""
    return RoomScreen.Row(
      [age(find.found, now), find.player, find.name + note, "\(find.points)"], isFirst ? .good : .plain,
      isChosen: find.claim.player == chosen)
  }
}

extension RoomScreen {
  /// Lines that a row of a list of sentences takes at most.
  package static let mostLines = 3

  /// The rows above those of a list: its name, and what is in its columns where there is room for that.
  package static func headRows(of pane: Pane) -> Int { pane.rows >= 5 ? 2 : 1 }

  /// Whether the last column of a list has sentences, which may take several lines.
  package static func isWrapped(_ list: RoomList) -> Bool { list == .refused || list == .messages }
}

extension PlayerState {
  /// `moving`, `still for 5 min`.
  fileprivate var words: String {
    switch self {
    case .moving: "moving"
    case .standing(let time) where time < PlayerWatch.standing: "just seen"
    case .standing(let time): "still for \(Wording.age(time))"
    case .silent(let time): "no fix for \(Wording.age(time))"
    case .unseen: "no fix yet"
    case .notJoined: "not joined"
    case .void: "pass is void"
    }
  }

  fileprivate var tone: RoomScreen.Tone {
    switch self {
    case .moving: .good
    case .standing: .plain
    case .silent, .unseen: .warning
    case .notJoined, .void: .quiet
    }
  }
}

extension [String] {
  fileprivate func row(_ tone: RoomScreen.Tone) -> RoomScreen.Row { RoomScreen.Row(self, tone) }
}

extension ReversedCollection {
  /// The elements at places counted from the beginning.
  fileprivate subscript(within range: Range<Int>) -> SubSequence { dropFirst(range.lowerBound).prefix(range.count) }
}
