package import Geodesy
package import HuntDomain

/// A walk through a hunt as its author wrote it: one step a line, and what has to come of it.
///
/// ```
/// go to well
/// answer well seven feet
/// expect found well
/// ```
package struct Walkthrough: Hashable, Sendable {
  /// One line.
  package struct Step: Hashable, Sendable {
    /// Its number in the file, from 1.
    package let line: Int
    /// What it asks for.
    package let action: Action
  }

  /// What a step asks for.
  package enum Action: Hashable, Sendable {
    /// The walker begins here; only the first step.
    case start(Coordinate)
    /// Walk to a place, or to where a treasure lies.
    case go(Goal)
    /// Answer the question of a treasure, as soon as it is asked.
    case answer(String, to: String)
    /// Read the next hint of a treasure.
    case hint(of: String)
    /// Say that a treasure is found, as a player does whose receiver does not agree.
    case claim(String)
    /// Stand for a while.
    case wait(Duration)
    /// Stand until this is so, for so long at most.
    case expect(Expectation, within: Duration)
  }

  /// Where to walk.
  package enum Goal: Hashable, Sendable {
    case stage(String)
    case place(Coordinate)
  }

  /// What has to be so.
  package enum Expectation: Hashable, Sendable {
    /// A treasure is in one of these states, which are called `word`; or is not.
    case state(Set<TreasureState>, word: String, of: String, isSo: Bool)
    /// The question of a treasure is asked, or is not.
    case asked(String, isSo: Bool)
    /// The player sees a treasure, or does not.
    case visible(String, isSo: Bool)
    /// The player carries an item, or does not.
    case item(String, isSo: Bool)
    /// A limit of the game is kept, or is not.
    case limit(TrialRequirement, isSo: Bool)
  }

  /// How long a step waits for a question, or for what is expected, unless it says otherwise: what comes of an arrival
  /// takes a receiver some seconds.
  package static let patience = Duration.seconds(60)
  /// Steps that a file may have, and characters of a line.
  package static let (mostSteps, longestLine) = (10_000, 1000)
  /// The longest time that a step may wait: a day.
  static let longest = Duration.seconds(86_400)

  /// In the order of the file.
  package let steps: [Step]

  /// Where the walker begins; `nil` if the file does not say it.
  package var start: Coordinate? {
    if case .start(let place)? = steps.first?.action { place } else { nil }
  }

  /// Reads the lines of a file for a hunt, whose stages and items are known.
  ///
  /// Throws: the first line that is not understood, and why.
  ///
  /// - Parameter placing: reads a position as people write it; `nil` if it is none.
  package init(
    _ lines: some Sequence<String>, for hunt: Hunt, placing: (String) -> Coordinate?
  ) throws(WalkthroughError) {
    var steps: [Step] = []
    for (index, line) in lines.enumerated() {
      var reader = WalkthroughReader(line, number: index + 1, hunt: hunt)
      guard let action = try reader.action(isFirst: steps.isEmpty, placing) else { continue }
      guard steps.count < Self.mostSteps else {
        throw WalkthroughError(line: index + 1, problem: "a walkthrough has \(Self.mostSteps) steps at most")
      }
      steps.append(Step(line: index + 1, action: action))
    }
    guard !steps.isEmpty else { throw WalkthroughError(line: 1, problem: "there is no step; \(Self.help)") }
    self.steps = steps
  }

  /// The steps, for messages.
  package static let help =
    "steps are start LAT,LON; go to STAGE or LAT,LON; answer STAGE WORDS; hint STAGE; claim STAGE; wait 5min; "
    + "expect WHAT"
}

/// What is wrong with a walkthrough, or went wrong on it.
package struct WalkthroughError: Error, Hashable {
  /// The line, from 1.
  package let line: Int
  /// What is wrong, and what to write instead; it may hold text of the file.
  package let problem: String
}

/// Reads a line from left to right.
private struct WalkthroughReader {
  private var rest: Substring
  private let number: Int
  private let hunt: Hunt
  /// What is expected of a stage, and of an item.
  private static let things = "open, entered, found, claimed, locked, expired, asked, visible, item"
  /// Stages and items that a message lists.
  private static let mostListed = 12

  init(_ line: String, number: Int, hunt: Hunt) {
    rest = Self.uncommented(line)
    (self.number, self.hunt) = (number, hunt)
    trim()
  }

  /// The line up to its comment, which begins at the start of the line or after a blank: an answer may have `#` inside.
  private static func uncommented(_ line: String) -> Substring {
    let comment = line.indices.first { index in
      line[index] == "#" && (index == line.startIndex || line[line.index(before: index)].isWhitespace)
    }
    return line[..<(comment ?? line.endIndex)]
  }

