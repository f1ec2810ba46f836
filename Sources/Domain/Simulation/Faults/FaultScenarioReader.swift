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
  private var next: String? { words.first?.text.lowercased() }

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

  private mutating func fault() throws(FaultScenarioError) -> Fault {
    guard let word = next.flatMap(FaultWords.init) else { throw error(.noFault(words.first.map(\.shown))) }
    words.removeFirst()
    switch word {
    case .lose:
      try need("fix")
      return .loseFix
    case .silence: return .silence
    case .stall: return .stall
    case .duplicate: return .duplicate(times: try times())
    case .flood: return .flood(rate: try quantity(["hz": 1], "a rate with Hz, as 25 Hz", in: FaultLimits.rate))
    case .freeze: return .freeze
    case .null:
      try need("island")
      return .nullIsland
    case .jump: return .jump(metres: try metres(in: FaultLimits.metres), toward: try direction())
    case .drift: return .drift(speed: try speed(), toward: try direction())
    case .flat: return .flat
    case .accuracy: return .accuracy(take("unknown") ? nil : try metres(in: FaultLimits.accuracy))
    case .altitude: return .altitude(take("unknown") ? nil : try metres(in: FaultLimits.altitude))
    case .speed: return .speed(take("unknown") ? nil : try speed())
    case .course: return .course(take("unknown") ? nil : try degrees())
    case .satellites: return .satellites(take("unknown") ? nil : try count(in: 0...FaultLimits.mostSatellites))
    case .clock: return try clock()
    }
  }

  private mutating func clock() throws(FaultScenarioError) -> Fault {
    if take("stopped") { return .clockStopped }
    if take("unknown") { return .clockUnknown }
    if take("back") { return .clock(.zero - (try duration(upTo: FaultLimits.longestOffset))) }
    if take("forward") { return .clock(try duration(upTo: FaultLimits.longestOffset)) }
    throw missing("“back”, “forward”, “stopped” or “unknown”")
  }

  private mutating func need(_ word: String) throws(FaultScenarioError) {
    guard take(word) else { throw missing("“\(word)”") }
  }

  private mutating func times() throws(FaultScenarioError) -> Int {
    guard let next, next.first?.isNumber == true else { return 1 }
    let count = try count(in: 1...FaultLimits.mostDuplicates)
    if !take("times") { try need("time") }
    return count
  }

  private mutating func direction() throws(FaultScenarioError) -> Bearing {
    take("toward") ? try degrees() : .north
  }
}
