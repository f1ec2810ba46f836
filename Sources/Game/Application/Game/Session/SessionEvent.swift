package import Eye
package import Geodesy
package import HuntDomain
package import Nearby
package import Places
package import Views

/// Everything that a game needs, once all files are read.
package struct GameSetup: Hashable, Sendable {
  /// The hunt to play.
  package let hunt: Hunt
  /// The map under the tiles, or under everything if there are none.
  package let map: BaseMap
  /// The facts of the tile file for the map's ground; `nil` without one.
  package let tiles: TileSetFacts?
  /// Places beside the treasures.
  package let places: [PointOfInterest]
  /// The attributions to show with these places, one line each.
  package let placesAttribution: [String]
  /// Whether there are sources that are asked for places on the way.
  package let asksForPlaces: Bool
  /// The sensor's name in the line about it: `GPS`, `trace`, `walker`.
  package let source: String
  /// The source itself, where it matters which one it is.
  package let choice: SourceChoice?
  /// The sources that the player may change to; without any the game ends with its source.
  package let alternatives: [Offers.Source]
  /// The events of earlier sittings; the game goes on after them.
  package let saved: [HuntEvent]
  /// How positions are written.
  package let notation: CoordinateNotation
  /// The units of the map's scale bar.
  package let units: LengthUnits
  /// The ghosts to race against; at most the first ``Race/mostGhosts`` run.
  package let ghosts: [Ghost]

  /// Creates a game.
  package init(
    hunt: Hunt, map: BaseMap = .empty, tiles: TileSetFacts? = nil, places: [PointOfInterest] = [],
    placesAttribution: [String] = [], asksForPlaces: Bool = false, source: String,
    choice: SourceChoice? = nil, alternatives: [Offers.Source] = [], saved: [HuntEvent] = [],
    notation: CoordinateNotation = .decimal, units: LengthUnits = .metric,
    ghosts: [Ghost] = []
  ) {
    self.hunt = hunt
    self.map = map
    self.tiles = tiles
    self.places = places
    self.placesAttribution = placesAttribution
    self.asksForPlaces = asksForPlaces
    self.source = source
    self.choice = choice
    self.alternatives = alternatives
    self.saved = saved
    self.notation = notation
    self.units = units
    self.ghosts = ghosts
  }
}

/// An event that a session handles.
///
/// What is large lies outside of the value, because a record can hold a million events, most of which are small.
package enum SessionEvent: Hashable, Sendable {
  /// The chosen files are read: play.
  indirect case begin(GameSetup)
  /// They cannot be read, or not yet: why, or how far it is, as text for the player.
  case cannotBegin(String)
  /// A report of the location sensor.
  indirect case location(LocationUpdate)
  /// A report of the compass.
  case heading(Heading)
  /// The location's stream has ended: the trace is over, the walker has arrived.
  case locationEnded
  /// The source that was asked for is open; what comes from now on comes from it.
  case sourceChanged(SourceChoice)
  /// It cannot be opened, and the old one goes on; why, as text for the player.
  case cannotChangeSource(String)
  case key(Key)
  /// A mouse event, in cells of the whole screen.
  case pointer(Pointer)
  /// The player clicked what stands for the place of an id; the view knows, because it decides where things stand.
  case clicked(String)
  /// The outcome for a tile that ``SessionEffect/fetch(_:)`` asked for.
  indirect case tile(TileID, TileOutcome)
  /// What the source of a number, from 1, knows of the places that ``SessionEffect/ask(_:)`` asked for, around what.
  indirect case places(PlacesAnswer, source: Int, around: PlacesQuestion.Focus = .player)
  /// An action of the player from words instead of keys.
  case action(PlayAction)
  /// Events could not be saved; why, as text for the player. They will be tried again with the next ones.
  case cannotSave(String)
  /// Saving works again, and everything that has happened is saved.
  case savedAgain
  /// Nothing of this game is saved from now on, because a program plays, or has played; text for the player, with what
  /// to do about it.
  case rehearses(String)
  /// How much of the eye's picture suits the line to the terminal; the view knows, because it sends the frames.
  case detail(EyeDetail)
  /// The line to walk from where the player was to the target of an id; empty if none is known.
  case route([Coordinate], to: String)
  /// The size of the whole screen, in cells, from 0 to 65,535, the most that a terminal can tell; comes again whenever
  /// it changes.
  case resize(columns: Int, rows: Int)
  /// The page on screen can be scrolled by `at` lines; the view knows, because it breaks the lines.
  case pageEnds(at: Int)
  /// The computer slept for this long; the time of the session stood still.
  case slept(Duration)
  /// The event of many players, in which this one takes part, says something.
  case announced(Announcement)
  /// Where other players of the event are, as far as there is news of them.
  case mates([Mate])
  /// The leaderboard of the event.
  indirect case board(Leaderboard)
  /// What team mates have found that was not told before, where teams get the points.
  case mateFinds([MateFind])
  /// Time has passed.
  case tick
}