  mutating func action(
    isFirst: Bool, _ placing: (String) -> Coordinate?
  ) throws(WalkthroughError) -> Walkthrough.Action? {
    guard rest.count <= Walkthrough.longestLine else {
      throw error("a line has \(Walkthrough.longestLine) characters at most")
    }
    guard !rest.isEmpty else { return nil }
    let verb = word()
    switch verb.lowercased() {
    case "start":
      guard isFirst else { throw error("only the first step can be a start") }
      guard let place = placing(String(rest)) else { throw error("after start comes a place: 48.41,15.61") }
      return .start(place)
    case "go":
      _ = take("to")
      if !isStage, let place = placing(String(rest)) { return .go(.place(place)) }
      return .go(.stage(try lastStage()))
    case "answer", "a":
      let id = try stage()
      guard !rest.isEmpty else { throw error("after the stage comes the answer: answer \(id) 1823") }
      return .answer(String(rest), to: id)
    case "hint": return .hint(of: try lastStage())
    case "claim", "take": return .claim(try lastStage())
    case "wait":
      let time = try duration()
      try end()
      return .wait(time)
    case "expect": return try expectation()
    default: throw error("“\(verb)” is no step; \(Walkthrough.help)")
    }
  }

  private mutating func expectation() throws(WalkthroughError) -> Walkthrough.Action {
    let isSo = !take("not")
    let begin = rest
    let verb = word()
    let states: [String: Set<TreasureState>] = [
      "open": [.open, .entered], "entered": [.entered], "found": [.found, .claimed], "claimed": [.claimed],
      "locked": [.locked], "expired": [.expired],
    ]
    let name = verb.lowercased()
    let what: Walkthrough.Expectation
    if let states = states[name], !(rest.first.map { "<=>".contains($0) } ?? false) {
      what = .state(states, word: name, of: try stage(), isSo: isSo)
    } else if name == "asked" {
      what = .asked(try stage(), isSo: isSo)
    } else if name == "visible" {
      what = .visible(try stage(), isSo: isSo)
    } else if name == "item" {
      what = .item(try known(hunt.items.map(\.id), called: "item"), isSo: isSo)
    } else {
      rest = begin
      var words: [Substring] = []
      while !rest.isEmpty, !isNext("within") { words.append(word()) }
      do { what = .limit(try TrialRequirement(ofGame: words.joined(separator: " ")), isSo: isSo) } catch {
        throw self.error(
          "\(error.problem); or expect one of \(Self.things), and its id")
      }
    }
    // What is not so may become so: it is looked at once.
    let patience = take("within") ? try duration() : isSo ? Walkthrough.patience : .zero
    try end()
    return .expect(what, within: patience)
  }

  // MARK: - Words

  private mutating func trim() {
    rest = rest.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
  }

  private mutating func word() -> Substring {
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest.dropFirst(word.count)
    trim()
    return word
  }

  private func isNext(_ wanted: String) -> Bool { rest.prefix { !$0.isWhitespace }.lowercased() == wanted }

  private mutating func take(_ wanted: String) -> Bool {
    guard isNext(wanted) else { return false }
    _ = word()
    return true
  }

  private var isStage: Bool { hunt.treasure(String(rest)) != nil }

  private mutating func lastStage() throws(WalkthroughError) -> String {
    let id = try stage()
    try end()
    return id
  }

  private mutating func stage() throws(WalkthroughError) -> String {
    try known(hunt.treasures.map(\.id), called: "stage")
  }

  /// Reads an id, which may have blanks in it; that of a sealed stage is not known yet.
  private mutating func known(_ ids: [String], called what: String) throws(WalkthroughError) -> String {
    let fitting = ids.filter { id in
      rest.hasPrefix(id) && (rest.dropFirst(id.count).first?.isWhitespace ?? true)
    }
    if let id = fitting.max(by: { $0.count < $1.count }) {
      rest = rest.dropFirst(id.count)
      trim()
      return id
    }
    let name = word()
    guard !name.isEmpty else { throw error("here comes the id of a \(what)") }
    guard hunt.sealedTreasures == 0 else { return String(name) }
    let listed = ids.prefix(Self.mostListed).joined(separator: ", ") + (ids.count > Self.mostListed ? ", …" : "")
    throw error("there is no \(what) “\(name)”; there \(ids.isEmpty ? "is none" : "are \(listed)")")
  }

  private mutating func duration() throws(WalkthroughError) -> Duration {
    let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
    rest = rest.dropFirst(digits.count)
    trim()
    let unit = word().lowercased()
    guard let number = Double(digits), let seconds = TrialRequirement.units[unit],
      number * seconds <= Walkthrough.longest / .seconds(1)
    else { throw error("expected a time of a day at most: 90s, 5min or 2h") }
    return .seconds(number * seconds)
  }

  private mutating func end() throws(WalkthroughError) {
    guard rest.isEmpty else { throw error("“\(rest)” is too much here") }
  }

  private func error(_ problem: String) -> WalkthroughError { WalkthroughError(line: number, problem: problem) }
}
