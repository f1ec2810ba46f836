import ArgumentParser
import CommandKit
import Game
import GeoFormats
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Sealing
import SessionLogs
import Views

/// `trove finish`: a hunt that is over, for others to verify.
struct FinishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Writes a finish file, with which others verify that a hunt was finished.",
    discussion: """
      Examples:
      trove finish last park.finish --name Ada

      The session is compared with what was shown then, as trove replay --check does, and played through the rules. The \
      file holds what they need of it (the hunt, positions, keys, commands, times), the score, and your signature under \
      both; the key is made at the first time and lies beside the saved games, in player.key. A game that was played in \
      several sittings is one proof, if all of them were recorded.

      Exit codes: 0 well; 2 the hunt is not finished in this session, or something else was shown then; 64 wrong usage; \
      65 no session, or a damaged one; 66 no such session; 73 the file or the key cannot be made.
      """)

  @Argument(help: "A file, the name of a session, or last.", completion: Completions.sessions())
  var session: String

  @Argument(help: "The finish file, which must not be there yet.", completion: .file(extensions: ["finish"]))
  var file: String

  @Option(help: ArgumentHelp("What you call yourself.", valueName: "name"))
  var name: String?

  @OptionGroup var outside: OutsideFileOptions

  func run() async throws {
    let path = try SessionFolder.find(session)
    guard !path.hasSuffix(FinishFile.ending) else {
      throw CommandFailure("\(path): this is a finish file already.", .badData)
    }
    // Read once: what is compared is what is signed.
    let bytes = try contents(of: path)
    let record: GameRecord
    do throws(SessionLogError) { record = try GameRecord(bytes) } catch {
      throw CommandFailure("\(path):\(error.line): \(error)", .badData)
    }
    if let line = record.firstDamage {
      throw CommandFailure(
        "\(path):\(line): this line was changed or damaged, or lines before it are missing.\nIt is not signed.",
        .refused)
    }
    if record.sittings.contains(where: { $0.hunt != nil && $0.hunt?.text == nil }) {
      throw CommandFailure("\(path): the hunt is too large to be in the record, and nobody could verify it.", .refused)
    }
    let loaded = try LoadedSession.proof(record, path: path)
    guard record.hunts.isSubset(of: [loaded[0].game.hunt.id]) else {
      throw CommandFailure("\(path):1: this line names another hunt than was played.\nIt is not signed.", .refused)
    }
    let verification = FinishVerification(loaded)
    guard verification.refusal == nil, var claim = verification.score else {
      throw CommandFailure("\(path): \(verification.refusal ?? "")", .refused)
    }
    guard record.sittings.allSatisfy(\.header.isAsWritten) else {
      throw CommandFailure(
        "\(path):1: this line was changed, or an older version wrote it: finish it with that version.\n"
          + "It is not signed.", .refused)
    }
    for sitting in record.sittings { try await compare(sitting, path) }
    guard verification.isEndShown else {
      throw CommandFailure("\(path): the record ends before the end of the hunt was shown; it is not signed.", .refused)
    }
    let origin = FinishOrigin(record, played: claim.time, by: troveVersion, now: .now)
    if let defect = origin.defect { throw CommandFailure("\(path): \(defect).\nIt is not signed.", .refused) }
    for doubt in origin.doubts { Output.error("In doubt, as trove verify will say: \(doubt).") }
    claim.player = name.map { SafeText.clean($0, limit: SafeText.nameLimit) }
    guard !Files.isThere(file) else { throw CommandFailure("\(file): there is such a file already.", .cannotCreate) }
    try sign(bytes, claim, through: verification.end, path)
    if verification.fastest > FinishVerification.fastestWalker {
      Output.error(
        "As fast as \(verification.speed), it is verified only with --max-speed: a walker is no faster than "
          + "\(Wording.speed(FinishVerification.fastestWalker)).")
    }
  }

  private func contents(of path: String) throws -> [UInt8] {
    do { return try FileBytes.contents(of: path, limit: SessionLog.largest) } catch {
      throw CommandFailure("\(path): \(error)", .noSuchFile)
    }
  }

  /// Replays the session before signing, so that a record that was changed after the game is not signed.
  private func compare(_ record: SessionLog, _ path: String) async throws {
    let installation = Installation.find(environment: Environment.variables)
    let seen = try LoadedSession(
      record, path: path, installation: installation, isSeen: record.header.voice == .screen,
      files: record.header.voice == .screen ? outside.files(of: path) : .unused)
    if let difference = try await SessionReplay(seen, installation: installation).compared().difference {
      throw CommandFailure("\(path):\(difference.line): \(difference.sentence)\nIt is not signed.", .refused)
    }
  }

  private func sign(_ bytes: [UInt8], _ claim: FinishClaim, through end: Int?, _ path: String) throws {
    let key = try PlayerKeyFile.ownKey()
    let signed: [UInt8]?
    do throws(SessionLogError) {
      signed = try FinishFile.smallest(of: bytes, claim, signedBy: key, through: end) { finish in
        try? VerifyCommand.judge(finish, path: path)
      }
    } catch {
      throw CommandFailure(
        "\(path): the finish file would be larger than \(FinishFile.largest >> 20) MiB, and nobody could verify it.",
        .refused)
    }
    guard let signed else {
      throw CommandFailure("\(path): what the rules need of it makes another score; please report this.", .refused)
    }
    try OutputFile(file, named: "<file>", reading: [path]).write(signed)
    Output.write("\(claim.sentence)\nSigned by \(key.known.text).\n")
  }
}

