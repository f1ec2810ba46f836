/// Why a file was refused whole, and where.
package struct FormatError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the file.
  package enum Problem: Hashable, Sendable {
    /// It cannot be opened or read; the operating system's words.
    case unreadable(String)
    /// Elements of XML or values of JSON are nested too deeply; which of them.
    case tooDeep(String, limit: Int)
    /// More points or epochs than are kept; which of them.
    case tooMany(String, limit: Int)

    /// A format that is known and not read here, and what is to be done about it.
    case foreign(ForeignFormat, advice: String)
    /// The file can be read, and what is packed in it can not; why.
    case packed(String)

    // XML
    /// Not well-formed XML, or cut off, before anything was read; the parser's words.
    case notXML(String)
    /// A DOCTYPE where none is passed over.
    case doctype
    /// One tag, comment or section is larger than anything real.
    case tooLong(limit: Int)
    /// XML, but its root is another element than that of a GPX file.
    case notGPX(root: String)
    /// XML, but its root is another element than that of a `.loc` file.
    case notLoc(root: String)

    // JSON
    /// The text ends before its value does.
    case truncated
    /// Something else stands where `expected` has to stand.
    case expected(String)
    /// More text after the value.
    case trailing
    /// Bytes that are no UTF-8.
    case invalidUTF8
    /// A control character in a string.
    case controlCharacter
    /// A backslash with something unknown behind it.
    case badEscape
    /// A number that JSON does not have.
    case badNumber
    /// More bytes than are read.
    case tooLarge(limit: Int)
    /// JSON, but its root is no object of GeoJSON; what is wrong with it.
    case notGeoJSON(String)
    /// The one feature or geometry that a GeoJSON file consists of is bad; what is wrong with it.
    case badRoot(String)
    /// GeoJSON whose positions are in another reference system than WGS 84; its name.
    case otherReferenceSystem(String)
    /// JSON, but no reply of Overpass; what is missing.
    case notOverpass(String)

    // Tables
    /// A table in another encoding than UTF-8.
    case tableNotUTF8
    /// A field begins with a quote that has no end.
    case openQuote
    /// The first row names no columns with positions.
    case tableWithoutColumns
    /// One row is longer than anything real.
    case tooLongRow(limit: Int)

    // Recordings of receivers
    /// Not one good sentence and not one report in it.
    case nothingKnown
    /// Its bytes are a receiver's own language, which is not read here; which, where that is known.
    case binary(String?)
    /// Sentences or reports in UTF-16, as some editors save text.
    case wideText
    /// That many bytes without a sentence or a report.
    case noise(limit: Int)
    /// The last line has no end and is longer than anything real.
    case endlessLine(limit: Int)
    /// The recording is of a gpsd that speaks another version of its protocol.
    case protocolVersion(Int)
  }

  /// What is wrong.
  package let problem: Problem
  /// 1-based line in the file.
  package let line: Int

  /// Creates an error.
  package init(_ problem: Problem, line: Int) {
    self.problem = problem
    self.line = max(1, line)
  }

  /// Creates an error about a file that cannot be read.
  init(_ error: FileError, line: Int = 1) {
    self.init(error.isContent ? .packed(error.description) : .unreadable(error.description), line: line)
  }

  /// Whether the file cannot be read at all, as against: its contents are wrong.
  package var isUnreadable: Bool { if case .unreadable = problem { true } else { false } }

  package var description: String { "line \(line): \(message)" }

  /// The error as a complaint about the file.
  package var diagnostic: Diagnostic { Diagnostic(.error, line: line, message) }

  /// What is wrong, without the line; fit to print.
  package var message: String {
    switch problem {
    case .unreadable(let detail): "cannot be read: \(detail)"
    case .tooDeep(let what, let limit): "\(what) are nested more than \(limit) deep"
    case .tooMany(let what, let limit): "more than \(limit) \(what)"
    case .foreign(let format, let advice): "\(format): \(advice)"
    case .packed(let detail): detail
    case .notXML(let detail): "not XML: \(detail)"
    case .doctype: "a DOCTYPE is not accepted"
    case .tooLong(let limit): "one tag or comment is longer than \(limit >> 20) MiB"
    case .notGPX(let root): "not GPX: the root is <\(SafeText.clean(root, limit: SafeText.quoteLimit))>, not <gpx>"
    case .notLoc(let root): "not a .loc file: the root is \(SafeText.quoted(root)), not <loc>"
    case .truncated: "not JSON: the text ends too early"
    case .expected(let what): "not JSON: expected \(what)"
    case .trailing: "not JSON: more text after the end"
    case .invalidUTF8: "not JSON: not valid UTF-8; iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW may convert it"
    case .controlCharacter: "not JSON: a control character in a string"
    case .badEscape: "not JSON: a bad escape in a string"
    case .badNumber: "not JSON: a bad number"
    case .tooLarge(let limit): "larger than \(limit >> 20) MiB"
    case .notGeoJSON(let detail): "not GeoJSON: \(detail)"
    case .badRoot(let detail): detail
    case .otherReferenceSystem(let system): FormatError.refusal(ofReferenceSystem: system)
    case .notOverpass(let detail): "not a reply of Overpass: \(detail)"
    case .tableWithoutColumns:
      "the first row names no columns with positions: lat, latitude or y; lon, lng, longitude or x"
    case .tableNotUTF8: "not UTF-8 text; save the table as “CSV UTF-8”"
    case .openQuote: "a quote that is never closed"
    case .tooLongRow(let limit): "a row of more than \(limit >> 20) MiB"
    case .nothingKnown: Self.nothing
    case .binary(nil): "\(Self.nothing); a receiver's binary log is read by gpsd: \(Self.gpsfake)"
    case .binary(let language?): "a receiver's log in \(language), which gpsd reads: \(Self.gpsfake)"
    case .wideText: "text in UTF-16, and receivers write ASCII: iconv -f UTF-16 -t ASCII FILE > NEW"
    case .noise(let limit): "\(limit >> 20) MiB without a sentence of NMEA or a report of gpsd"
    case .endlessLine(let limit): "the last line is longer than \(limit >> 10) KiB and has no end"
    case .protocolVersion(let version): "recorded from a gpsd that speaks version \(version) of its protocol; 3 is read"
    }
  }

  private static let nothing = "no recording of a receiver: neither a sentence of NMEA nor a report of gpsd in it"
  private static let gpsfake = "play it with gpsfake FILE, and take positions from gpsd:localhost:2947"
}

