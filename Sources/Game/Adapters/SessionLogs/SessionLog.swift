internal import FoundationEssentials
internal import GeoFormats

/// A session log as read: its header, and its entries.
package struct SessionLog: Hashable, Sendable {
  /// The file extension.
  package static let ending = ".flight"
  /// Bytes of a file that is read.
  package static let largest = SessionLogWriter.largest + (1 << 20)

  /// How the session was shown and told.
  package let header: SessionLogHeader
  /// Everything that happened, in the order of time.
  package let moments: [TimedLogEntry]
  /// Whether the last line was cut off, as by a program that was killed while it wrote.
  package let isTorn: Bool

  /// Reads a record.
  ///
  /// A last line that is cut off is left out; everything else has to be as it was written.
  package init(path: String) throws(SessionLogError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileBytes.contents(of: path, limit: Self.largest) } catch {
      throw SessionLogError(.unreadable(error.description), line: 1)
    }
    try self.init(bytes)
  }

  /// Reads a record from its bytes.
  package init(_ bytes: [UInt8]) throws(SessionLogError) { try self.init(bytes[...]) }

  /// Reads a record line by line.
  init(_ bytes: ArraySlice<UInt8>) throws(SessionLogError) {
    var rest = bytes
    guard let first = Self.cutLine(&rest) else { throw SessionLogError(.noRecord, line: 1) }
    guard let kind = Self.read(Kind.self, first), kind.trove == HeaderLine.word else {
      throw SessionLogError(.noRecord, line: 1)
    }
    guard kind.format == SessionLogHeader.format else { throw SessionLogError(.otherFormat(kind.format), line: 1) }
    guard let header = Self.read(HeaderLine.self, first)?.header else { throw SessionLogError(.badLine, line: 1) }
    self.header = header
    moments = try Self.moments(rest)
    // Text after the last line break is an incomplete line.
    isTorn = !rest.isEmpty && rest.last != 0x0A
  }

  /// Reads the lines after the header, as far as they are whole.
  static func moments(_ lines: ArraySlice<UInt8>) throws(SessionLogError) -> [TimedLogEntry] {
    var rest = lines
    var moments: [TimedLogEntry] = []
    moments.reserveCapacity(rest.count { $0 == 0x0A })
    while let line = cutLine(&rest) {
      let number = Self.line(ofMoment: moments.count)
      guard let moment = moment(line) else { throw SessionLogError(.badLine, line: number) }
      guard moment.time >= moments.last?.time ?? .zero else { throw SessionLogError(.timeGoesBack, line: number) }
      moments.append(moment)
    }
    return moments
  }

  /// Takes the next line from the front of `rest`, without its end; `nil` if no whole line is left.
  private static func cutLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0x0A) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  /// The hunt that is played first; `nil` if no game began.
  package var hunt: RecordedGame.File? {
    moments.lazy.compactMap { if case .begin(let game) = $0.entry { game.hunt } else { nil } }.first
  }

  /// The line of a record, counted from 1, that has the moment of an index in ``moments``.
  package static func line(ofMoment index: Int) -> Int { index + 2 }

  /// Whether a first line is that of a record, of whichever format.
  static func isHead(_ line: ArraySlice<UInt8>) -> Bool { read(Kind.self, line)?.trove == HeaderLine.word }

  /// Parses a line after the header; `nil` if it is invalid.
  static func moment(_ line: ArraySlice<UInt8>) -> TimedLogEntry? { read(SessionLogLine.self, line)?.moment }

  /// The fields that every version of the format has.
  private struct Kind: Decodable {
    let trove: String
    let format: Int
  }

  private static func read<Line: Decodable>(_ type: Line.Type, _ bytes: ArraySlice<UInt8>) -> Line? {
    try? JSONDecoder().decode(type, from: Data(bytes))
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
    case .otherFormat(let number):
      "the record has format \(number), and this version reads \(SessionLogHeader.format): take the version that made it"
    case .badLine: "nothing that happens in a game is written like this; the record was changed or damaged"
    case .timeGoesBack: "time goes back here; the record was changed or damaged"
    case .notSigned: "nobody has signed this; trove finish makes files that can be verified"
    case .tooLarge(let limit): "larger than \(limit >> 20) MiB; no finish file is that large"
    case .changed: "the signature does not fit: the file was changed after it was signed"
    }
  }
}
