package import Nearby
package import Views

/// What a key asks of the view on a game, whether it is played or replayed.
package enum ViewCommand: Hashable, Sendable {
  /// Shows this view, or the one after the present one.
  case show(PlayView), nextView
  /// Moves the map; where there is none, left and right turn the player.
  case left, right, up, down
  /// Zooms, follows the player, turns with them or not; shows the target or the whole hunt. In the eye: a narrower or a
  /// wider view, straight ahead again, toward the target.
  case zoomIn, zoomOut, follow, turnMap, showTarget, showHunt
  /// Looks up, down in the eye.
  case lookUp, lookDown
  /// The next range of the compass' radar.
  case radarRange
}

/// What a key asks of a game.
package enum PlayCommand: Hashable, Sendable {
  /// A command to the view.
  case look(ViewCommand)
  /// An action of the player.
  case act(PlayAction)
  /// Opens a page.
  case open(PageOverlay.Kind)
  /// Drives the walker, if there is one.
  case steer(Steering)
  /// Answers the question that is asked, or puts the news away.
  case proceed
  /// Puts the message away.
  case dismiss
  /// Turns the player; says which place they face; takes the heading from the sensors again.
  case turnLeft, turnRight, face, trustSensors
  /// Opens the target's listing; switches the beeper; changes the source of positions.
  case listing, beeper, source
}

extension KeyRow<ViewCommand> {
  /// The keys of the views.
  static let views: [KeyRow] = [
    KeyRow(
      "m c s e", "map, compass, both, the eye",
      ["m": .show(.map), "c": .show(.compass), "s": .show(.split), "e": .show(.eye)],
      footer: Dictionary(
        uniqueKeysWithValues: PlayView.allCases.map {
          (.show($0), KeyHelp(String($0.rawValue.prefix(1)), $0.rawValue))
        })),
    KeyRow("Tab", "the next view", [.tab: .nextView]),
  ]

  /// The keys that change how near the map is.
  static let zoom = KeyRow(
    "+ -", "zoom", ["+": .zoomIn, "=": .zoomIn, "-": .zoomOut, "_": .zoomOut],
    footer: [.zoomIn: KeyHelp("+-", "zoom")])

  /// The key that changes how far the radar reaches.
  static let radar = KeyRow("z", "range of the radar", ["z": .radarRange])

  /// The keys that look up and down.
  static let pitch = KeyRow("PgUp PgDn", "in the eye: look up, down", [.pageUp: .lookUp, .pageDown: .lookDown])

  /// The keys that move the map, beside the arrows.
  static let letters: [Key: ViewCommand] = ["h": .left, "l": .right, "k": .up, "j": .down]
}

extension KeyTable<PlayCommand> {
  /// The keys of a game while nothing lies over it.
  ///
  /// - Parameters:
  ///   - isSteered: whether keys drive the player.
  ///   - hasOffers: whether there are other sources of positions.
  package static func play(isSteered: Bool, hasOffers: Bool) -> KeyTable {
    tables[(isSteered ? 2 : 0) + (hasOffers ? 1 : 0)]
  }

  /// Made once: a key is looked up in one, and thousands may come at once.
  private static let tables = [false, true].flatMap { isSteered in
    [false, true].map { table(isSteered: isSteered, hasOffers: $0) }
  }

  private static func table(isSteered: Bool, hasOffers: Bool) -> KeyTable {
    let views = KeyRow.views.map { $0.map(PlayCommand.look) }
    let source = hasOffers ? [sourceRow] : []
    return KeyTable(
      views + (isSteered ? driving : [moving]) + looking + (isSteered ? [] : turning)
        + [answering(isSteered: isSteered)] + playing + source + general)
  }

  private static let moving = KeyRow(
    "arrows hjkl", "move the map; without one turn",
    KeyRow.letters.merging([.left: .left, .right: .right, .up: .up, .down: .down]) { first, _ in first }
      .mapValues(PlayCommand.look),
    footer: [.look(.left): KeyHelp("←→", "turn"), .look(.up): KeyHelp("←↑↓→", "move")])

  private static let driving =
    KeyTable<Steering>.steering.rows.map { $0.map(PlayCommand.steer) }
    + [KeyRow("hjkl", "move the map", KeyRow.letters.mapValues(PlayCommand.look))]

