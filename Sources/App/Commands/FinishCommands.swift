import ArgumentParser
import FlightRecords
import FoundationEssentials
import GeoFormats
import HuntApplication
import HuntDomain
import Sealing

/// `trove finish`: a hunt that is over, for others to verify.
struct FinishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Writes a finish file, with which others verify that a hunt was finished.",
    discussion: """
      The file holds the session, the score, and your signature under both; the key is made at the first time and \
      lies beside the saved games, in player.key. Only a hunt that was finished in one sitting can be verified.

      Exit codes: 0 well; 2 the hunt is not finished in this session; 64 wrong usage; 65 no session, or a damaged one; \
      66 no such session; 73 the file or the key cannot be made.
      """)

  @Argument(help: "A file, the name of a session, or last.", completion: .file(extensions: ["flight"]))
  var session: String

  @Argument(help: "The finish file, which must not be there yet.", completion: .file(extensions: ["finish"]))
  var file: String

  @Option(help: ArgumentHelp("What you call yourself.", valueName: "name"))
  var name: String?

  func run() throws {
    let path = try SessionFolder.find(session)
    guard !path.hasSuffix(FinishFile.ending) else {
      throw Failure.say("\(path): this is a finish file already.", Failure.badData)
    }
    let flight = try OpenFlight(
      OpenFlight.record(at: path), path: path, installation: nil, isSeen: false, files: .unused)
    guard flight.huntText != nil else {
      throw Failure.say("\(path): the hunt is too large to be in the record, and nobody could verify it.", ExitCode(2))
    }
    let judgement = Judgement(flight)
    guard !judgement.isResumed else {
      throw Failure.say(
        "\(path): the session goes on with an earlier one; only a hunt played in one sitting can be verified.",
        ExitCode(2))
    }
    guard var claim = judgement.score else {
      throw Failure.say(
        "\(path): the hunt did not end in this session: \(judgement.found) of \(flight.game.hunt.count) found.",
        ExitCode(2))
    }
    if let why = judgement.contradiction { throw Failure.say("\(path): \(why); nobody could verify it.", ExitCode(2)) }
    claim.player = name.map { SafeText.clean($0, limit: SafeText.nameLimit) }
    guard !Files.isThere(file) else { throw Failure.say("\(file): there is such a file already.", Failure.cannotMake) }
    let key = try PlayerKey.own()
    guard let record = FileManager.default.contents(atPath: path),
      let bytes = FinishFile.bytes(of: Array(record), claim, signedBy: key)
    else { throw Failure.say("\(path): it cannot be read again.", Failure.badData) }
    do { try Data(bytes).write(to: URL(filePath: file), options: .atomic) } catch {
      throw Failure.say("\(file): cannot be written.", Failure.cannotMake)
    }
    Output.write("\(claim.sentence)\nSigned by \(key.known.text).\n")
  }
}

