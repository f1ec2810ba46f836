internal import Geodesy

extension FaultScenario {
  /// Reads a scenario's text: faults on lines of their own or behind `;`, and comments behind `#`.
  package init(text: String) throws(FaultScenarioError) {
    var reader = try FaultScenarioReader(text)
    self.init(try reader.entries())
  }
}

/// Reads scenarios, one word after the other.
struct FaultScenarioReader {
  /// The words of each fault; none is empty.
  private let lines: [[ScenarioWord]]
  private(set) var words: ArraySlice<ScenarioWord> = []
  /// The position of the end of the text, for errors about a missing word.
  private var end = (line: 1, column: 1)

  init(_ text: String) throws(FaultScenarioError) {
    let bytes = text.utf8.count
    guard bytes <= FaultLimits.longestText else {
      throw FaultScenarioError(problem: .tooLong(bytes: bytes), line: 1, column: 1)
    }
    lines = ScenarioWord.split(text)
  }

  mutating func entries() throws(FaultScenarioError) -> [FaultScenario.Entry] {
    var entries: [FaultScenario.Entry] = []
    for line in lines {
      guard entries.count < FaultLimits.mostEntries else { throw error(.tooMany, at: line[0]) }
      words = line[...]
      if let last = line.last { end = (last.line, last.column + last.text.count) }
      entries.append(try entry())
    }
    return entries
  }

  // MARK: - Words

  /// The present word in small letters.
  var next: String? { words.first?.text.lowercased() }

  mutating func take(_ word: String) -> Bool {
    guard next == word else { return false }
    words.removeFirst()
    return true
  }

  /// Goes on with `rest`.
  mutating func advance(to rest: ArraySlice<ScenarioWord>) { words = rest }

  func error(_ problem: FaultScenarioError.Problem, at word: ScenarioWord? = nil) -> FaultScenarioError {
    let place = (word ?? words.first).map { ($0.line, $0.column) } ?? end
    return FaultScenarioError(problem: problem, line: place.0, column: place.1)
  }

  func missing(_ what: String) -> FaultScenarioError {
    error(.expected(what, found: words.first.map(\.shown)))
  }

  // MARK: - Faults

  private mutating func entry() throws(FaultScenarioError) -> FaultScenario.Entry {
    let first = words.first
    let start = try start()
    let named = words.first
    let fault = try fault()
    let limit = words.first
    let extent = try extent()
    if let rest = words.first { throw error(.leftOver(rest.shown)) }
    if case .once = extent, fault.needsTime { throw error(.needsTime(named.map(\.shown) ?? ""), at: named) }
    if case (.every, .ever) = (start, extent) { throw error(.endlessRepetition, at: limit) }
    if case .ever = extent, fault == .stall { throw error(.endlessStall, at: limit) }
    guard let entry = FaultScenario.Entry(start, fault, extent) else { throw error(.lastsTooLong, at: limit ?? first) }
    return entry
  }

  private mutating func start() throws(FaultScenarioError) -> FaultScenario.Start {
    if take("at") { return .at(try time()) }
    if take("every") {
      let word = words.first
      let time = try time()
      guard time > .zero else {
        throw error(.outOfRange(word.map(\.shown) ?? "", limits: "it has to be more than 0"), at: word)
      }
      return .every(time)
    }
    throw error(.noStart(words.first.map(\.shown)))
  }

  private mutating func extent() throws(FaultScenarioError) -> FaultScenario.Extent {
    guard take("for") else { return .once }
    if take("ever") { return .ever }
    let word = words.first
    let time = try duration(upTo: FaultLimits.longestTime)
    guard time > .zero else {
      throw error(.outOfRange(word.map(\.shown) ?? "", limits: "it has to be more than 0"), at: word)
    }
    return .lasting(time)
  }

  mutating func need(_ word: String) throws(FaultScenarioError) {
    guard take(word) else { throw missing("“\(word)”") }
  }
}

/// Numbers, with and without units.
extension FaultScenarioReader {
  mutating func metres(in range: ClosedRange<Double>) throws(FaultScenarioError) -> Double {
    try quantity(["m": 1, "km": 1000], "a length with m or km, as 200 m", in: range)
  }

  mutating func speed() throws(FaultScenarioError) -> Double {
    try quantity(["m/s": 1, "km/h": 1 / 3.6], "a speed with m/s or km/h, as 1.5 m/s", in: FaultLimits.speed)
  }

  mutating func degrees() throws(FaultScenarioError) -> Bearing {
    Bearing(degrees: try quantity(["": 1, "°": 1], "a direction in degrees, as 90", in: 0...360))
  }

  mutating func count(in range: ClosedRange<Int>) throws(FaultScenarioError) -> Int {
    let word = words.first
    let number = try quantity(["": 1], "a number", in: Double(range.lowerBound)...Double(range.upperBound))
    guard number == number.rounded() else {
      throw error(.expected("a whole number", found: word.map(\.shown)), at: word)
    }
    return Int(number)
  }