/// `trove verify`: checks that a player has finished a hunt.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verifies finish files: plays the sessions again, compares the scores, and ranks several.",
    discussion: """
      Examples:
      trove verify park.finish --hunt park.geojson
      trove verify ada.finish bob.finish --hunt park.geojson

      Rejected is a file that was changed after it was signed, one whose score is not what the rules make of what \
      happened, one whose positions took longer by their own clock than the game, and one whose positions moved faster \
      than --max-speed, on the average over half a minute, from the first to the last and from whatever sources. The \
      signature is that of whoever signed: with --key only one player's counts. The hunt is the one in the file: with \
      --hunt it has to be yours. No file is opened but the ones that you name.

      Several files are ranked, those of the first one's hunt: by points, then finds, then time; of two with one key only \
      the better counts. A walk that passed faster than its clock is marked, as is one that a program made up, and two \
      players with the same positions: one of them has the other's session, or both play one recording.

      Nobody can tell a walk from one that was made up fix by fix and signed by who made it up. What was compared, and \
      what was not, is said each time.

      With --json one object: verified, hunt, found, of, points, elapsed, completed, player, key, sources, simulated, \
      fastest, max_speed (metres per second), span, sittings, broken_off (how many of them), speed (how many times faster \
      than the clock it was played: a number, or max), version, began and doubts (what contradicts them), hunt_compared, \
      key_compared; or verified (false) and why. Of several files one object each, with file and \
      rank, and same_walk, the file of another player with the same positions.

      Exit codes: 0 verified; 2 one is rejected, or two players have the same positions; 64 wrong usage; 65 no finish file; 66 no such file.
      """)

  @Argument(help: "Finish files.", completion: .file(extensions: ["finish"]))
  var files: [String]

  @Option(help: ArgumentHelp("The hunt as you have it.", valueName: "hunt"), completion: .file())
  var hunt: String?

  @Option(help: ArgumentHelp("The player's key, as trove finish says it.", valueName: "key"))
  var key: String?

  @Option(
    help: ArgumentHelp("Metres per second that are not believed, 0.1 to 1000; 15 for a bicycle.", valueName: "m/s"))
  var maxSpeed = FinishVerification.fastestWalker

  @Flag(help: "One JSON object.")
  var json = false

  func validate() throws {
    guard (0.1...1000).contains(maxSpeed) else { throw ValidationError("--max-speed goes from 0.1 to 1000 m/s.") }
    guard key.map({ PublicKey(text: $0) != nil }) ?? true else {
      throw ValidationError("--key wants the 44 characters that trove finish says.")
    }
  }

  /// A file that is verified.
  private struct Verified {
    let file: String
    let finish: FinishFile
    let verification: FinishVerification
    let origin: FinishOrigin
    let loaded: [LoadedSession]

    /// The hunt that was played.
    var hunt: Hunt { loaded[0].game.hunt }

    /// The positions in their order: nobody walks as another does, to the last digit.
    var walk: [Coordinate] {
      finish.record.sittings.flatMap(\.moments).compactMap { moment in
        guard case .event(.location(.fix(let fix))) = moment.entry else { return nil }
        return fix.position
      }
    }
  }

  /// Why a file is rejected, without a full stop.
  private struct Rejection: Error { let why: String }

  func run() throws {
    if files.count == 1, let file = files.first {
      switch try verified(file) {
      case .success(let one): Output.write(json ? line(one) : page(one))
      case .failure(let rejection): throw reject(file, rejection.why)
      }
    } else {
      try rank()
    }
  }

  private func verified(_ file: String) throws -> Result<Verified, Rejection> {
    func rejected(_ why: String) -> Result<Verified, Rejection> { .failure(Rejection(why: why)) }
    let finish: FinishFile
    do throws(SessionLogError) { finish = try FinishFile(path: file) } catch {
      if case .changed = error.problem { return rejected("\(error)") }
      let isMissing = if case .unreadable = error.problem { true } else { false }
      throw CommandFailure("\(file):\(error.line): \(error)", isMissing ? .noSuchFile : .badData)
    }
    if let why = finish.rejection(unlessSignedBy: key.flatMap(PublicKey.init)) { return rejected(why) }
    let loaded = try LoadedSession.proof(finish.record, path: file)
    if let hunt, try !isSame(hunt, loaded[0]) { return rejected("it is another hunt than \(hunt)") }
    let verification = FinishVerification(loaded)
    if let why = verification.rejection(of: finish.claim, maxSpeed: maxSpeed) { return rejected(why) }
    let origin = FinishOrigin(finish.record, played: finish.claim.time, by: troveVersion, now: .now)
    if let defect = origin.defect { return rejected(defect) }
    return .success(Verified(file: file, finish: finish, verification: verification, origin: origin, loaded: loaded))
  }

  /// Ranks several files.
  private func rank() throws {
    var (all, rejected) = ([Verified](), [(file: String, why: String)]())
    for file in files {
      switch try verified(file) {
      case .success(let one) where one.hunt == all.first?.hunt ?? one.hunt:
        all.append(one)
      case .success: rejected.append((file, "it is another hunt than that of \(all.first?.file ?? "")"))
      case .failure(let rejection): rejected.append((file, rejection.why))
      }
    }
    all.sort { $0.finish.claim.isBetter(than: $1.finish.claim) }
    var keys: Set<String> = []
    all = all.filter { one in
      guard !keys.insert(one.finish.key.text).inserted else { return true }
      let best = all.first { $0.finish.key == one.finish.key }
      let isSame = best?.walk == one.walk && best?.finish.claim.isSame(as: one.finish.claim) == true
      rejected.append(
        (one.file, isSame ? "it is the game of \(best?.file ?? "") again" : "its player has a better one"))
      return false
    }
    let others = Dictionary(grouping: all, by: \.walk)
    var rank = 0
    for (place, one) in all.enumerated() {
      // Players with equal results have equal ranks.
      if place == 0 || all[place - 1].finish.claim.isBetter(than: one.finish.claim) { rank = place + 1 }
      let twin = others[one.walk]?.first { $0.file != one.file }?.file
      let isNamesake = all.contains { $0.file != one.file && $0.finish.claim.player == one.finish.claim.player }
      Output.write(
        json ? line(one, rank: rank, twin: twin) : row(one, rank: rank, twin: twin, isNamesake: isNamesake))
    }
    for (file, why) in rejected {
      if json { Output.write(rejection(why, of: file)) } else { Output.error("\(file): rejected: \(why).") }
    }
    guard rejected.isEmpty, others.count == all.count else { throw ExitCode.refused }
  }

  /// `1  “Ada”, 10 of 10 found, 200 points in 33:55  (ada.finish)`.
  ///
  /// - Parameters:
  ///   - twin: another player's file with the same positions, as one of a copied session has.
  ///   - isNamesake: whether another player has the same name, so that only the keys tell them apart.
  private func row(_ one: Verified, rank: Int, twin: String?, isNamesake: Bool) -> String {
    let player = one.finish.claim.player?.inQuotes ?? "Somebody"
    let marks = [
      one.verification.isSimulated ? "made up by a simulation" : nil, hurry(one).map { "played \($0)" },
      one.origin.doubts.isEmpty ? nil : "in doubt", twin.map { "the same walk as \(SafeText.clean($0))" },
      isNamesake ? "signed by \(one.finish.key.text)" : nil,
    ].compactMap(\.self)
    let marked = marks.isEmpty ? "" : ", " + marks.joined(separator: ", ")
    return "\(rank)  \(player), \(one.finish.claim.result)\(marked)  (\(SafeText.clean(one.file)))\n"
  }

  private static func number(_ value: Double) -> String {
    DecimalText.fixed(value, decimals: value == value.rounded() ? 0 : 1) ?? "\(value)"
  }

  /// How much faster than the clock the walk passed; `nil` if it did not.
  private func hurry(_ one: Verified) -> String? {
    one.origin.pace.map { $0.isFinite ? "\(Self.number($0)) times as fast as its clock" : "as fast as the computer" }
  }

  /// Checks a file against the rules, without opening another file.
  static func judge(_ finish: FinishFile, path: String) throws -> FinishVerification {
    FinishVerification(try LoadedSession.proof(finish.record, path: path))
  }

  /// Whether a hunt is that of a session, to the letter or in all that it says: what has no title is called by its
  /// file's name.
  private func isSame(_ hunt: String, _ loaded: LoadedSession) throws -> Bool {
    let own = try Files.hunt(hunt).hunt
    let bytes = try? FileBytes.contents(of: hunt, limit: RecordedGame.File.largest)
    return own == loaded.game.hunt || bytes.map { Array((loaded.huntText ?? "").utf8) == $0 } ?? false
  }

  /// Returns the error for a file that is not verified; with `--json` prints the verdict on standard output instead.
  private func reject(_ file: String, _ why: String) -> any Error {
    if json {
      Output.write(rejection(why))
      return ExitCode.refused
    }
    return CommandFailure("\(file): rejected: \(why).", .refused)
  }

  private func rejection(_ why: String, of file: String? = nil) -> String {
    var line = JSONText()
    if let file { line.add("file", file) }
    line.add("verified", false)
    line.add("why", why)
    return line.text + "\n"
  }

  private func page(_ one: Verified) -> String {
    let (finish, verification) = (one.finish, one.verification)
    let sources = verification.sources.prefix(Self.mostSources).map(\.inQuotes)
    let more = verification.sources.count - sources.count
    let made = verification.isSimulated ? ", made up by a simulation" : ""
    let hurried = hurry(one).map { "The walk was played \($0).\n" } ?? ""
    return """
      Verified: \(finish.claim.sentence)
      Positions from \(sources.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "") over \
      \(Wording.clock(verification.span))\(made), never faster than \(verification.speed).
      \(hurried)\(sittings(one))Signed by \(finish.key.text).
      \(said(one))
      Compared: the signature with the file, the score with what the rules make of it, the time played with the clocks \
      of the positions, their speed with \(Wording.speed(maxSpeed))\(list(compared, true)).
      Not compared: \(list(compared, false))the names with anybody. Whoever signs a file can have made up all of it: \
      positions, where they came from, times, answers, dates.

      """
  }

  /// What the file says of its making, and what contradicts that.
  private func said(_ one: Verified) -> String {
    let (version, began) = (SafeText.clean(one.origin.version), SafeText.clean(one.origin.began))
    let doubts = one.origin.doubts.map { "\nIn doubt: \(SafeText.clean($0))." }.joined()
    return "Played with Trove \(version) from \(began) on, as the file says.\(doubts)"
  }

  /// How many sittings there were, from when to when, as a line; nothing of one.
  private func sittings(_ one: Verified) -> String {
    let (all, broken) = (one.finish.record.sittings, one.verification.brokenOff)
    guard all.count > 1, let first = all.first, let last = all.last else { return "" }
    let brokenOff = broken == 0 ? "" : ", of which \(broken) broke off"
    let (from, to) = (SafeText.clean(first.header.began), SafeText.clean(last.header.began))
    return "Played in \(all.count) sittings\(brokenOff); they say that the first began at \(from), the last at \(to).\n"
  }

  /// What is compared only where it is asked for, and whether it was.
  private var compared: [(what: String, option: String, isDone: Bool)] {
    [("the hunt with yours", "--hunt", hunt != nil), ("the key with the player's", "--key", key != nil)]
  }

  private func list(_ all: [(what: String, option: String, isDone: Bool)], _ isDone: Bool) -> String {
    let parts = all.filter { $0.isDone == isDone }
    return parts.map { isDone ? ", \($0.what)" : "\($0.what) (\($0.option) does), " }.joined()
  }

  /// Sources that are named.
  private static let mostSources = 5

  private func line(_ one: Verified, rank: Int? = nil, twin: String? = nil) -> String {
    let (finish, verification, claim) = (one.finish, one.verification, one.finish.claim)
    var line = JSONText()
    if let rank {
      line.add("file", one.file)
      line.add("rank", rank)
    }
    line.add("verified", true)
    line.add("hunt", claim.hunt)
    line.add("found", claim.found)
    line.add("of", claim.of)
    line.add("points", claim.points)
    line.add("elapsed", claim.time / .seconds(1), decimals: 3)
    line.add("completed", claim.isWon)
    if let player = claim.player { line.add("player", player) }
    line.add("key", finish.key.text)
    line.add("sources", verification.sources.joined(separator: ","))
    line.add("simulated", verification.isSimulated)
    line.add("fastest", verification.fastest, decimals: 2)
    line.add("max_speed", maxSpeed, decimals: 2)
    line.add("span", verification.span / .seconds(1), decimals: 3)
    line.add("sittings", verification.sittings)
    line.add("broken_off", verification.brokenOff)
    line.add("version", one.origin.version)
    line.add("began", one.origin.began)
    if !one.origin.doubts.isEmpty { line.add("doubts", one.origin.doubts.joined(separator: "; ")) }
    if let speed = one.origin.pace {
      if speed.isFinite { line.add("speed", speed, decimals: 2) } else { line.add("speed", "max") }
    }
    if let twin { line.add("same_walk", twin) }
    line.add("hunt_compared", hunt != nil)
    line.add("key_compared", key != nil)
    return line.text + "\n"
  }
}

extension FinishClaim {
  /// Whether it is the same result, whoever has it.
  fileprivate func isSame(as other: FinishClaim) -> Bool { !isBetter(than: other) && !other.isBetter(than: self) }

  /// Whether it is above another one in a ranking: by points, then finds, then time.
  fileprivate func isBetter(than other: FinishClaim) -> Bool {
    (points, found) == (other.points, other.found)
      ? time < other.time : (points, found) > (other.points, other.found)
  }

  /// The result as a sentence: `“Ada” won “The Zero Meridian”: 10 of 10 found, 200 points in 33:55`, and a full stop.
  fileprivate var sentence: String {
    "\(player?.inQuotes ?? "Somebody") \(isWon ? "won" : "ended") \(hunt.inQuotes): \(result)."
  }
}

extension String {
  /// The most characters of a player's name in a sentence; the name comes from the file and may be of any length.
  private static let longestName = 60

  /// A name in a sentence, between quotation marks that it cannot close itself.
  fileprivate var inQuotes: String {
    let name = SafeText.clean(self, limit: Self.longestName)
    return "“\(name.replacing("“", with: "'").replacing("”", with: "'"))”"
  }
}