/// A problem in a file: its line, its severity, and what is wrong.
///
/// Printed as `FILE:LINE: error|warning: text`.
package struct Diagnostic: Hashable, Sendable {
  /// How severe a problem is.
  package enum Severity: String, Hashable, Sendable {
    /// The file is refused whole.
    case error
    /// A part is skipped or changed; the rest loads.
    case warning
  }

  /// The severity.
  package let severity: Severity
  /// 1-based line in the file.
  package let line: Int
  /// What is wrong and what was done about it; printable text, sanitised.
  package let message: String

  /// Creates a diagnostic; the message is made fit to print.
  package init(_ severity: Severity, line: Int, _ message: String) {
    self.severity = severity
    self.line = line
    self.message = SafeText.clean(message, limit: 400)
  }

  /// The whole line as compilers print it; the name of the file is made fit to print too.
  package func text(file: String) -> String { "\(SafeText.clean(file)):\(line): \(severity.rawValue): \(message)" }
}

/// The complaints about one file: the first ones word for word, the rest counted.
///
/// A file of a million bad points costs no more than a file of a hundred.
package struct DiagnosticLog: Hashable, Sendable {
  /// The number of diagnostics to keep; further ones are only counted.
  package let limit: Int
  /// The first complaints, in the order of the file.
  package private(set) var entries: [Diagnostic] = []
  /// The number of diagnostics that were only counted.
  package private(set) var omitted = 0
  private var lastLine = 1

  /// Creates an empty log.
  package init(limit: Int = 100) { self.limit = max(1, limit) }

  /// Whether there are no diagnostics.
  package var isEmpty: Bool { entries.isEmpty }

  /// Notes one complaint; the message is only built when it is kept.
  package mutating func add(_ severity: Diagnostic.Severity, line: Int, _ message: @autoclosure () -> String) {
    lastLine = line
    guard entries.count < limit else { return omitted += 1 }
    entries.append(Diagnostic(severity, line: line, message()))
  }

  /// Adds the complaints of another log about the same file.
  package mutating func add(_ other: DiagnosticLog) {
    for entry in other.entries { add(entry.severity, line: entry.line, entry.message) }
    omitted += other.omitted
    if other.omitted > 0 { lastLine = other.lastLine }
  }

  /// Everything that is to be printed: the entries, and one line for the rest.
  package var summary: [Diagnostic] {
    guard omitted > 0 else { return entries }
    return entries + [Diagnostic(.warning, line: lastLine, "and \(omitted) more warnings up to this line")]
  }
}

extension FormatError {
  /// Why positions in a reference system other than WGS 84 are not read, and what to do.
  static func refusal(ofReferenceSystem system: String) -> String {
    let name = SafeText.clean(system, limit: SafeText.nameLimit)
    return "the positions are in “\(name)”, not in WGS 84: `ogr2ogr -t_srs EPSG:4326 NEW FILE` converts them"
  }
}