/// An effect that a session asks the outside to carry out.
package enum SessionEffect: Hashable, Sendable {
  /// News for the plain-text voice, the JSON lines or a log.
  case tell(SessionNews)
  /// Open the source so that its fix can be checked; closes the one before.
  case listen(SourceChoice)
  /// Close the source; its fix is not wanted any more.
  case stopListening
  /// Read the hunt, open the source, and answer with ``SessionEvent/begin(_:)``.
  case load(SourceChoice, huntPath: String, OnboardingFlow.Beginning = .resume)
  /// Open another source for the game that is under way, and answer with ``SessionEvent/sourceChanged(_:)`` or
  /// ``SessionEvent/cannotChangeSource(_:)``.
  case changeSource(SourceChoice, at: Standpoint)
  /// Drive the walker.
  case steer(Steering)
  /// Play a sound, as the hunt has it.
  case sound(Sound)
  /// One tick of the counter that leads by ear.
  case beep
  /// Write these down before anything of this turn is shown.
  case save([HuntEvent])
  /// Give the terminal back to the shell until the player returns.
  case suspend
  /// Read these tiles of the map, the most wanted first, and answer each with ``SessionEvent/tile(_:_:)``.
  case fetch([TileID])
  /// Ask every source of places, and bring each answer as ``SessionEvent/places(_:source:around:)``; what was asked
  /// before around the same is not waited for any more.
  case ask(PlacesQuestion)
  /// Find a route, and answer with ``SessionEvent/route(_:to:)``.
  case findRoute(RouteQuestion)
  /// Draw everything anew.
  case redraw
  /// Give the terminal back and end the program.
  case quit
}

/// News of the game, in the order in which they happened.
package enum SessionNews: Hashable, Sendable {
  /// The game begins; with the sensor's name in the line about it.
  case started(Hunt, source: String)
  /// An answer has opened more of the hunt: the hunt as it is known now.
  case unsealed(Hunt)
  /// The position that the game uses: the latest fix, or the average of a stay.
  case fix(Fix)
  /// A fix that is not believed yet, and why.
  case held(HeldFix)
  /// The sensor has no position now; the satellites in view, if it reports them.
  case searching(satellitesInView: Int?)
  /// The sensor is gone; why, as text for the player.
  case lost(reason: String)
  /// What the player should know about the receiver.
  case remark(ReceiverRemark)
  /// A find, with the number of finds so far and of treasures.
  case found(Find, count: Int, of: Int)
  /// A hint that was read.
  case hint(Treasure, Hint)
  /// A treasure can be found from now on.
  case opened(Treasure)
  /// The player is inside its zone.
  case entered(Treasure)
  /// The player has left its zone without finding it.
  case left(Treasure)
  /// Its question waits for an answer.
  case asked(Treasure, Question)
  /// A right answer, or a choice.
  case answered(Treasure, Answer)
  /// A wrong answer, and the points that it cost.
  case answeredWrongly(Treasure, price: Int)
  /// Found by the player's own word, at a price.
  case claimed(Treasure, price: Int, count: Int, of: Int)
  /// The treasure's time is up.
  case expired(Treasure)
  /// The hunt's time is up.
  case timeUp
  /// An item that a found treasure held.
  case gained(Item)
  /// Why the treasure does not open yet; sent when the reason changes.
  case obstacle(Treasure, Obstacle)
  /// The answer to an action that asks something, or the reason why an action was not done.
  case reply(String)
  /// Saved games: the hunt goes on where it was left.
  case resumed(found: Int, of: Int, points: Int, time: Duration)
  /// Events could not be saved; why.
  case notSaved(reason: String)
  /// Saving works again, and everything that has happened is saved.
  case savedAgain
  /// The computer slept for this long; the time played stood still.
  case slept(Duration)
  /// The event of many players says something.
  case announced(Announcement)
  /// The answer to ``PlayAction/mates``: the other players, nearest first, and the same in sentences.
  case mates([MateSighting], String)
  /// The answer to ``PlayAction/board``: the leaderboard, if there is one, and the same in sentences.
  case board(Leaderboard?, String)
  /// The game is over: everything found, or the source at its end. Sent once.
  case finished(found: Int, of: Int, points: Int, time: Duration, isWon: Bool)
}
