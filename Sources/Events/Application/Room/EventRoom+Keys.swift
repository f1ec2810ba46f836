internal import EventDomain
internal import HuntDomain
internal import Numbers
internal import Views

/// Handles keys and the mouse.
extension EventRoom {
  /// Rows of a list that a notch of the wheel scrolls by.
  private static let notch = 3

  /// Whether a message is being typed.
  package var takesText: Bool { line != nil }

  mutating func press(_ key: Key, at now: Timestamp) -> [RoomEffect] {
    notice = nil
    switch KeyTable.program.command(for: key) {
    case .quit?: return [.quit]
    case .suspend?: return [.suspend]
    case .redraw?: return [.redraw]
    case nil: break
    }
    if line != nil { return type(key) }
    if page != nil {
      if page?.scroll(key) != true { page = nil }
      return key == "q" ? [.quit] : []
    }
    guard let command = Self.keys.command(for: key) else { return [] }
    if command == .quit { return [.quit] }
    follow(command, at: now)
    return []
  }

  private mutating func follow(_ command: RoomCommand, at now: Timestamp) {
    switch command {
    case .quit: break
    case .help: page = PageOverlay(.keys)
    case .letGo: (chosen, isFollowing) = (nil, false)
    case .whole: showWhole()
    case .follow: switchFollowing()
    case .views: changeView()
    case .order: changeOrder(at: now)
    case .sayToAll: line = (LineEditor(), nil)
    case .sayToTeam: sayToTeam()
    case .zoom(let steps): zoom(by: steps)
    case .pan(let columns, let rows): pan(columns * MapCamera.panStep.columns, rows * MapCamera.panStep.rows)
    case .next(let steps): choose(by: steps)
    case .list(let list): openList(list)
    case .scroll(let pages): scroll(open, by: pages * max(1, visibleRows(of: open) - 1))
    case .scrollToEnd(let isEnd): scrolled[open] = isEnd ? lastScroll(of: open) : 0
    }
  }

  // MARK: - Saying something

  private mutating func sayToTeam() {
    guard let player = chosen.flatMap({ players[$0] }) else {
      return notice = "Choose a player first: Tab goes to the next one."
    }
    guard let team = player.team else { return notice = "\(player.name) is in no team." }
    line = (LineEditor(), team)
  }

  private mutating func type(_ key: Key) -> [RoomEffect] {
    guard var typed = line else { return [] }
    switch key {
    case .escape: line = nil
    case .enter:
      let text = typed.editor.answer
      guard !text.isEmpty else { return [] }
      line = nil
      return [.say(text, team: typed.team)]
    case .character where typed.editor.text.count >= EventMessage.longest: break
    default:
      _ = typed.editor.press(key)
      line = typed
    }
    return []
  }

  // MARK: - Players

  private mutating func choose(by steps: Int) {
    guard !listed.isEmpty else { return notice = "Nobody has come yet." }
    let place = chosen.flatMap { listed.firstIndex(of: $0) }.map { $0 + steps } ?? (steps > 0 ? 0 : -1)
    choose(listed[(place + listed.count) % listed.count])
  }

  private mutating func choose(_ player: PlayerID) {
    (chosen, isFollowing) = (player, true)
    keepInSight()
    showChosen()
  }

  /// Scrolls the list of players so that the chosen one is seen.
  private mutating func showChosen() {
    guard let place = chosen.flatMap({ listed.firstIndex(of: $0) }) else { return }
    let count = max(1, visibleRows(of: .players))
    let first = scrolled[.players] ?? 0
    if place < first { scrolled[.players] = place }
    if place >= first + count { scrolled[.players] = place - count + 1 }
  }

  private mutating func switchFollowing() {
    guard chosen != nil else { return notice = "Choose a player first: Tab goes to the next one." }
    isFollowing.toggle()
    if isFollowing { keepInSight() }
  }

  private mutating func changeOrder(at now: Timestamp) {
    let orders = Order.allCases
    order = orders[((orders.firstIndex(of: order) ?? 0) + 1) % orders.count]
    sort(at: now)
    showChosen()
    notice =
      switch order {
      case .name: "Players by team and name."
      case .points: "Players by points."
      case .urgency: "Players of whom nothing was heard first, then those who stand."
      }
  }

  // MARK: - Lists

  private mutating func changeView() {
    let views = RoomView.allCases
    view = views[((views.firstIndex(of: view) ?? 0) + 1) % views.count]
    if isWhole { showWhole() }
  }

  private mutating func openList(_ list: RoomList) {
    open = list
    // A list that was asked for is to be seen.
    if layout.list == nil { view = .lists }
    if isWhole { showWhole() }
  }

  private mutating func scroll(_ list: RoomList, by rows: Int) {
    scrolled[list] = max(0, min(lastScroll(of: list), (scrolled[list] ?? 0) + rows))
  }

  /// Rows of a list that are seen at once, if none takes several lines.
  func visibleRows(of list: RoomList) -> Int {
    let pane = list == open ? layout.list : list == .players ? layout.players : nil
    return pane.map { $0.rows - RoomScreen.headRows(of: $0) } ?? 0
  }

  /// The last row to which a list can be scrolled.
  func lastScroll(of list: RoomList) -> Int {
    let count = visibleRows(of: list)
    return max(0, total(of: list) - max(1, RoomScreen.isWrapped(list) ? count / RoomScreen.mostLines : count))
  }

  // MARK: - The mouse and the map

  mutating func point(_ pointer: Pointer) {
    if page != nil {
      if case .wheel(let steps, _, _) = pointer, steps != 0 { _ = page?.scroll(steps > 0 ? .up : .down) }
      return
    }
    let layout = layout
    switch pointer {
    case .wheel(let steps, let column, let row) where layout.list?.contains(column: column, row: row) == true:
      return scroll(open, by: -max(-40, min(40, steps)) * Self.notch)
    case .wheel(let steps, let column, let row) where layout.players?.contains(column: column, row: row) == true:
      return scroll(.players, by: -max(-40, min(40, steps)) * Self.notch)
    case .press(let column, let row):
      let pane = open == .players ? layout.list : layout.players
      if let pane, pane.contains(column: column, row: row) { return click(row - pane.row, in: pane) }
    default: break
    }
    guard let pane = layout.map else { return }
    switch drag.gesture(for: pointer, in: pane) {
    case .zoom(let steps, let spot)?:
      isWhole = false
      map.zoom(by: steps, about: spot, around: nil, columns: pane.columns, rows: pane.rows)
    case .pan(let columns, let rows)?: pan(columns, rows)
    case nil: break
    }
  }

  private mutating func click(_ row: Int, in pane: Pane) {
    let place = row - RoomScreen.headRows(of: pane) + (scrolled[.players] ?? 0)
    if row >= RoomScreen.headRows(of: pane), listed.indices.contains(place) { choose(listed[place]) }
  }

  private mutating func pan(_ columns: Double, _ rows: Double) {
    (isWhole, isFollowing) = (false, false)
    map.pan(columns: columns, rows: rows, from: nil)
  }

  private mutating func zoom(by steps: Double) {
    isWhole = false
    map.camera.zoom(by: steps)
  }
}
