import ArgumentParser
import SavedGames

/// The options of `trove play` about what is kept of a game.
struct SaveOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Save this game or not. What you walk or steer is saved; simulated walkers and recordings are rehearsals.")
  var save: Bool?

  @Flag(help: "Go on with the last saved game of this hunt, also when it is over.")
  var resume = false

  @Flag(help: "Begin anew; what was saved before is kept.")
  var anew = false

  @Option(
    help: ArgumentHelp("Write what happens to the end of a file, as JSON lines, without positions.", valueName: "file"),
    completion: .file())
  var track: String?

  @Flag(help: "With --track: write positions as well.")
  var trackPositions = false

  func validate() throws {
    guard !(resume && anew) else { throw ValidationError("--resume and --anew do not go together.") }
    guard track != nil || !trackPositions else { throw ValidationError("--track-positions needs --track FILE.") }
  }

  /// The saved game that is asked for; without a word the last one that is not over.
  var sitting: Sitting { resume ? .resume : anew ? .anew : .goOn }
}