  private static let looking: [KeyRow<PlayCommand>] =
    [
      KeyRow.zoom, KeyRow.pitch,
      KeyRow("f", "follow me again; look ahead", ["f": .follow], footer: [.follow: KeyHelp("f", "follow")]),
      KeyRow(".", "look at the target", [".": .showTarget]),
      KeyRow("0", "look at the whole hunt", ["0": .showHunt]),
      KeyRow("u", "up is where I look, or north again", ["u": .turnMap]), KeyRow.radar,
    ].map { $0.map(PlayCommand.look) } + [KeyRow("mouse", "wheel zooms, drag moves or looks; click a place")]

  private static let turning: [KeyRow<PlayCommand>] = [
    KeyRow("a d", "I turned left, right (15°)", ["a": .turnLeft, "d": .turnRight]),
    KeyRow("o", "I face a place, sun or moon: choose", ["o": .face], footer: [.face: KeyHelp("o", "I face")]),
    KeyRow("x", "trust compass and course again", ["x": .trustSensors]),
  ]

  /// Space puts news away, too, unless it stops the walker.
  private static func answering(isSteered: Bool) -> KeyRow<PlayCommand> {
    var commands: [Key: PlayCommand] = [.enter: .proceed, .escape: .dismiss]
    if !isSteered { commands[" "] = .dismiss }
    return KeyRow(
      "Enter", "answer; put news away; tell what is ahead", commands, footer: [.proceed: KeyHelp("Enter", "answer")])
  }

  private static let playing: [KeyRow<PlayCommand>] = [
    KeyRow("i", "the next hint", ["i": .act(.hint)], footer: [.act(.hint): KeyHelp("i", "hint")]),
    KeyRow(
      "C", "I found it: claim it, at a price", ["C": .act(.claim)], footer: [.act(.claim): KeyHelp("C", "claim")]),
    KeyRow("n", "another target", ["n": .act(.nextTarget)]),
    KeyRow(
      "t", "all treasures, things, time", ["t": .open(.treasures)],
      footer: [.open(.treasures): KeyHelp("t", "treasures")]),
    KeyRow(
      "B", "the leaderboard", ["B": .open(.board)], footer: [.open(.board): KeyHelp("B", "board")]),
    KeyRow("p", "the page of this cache", ["p": .listing]),
    KeyRow(
      "w", "what is around: kinds, radius, search", ["w": .open(.around(nil))],
      footer: [.open(.around(nil)): KeyHelp("w", "around")]),
    KeyRow("b", "beeps that lead to the target", ["b": .beeper]),
  ]

  private static let sourceRow = KeyRow(
    "v", "another source of positions", ["v": PlayCommand.source], footer: [.source: KeyHelp("v", "source")])

  private static let general: [KeyRow<PlayCommand>] =
    [
      KeyRow(
        "g", "the position in detail", ["g": .open(.position)], footer: [.open(.position): KeyHelp("g", "position")])
    ] + KeyRow.program + [
      KeyRow("q", "quit", ["q": .act(.quit)], footer: [.act(.quit): KeyHelp("q", "quit")]),
      KeyRow("?", nil, ["?": .open(.keys)], footer: [.open(.keys): KeyHelp("?", "help")]),
    ]
}

extension KeyTable<Steering> {
  /// Degrees of a turn by an arrow, and by a key that turns a little.
  private static let wide = 15.0, fine = 5.0

  /// The keys that drive a walker, in the game, in the editor and in `trove feed`.
  package static let steering = KeyTable([
    KeyRow(
      "← →", "steer left, right (15°)", [.left: .turn(degrees: -wide), .right: .turn(degrees: wide)],
      footer: [.turn(degrees: -wide): KeyHelp("←→", "turn")]),
    KeyRow("a d", "steer a little (5°)", ["a": .turn(degrees: -fine), "d": .turn(degrees: fine)]),
    KeyRow(
      "↑ ↓", "faster, slower", [.up: .faster, .down: .slower], footer: [.faster: KeyHelp("↑↓", "speed")]),
    KeyRow("Space", "stop", [" ": .halt], footer: [.halt: KeyHelp("Space", "stop")]),
  ])

  /// The footer's words while a walker is driven; `speed` says how fast it goes.
  package func drivingFooter(speed: String? = nil) -> [KeyHelp] {
    footer(.turn(degrees: -Self.wide)) + footer(.faster, speed) + footer(.halt)
  }
}

extension Steering {
  /// What a key asks of a walker, wherever it is driven; `nil` if it means something else.
  package init?(key: Key) {
    guard let steering = KeyTable.steering.command(for: key) else { return nil }
    self = steering
  }
}
