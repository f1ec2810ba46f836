/// A sitting of a game as read from its record: its header, and its entries.
package struct SessionLog: Hashable, Sendable {
  /// The file extension.
  package static let ending = ".flight"
  /// That of the record of a saved game.
  static let gameEnding = ".jsonl"
  /// Bytes of a file that is read.
  package static let largest = SessionLogWriter.largest + (8 << 20)

  /// How the session was shown and told.
  package let header: SessionLogHeader
  /// Everything that happened, in the order of time.
  package internal(set) var moments: [TimedLogEntry] = []
  /// Whether the last line was cut off, as by a program that was killed while it wrote.
  package internal(set) var isTorn = false
  /// When the session was left, as ISO 8601; `nil` if it broke off.
  package internal(set) var ended: String?
  /// Whether hunt events were saved in the same record.
  package let isSaved: Bool
  /// The line of each moment.
  var lines: [UInt32] = []

  init(_ header: SessionLogHeader, isSaved: Bool) { (self.header, self.isSaved) = (header, isSaved) }

  /// Reads the last sitting of a record.
  package init(path: String) throws(SessionLogError) { self = try GameRecord(path: path).last }

  /// Reads the last sitting of a record from its bytes.
  package init(_ bytes: [UInt8]) throws(SessionLogError) { self = try GameRecord(bytes[...]).last }

  /// The hunt that is played first; `nil` if no game began.
  package var hunt: RecordedGame.File? { game?.setup.hunt }

  /// The game that is played first, and when it begins; `nil` if none began.
  package var game: (setup: RecordedGame, beginning: Duration)? {
    moments.lazy.compactMap { if case .begin(let game) = $0.entry { (game, $0.time) } else { nil } }.first
  }

  /// The line of the record, counted from 1, that has the moment of an index in ``moments``.
  package func line(ofMoment index: Int) -> Int { lines.indices.contains(index) ? Int(lines[index]) : 1 }

  /// Whether a first line is that of a record, of whichever format.
  static func isHead(_ line: ArraySlice<UInt8>) -> Bool {
    RecordJSON.value(Kind.self, line).map { [HeaderLine.word, SittingLine.word].contains($0.trove) } ?? false
  }

  /// Parses a line after the header; `nil` if it is invalid.
  static func moment(_ line: ArraySlice<UInt8>) -> TimedLogEntry? {
    RecordJSON.value(SessionLogLine.self, line)?.moment
  }

  /// The fields that every version of the format has.
  struct Kind: Decodable {
    let trove: String
    let format: Int
  }

  /// Reads lines that are moments, and nothing else.
  static func moments(_ lines: ArraySlice<UInt8>) throws(SessionLogError) -> [TimedLogEntry] {
    var (rest, log) = (lines, SessionLog(.init(version: "", began: "", voice: .json), isSaved: false))
    var number = 1
    while let line = rest.cutLine() {
      number += 1
      try log.add(line, number)
    }
    return log.moments
  }

  /// Adds a moment.
  mutating func add(_ line: ArraySlice<UInt8>, _ number: Int) throws(SessionLogError) {
    guard let moment = Self.moment(line) else { throw SessionLogError(.badLine, line: number) }
    guard moment.time >= moments.last?.time ?? .zero else { throw SessionLogError(.timeGoesBack, line: number) }
    moments.append(moment)
    lines.append(UInt32(clamping: number))
  }
}

/// Why a record is none, and where.
package struct SessionLogError: Error, Hashable, CustomStringConvertible {
  /// The kinds of error.
  package enum Problem: Hashable, Sendable {
    /// The system's words.
    case unreadable(String)
    /// The file does not begin as a record does.
    case noRecord
    /// The record has what was found, and no session.
    case noSession
    /// The record has this format, which is not read.
    case otherFormat(Int)
    /// The line is not what the program writes.
    case badLine
    /// The time of the line is before that of the line above.
    case timeGoesBack
    /// There is no signature under it.
    case notSigned
    /// The signature is another text's.
    case changed
    /// It has more bytes than such a file needs; how many that is.
    case tooLarge(limit: Int)
  }

  /// What is wrong.
  package let problem: Problem
  /// 1-based.
  package let line: Int

  init(_ problem: Problem, line: Int) { (self.problem, self.line) = (problem, line) }

  /// The error and the advice, without the location.
  package var description: String {
    switch problem {
    case .unreadable(let why): why
    case .noRecord: "this is no record of a game; trove play makes them"
    case .noSession: "no session is recorded here, only what was found; trove games shows it"
    case .otherFormat(let number):
      "the record has format \(number), and this version reads up to \(SessionLogHeader.format): take the version that made it"
    case .badLine: "nothing that happens in a game is written like this; the record was changed or damaged"
    case .timeGoesBack: "time goes back here; the record was changed or damaged"
    case .notSigned: "nobody has signed this; trove finish makes files that can be verified"
    case .tooLarge(let limit): "larger than \(limit >> 20) MiB; no finish file is that large"
    case .changed: "the signature does not fit: the file was changed after it was signed"
    }
  }
}
