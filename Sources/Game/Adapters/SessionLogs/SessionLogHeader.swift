internal import Sealing

/// The first line of a record: how the session showed and told things, before anything happened.
package struct SessionLogHeader: Hashable, Sendable {
  /// The format that is written, in which each line has a seal; the first one, without seals, is read as well.
  package static let format = Seal.format

  /// The kind of output that the player had.
  package enum OutputMode: String, Hashable, Sendable {
    /// The whole of a terminal.
    case screen
    /// Lines: sentences, or JSON.
    case sentences, json
  }

  /// The program's version.
  package var version: String
  /// Civil time at the beginning, as ISO 8601; told, and never reckoned with.
  package var began: String
  /// Whether the player had the screen or lines, and which.
  package var voice: OutputMode
  /// The characters used for the terminal's font: `ascii`, `blocks` or `braille`.
  package var glyphs: String
  /// The number of colours of the terminal: 0, 16, 256 or 16777216.
  package var colours: Int
  /// The map's style, where it is not the usual one: the player asked for it, or the terminal is light.
  package var style: String?
  /// The view that the game began with: `map`, `compass`, `split` or `eye`.
  package var view: String
  /// Whether the compass showed what lies ahead behind its places.
  package var hasScene: Bool
  /// Whether the terminal had characters of two by three blocks.
  package var hasSextants: Bool
  /// Whether the way was led by ear from the beginning.
  package var hasBeeper: Bool
  /// For line output: whether commands steered the player, and whether a player could type them.
  package var isSteered, listens: Bool
  /// For line output: whether places were announced on the way.
  package var hasCallouts: Bool
  /// Commands that were known before, one a line: for lines.
  package var commands: [String]
  /// How many times faster than the clock the source passed; infinite without waiting, `nil` where it kept time.
  package var speed: Double?
  /// Whether the line is as this version writes it: with a checksum, and with no other members.
  package internal(set) var isAsWritten = true

  /// Creates a header.
  package init(
    version: String, began: String, voice: OutputMode, glyphs: String = "ascii", colours: Int = 0, style: String? = nil,
    view: String = "split", hasScene: Bool = false, hasSextants: Bool = false,
    hasBeeper: Bool = false, isSteered: Bool = false, listens: Bool = false, hasCallouts: Bool = false,
    commands: [String] = [], speed: Double? = nil
  ) {
    (self.version, self.began, self.voice) = (version, began, voice)
    (self.glyphs, self.colours, self.style, self.view) = (glyphs, colours, style, view)
    (self.hasScene, self.hasSextants, self.hasBeeper) = (hasScene, hasSextants, hasBeeper)
    (self.isSteered, self.listens) = (isSteered, listens)
    (self.hasCallouts, self.commands, self.speed) = (hasCallouts, commands, speed == 1 ? nil : speed)
  }
}

/// The header as a line has it.
struct HeaderLine: Hashable, Codable {
  /// The word by which a record is known.
  static let word = "flight"
  /// What its line begins with: members are in alphabetical order.
  static let beginning = Array(#"{"began":"#.utf8)

  var trove: String
  var format: Int
  var version, began, voice, glyphs, view: String
  var colours: Int
  var style: String?
  var scene, sextants, geiger, steered, listens, callouts: Bool?
  var commands: [String]?
  /// `max`, or a number.
  var speed: String?
  /// Checksum of the line without it; only in the first format, which has no seals.
  var sum: String?

  init(_ header: SessionLogHeader, format: Int = SessionLogHeader.format) {
    (trove, self.format) = (Self.word, format)
    (version, began, voice) = (header.version, header.began, header.voice.rawValue)
    (glyphs, colours, style, view) = (header.glyphs, header.colours, header.style, header.view)
    scene = header.hasScene ? true : nil
    sextants = header.hasSextants ? true : nil
    geiger = header.hasBeeper ? true : nil
    steered = header.isSteered ? true : nil
    listens = header.listens ? true : nil
    callouts = header.hasCallouts ? true : nil
    commands = header.commands.isEmpty ? nil : header.commands
    speed = header.speed.map { $0.isFinite ? "\($0)" : Self.unpaced }
  }

  /// The checksum of the line without it.
  private var ownSum: String? {
    var line = self
    line.sum = nil
    return RecordJSON.line(of: line).map { Checksum.text($0) }
  }

  /// The header; `nil` if a value is invalid, or the line was changed after it was written.
  var header: SessionLogHeader? {
    guard let voice = SessionLogHeader.OutputMode(rawValue: voice), sum == nil || sum == ownSum else { return nil }
    var pace: Double?
    if let speed {
      pace = speed == Self.unpaced ? .infinity : Double(speed)
      guard let pace, pace > 0 else { return nil }
    }
    var header = SessionLogHeader(
      version: version.asName, began: began.asName, voice: voice, glyphs: glyphs, colours: colours, style: style,
      view: view, hasScene: scene ?? false, hasSextants: sextants ?? false, hasBeeper: geiger ?? false,
      isSteered: steered ?? false,
      listens: listens ?? false, hasCallouts: callouts ?? false, commands: commands ?? [], speed: pace)
    header.isAsWritten = sum != nil || format > 1
    return header
  }

  private static let unpaced = "max"
}