  mutating func duration(upTo longest: Duration) throws(FaultScenarioError) -> Duration {
    let units = [
      "ms": 0.001, "s": 1, "sec": 1, "min": 60, "h": 3600, "d": 86_400, "day": 86_400, "days": 86_400, "week": 604_800,
      "weeks": 604_800,
    ]
    let seconds = try quantity(
      units, "a time with s, min or h, as 30s", in: 0...longest / .seconds(1), limits: longest.limit)
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// A time since the beginning: `00:30`, `1:00:30`, or a number with a unit.
  mutating func time() throws(FaultScenarioError) -> Duration {
    guard let word = words.first, word.text.contains(":") else { return try duration(upTo: FaultLimits.longestTime) }
    let parts = word.text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let seconds = Self.number(parts[parts.count - 1]), seconds < 60 else {
      throw missing("a time as 00:30 or 1:00:30")
    }
    var sum = seconds
    for (part, unit) in zip(parts.dropLast().reversed(), [60.0, 3600]) {
      guard let number = Self.number(part), number == number.rounded(), unit > 60 || parts.count == 2 || number < 60
      else {
        throw missing("a time as 00:30 or 1:00:30")
      }
      sum += number * unit
    }
    guard sum <= FaultLimits.longestTime / .seconds(1) else {
      throw error(.outOfRange(word.shown, limits: FaultLimits.longestTime.limit))
    }
    advance(to: words.dropFirst())
    return .milliseconds(Int64((sum * 1000).rounded()))
  }

  /// A number and its unit, in one word or in two; to a thousandth.
  mutating func quantity(
    _ units: [String: Double], _ what: String, in range: ClosedRange<Double>, limits: String? = nil
  ) throws(FaultScenarioError) -> Double {
    guard let word = words.first else { throw missing(what) }
    let text = word.text.lowercased()
    let digits = text.prefix { $0 == "." || $0 == "-" || ("0"..."9").contains($0) }
    guard let number = Self.number(digits) else { throw missing(what) }
    var unit = String(text.dropFirst(digits.count))
    var rest = words.dropFirst()
    if unit.isEmpty, units[""] == nil {
      guard let second = rest.popFirst() else { throw missing(what) }
      unit = second.text.lowercased()
    }
    guard let factor = units[unit] else { throw missing(what) }
    let value = (number * factor).thousandths
    guard range.contains(value) else {
      throw error(.outOfRange(word.shown, limits: limits ?? range.limits))
    }
    advance(to: rest)
    return value
  }

  /// Parses a decimal number of at most twelve digits; `nil` for other forms that Swift accepts, such as exponents.
  private static func number(_ text: Substring) -> Double? {
    let digits = text.first == "-" ? text.dropFirst() : text
    let isPlain = digits.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
    guard isPlain, (1...13).contains(digits.count), digits.first != ".", digits.last != ".",
      digits.count(where: { $0 == "." }) <= 1
    else { return nil }
    return Double(text)
  }
}

extension ClosedRange<Double> {
  fileprivate var limits: String { "it goes from \(lowerBound.text) to \(upperBound.text)" }
}

extension Duration {
  fileprivate var limit: String { "it goes from 0 to \(text)" }
}

/// A word of a scenario's text, and where it stands.
struct ScenarioWord {
  let text: String
  /// The position in the text, counted from 1.
  let line, column: Int

  /// The word for error messages: shortened, without control characters.
  var shown: String {
    let printable = text.unicodeScalars.prefix(40).map { scalar -> Character in
      scalar.properties.generalCategory.isPrintable ? Character(scalar) : "\u{FFFD}"
    }
    return String(printable)
  }

  /// The words of each fault of a text: faults end with lines and at `;`, and `#` begins a comment.
  static func split(_ text: String) -> [[ScenarioWord]] {
    var lines: [[ScenarioWord]] = []
    var (words, word, begin): ([ScenarioWord], String, Int) = ([], "", 1)
    var (line, column, isComment) = (1, 0, false)
    func endWord() {
      guard !word.isEmpty else { return }
      words.append(ScenarioWord(text: word, line: line, column: begin))
      word = ""
    }
    func endLine() {
      endWord()
      if !words.isEmpty { lines.append(words) }
      words = []
    }
    for character in text {
      column += 1
      if character.isNewline {
        endLine()
        (line, column, isComment) = (line + 1, 0, false)
      } else if isComment {
        continue
      } else if character == "#" {
        endLine()
        isComment = true
      } else if character == ";" {
        endLine()
      } else if character.isWhitespace {
        endWord()
      } else {
        if word.isEmpty { begin = column }
        word.append(character)
      }
    }
    endLine()
    return lines
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isPrintable: Bool {
    switch self {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