/// `trove verify`: whether somebody has finished a hunt.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verifies a finish file: plays the session again and compares the score.",
    discussion: """
      Rejected is a file that was changed after it was signed, one whose score is not what the rules make of what \
      happened, and one whose positions took longer by their own clock than the game. The signature is that of whoever signed: with --key only one player's counts. The hunt is the one in \
      the file: with --hunt it has to be yours. Nobody can tell a walk from one that was forged fix by fix and signed by \
      the forger; the sentence tells where the positions came from, how long they took by their own clock, and how fast they moved.

      With --json one object: verified, hunt, found, of, points, elapsed, completed, player, key, sources, simulated, \
      fastest, span; or verified (false) and why.

      Exit codes: 0 verified; 2 rejected; 64 wrong usage; 65 no finish file; 66 no such file.
      """)

  @Argument(help: "The finish file.", completion: .file(extensions: ["finish"]))
  var file: String

  @Option(help: ArgumentHelp("The hunt as you have it.", valueName: "hunt"), completion: .file())
  var hunt: String?

  @Option(help: ArgumentHelp("The player's key, as trove finish says it.", valueName: "key"))
  var key: String?

  @Flag(help: "One JSON object.")
  var json = false

  func validate() throws {
    guard key.map({ PublicKey(text: $0) != nil }) ?? true else {
      throw ValidationError("--key wants the 44 characters that trove finish says.")
    }
  }

  func run() throws {
    let finish: FinishFile
    do throws(FlightProblem) { finish = try FinishFile(path: file) } catch {
      if case .changed = error.problem { throw reject("\(error)") }
      let isMissing = if case .unreadable = error.problem { true } else { false }
      throw Failure.say("\(file):\(error.line): \(error)", isMissing ? Failure.noSuchFile : Failure.badData)
    }
    let flight = try OpenFlight(finish.record, path: file, installation: nil, isSeen: false, files: .unused)
    guard flight.huntText != nil else { throw reject("the hunt is not in it") }
    if let key, PublicKey(text: key) != finish.key { throw reject("it is signed by \(finish.key.text)") }
    if let hunt, try !isSame(hunt, flight) { throw reject("it is another hunt than \(hunt)") }
    let judgement = Judgement(flight)
    guard !judgement.isResumed else { throw reject("the session goes on with an earlier one that nobody can see") }
    var score = judgement.score
    score?.player = finish.claim.player
    guard score == finish.claim else {
      throw reject(
        "it claims \(finish.claim.result), and the rules make "
          + (score.map(\.result) ?? "\(judgement.found) of \(flight.game.hunt.count) found, and no end") + " of it")
    }
    if let why = judgement.contradiction { throw reject(why) }
    Output.write(json ? line(finish, judgement) : page(finish, judgement))
  }

  /// Whether a hunt is that of a session, to the letter or in all that it says: what has no title is called by its
  /// file's name.
  private func isSame(_ hunt: String, _ flight: OpenFlight) throws -> Bool {
    let own = try Files.hunt(hunt).hunt
    let bytes = try? FileBytes.contents(of: hunt, limit: RecordedGame.File.largest)
    return own == flight.game.hunt || bytes.map { Array((flight.huntText ?? "").utf8) == $0 } ?? false
  }

  private func reject(_ why: String) -> ExitCode {
    if json {
      var line = JSONText()
      line.add("verified", false)
      line.add("why", why)
      Output.write(line.text + "\n")
      return ExitCode(2)
    }
    return Failure.say("\(file): rejected: \(why).", ExitCode(2))
  }

  private func page(_ finish: FinishFile, _ judgement: Judgement) -> String {
    let speed = "never faster than \(Wording.speed(judgement.fastest))"
    let made = judgement.isSimulated ? ", made up by a simulation" : ""
    let span = "over \(Wording.clock(judgement.span))"
    return
      "Verified: \(finish.claim.sentence)\n"
      + "Positions from \(judgement.sources.joined(separator: ", ")) \(span)\(made), \(speed).\n"
      + "Signed by \(finish.key.text).\n"
  }

  private func line(_ finish: FinishFile, _ judgement: Judgement) -> String {
    let claim = finish.claim
    var line = JSONText()
    line.add("verified", true)
    line.add("hunt", claim.hunt)
    line.add("found", claim.found)
    line.add("of", claim.of)
    line.add("points", claim.points)
    line.add("elapsed", claim.time / .seconds(1), decimals: 3)
    line.add("completed", claim.isWon)
    if let player = claim.player { line.add("player", player) }
    line.add("key", finish.key.text)
    line.add("sources", judgement.sources.joined(separator: ","))
    line.add("simulated", judgement.isSimulated)
    line.add("fastest", judgement.fastest, decimals: 2)
    line.add("span", judgement.span / .seconds(1), decimals: 3)
    return line.text + "\n"
  }
}

extension FinishClaim {
  /// `10 of 10 found, 200 points in 33:55`.
  fileprivate var result: String {
    "\(found) of \(of) found, \(points) point\(points == 1 ? "" : "s") in \(Wording.clock(time))"
  }

  /// Who did what: `Ada won The Zero Meridian: 10 of 10 found, 200 points in 33:55`, and a full stop.
  fileprivate var sentence: String { "\(player ?? "Somebody") \(isWon ? "won" : "ended") \(hunt): \(result)." }
}
