package import Game

extension SessionLog {
  /// Everything that happened to the session, as a ``Session`` takes it.
  ///
  /// Tiles of the map are left out. A command of a game in lines is the action that it means, at the time for which it
  /// was given; what only steers the walker, or is answered by the voice alone, is left out. There is nothing after
  /// `quit`.
  ///
  /// - Parameter game: the game that begins where the record says that one began.
  package func events(of game: GameSetup) -> [SessionMoment] {
    var script = CommandScript(header.commands)
    var events: [SessionMoment] = []
    func follow(_ order: PlayWords.Order, at time: Duration) {
      guard let action = order.action(isSteered: header.isSteered) else { return }
      events.append(SessionMoment(.action(action), at: time))
    }
    for moment in moments {
      let event: SessionEvent
      switch moment.entry {
      case .command(let line):
        if case .now(let order) = script.type(line, at: moment.time) { follow(order, at: moment.time) }
        continue
      case .event(let happened): event = happened
      case .begin: event = .begin(game)
      case .tile, .shown: continue
      }
      // As when it was played: first what was wanted before.
      while let next = script.next(before: moment.time) { follow(next.order, at: next.time) }
      guard !script.hasQuit else { break }
      events.append(SessionMoment(event, at: moment.time))
    }
    return events
  }
}
