internal import Game
internal import Nearby
internal import Views

// Input events as words: short and readable.

extension Key {
  /// Keys that have a name.
  private static let named: [(word: String, key: Key)] = [
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home), ("end", .end),
    ("page-up", .pageUp), ("page-down", .pageDown), ("enter", .enter), ("tab", .tab), ("back-tab", .backTab),
    ("backspace", .backspace), ("escape", .escape),
  ]

  /// `up`, `'q` for the character q, `^l` for Ctrl and L.
  var word: String {
    switch self {
    case .character(let character): "'\(character)"
    case .control(let character): "^\(character)"
    default: Self.named.first { $0.key == self }?.word ?? ""
    }
  }

  /// Parses the name of a key; `nil` if it names none.
  init?(word: String) {
    if let key = Self.named.first(where: { $0.word == word })?.key {
      self = key
      return
    }
    // A combining mark is a key by itself.
    let rest = String(word.unicodeScalars.dropFirst())
    guard rest.count == 1, let character = rest.first, !Self.isControl(character) else { return nil }
    switch word.unicodeScalars.first {
    case "'": self = .character(character)
    case "^" where character.isASCII: self = .control(character)
    default: return nil
    }
  }

  /// Whether a character is a control character, which no key is; text input sanitises other characters.
  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

extension Pointer {
  /// `wheel 1 40 12`: what it did, by how much, and where.
  var words: String {
    switch self {
    case .wheel(let steps, let column, let row): "wheel \(steps) \(column) \(row)"
    case .press(let column, let row): "press \(column) \(row)"
    case .drag(let column, let row): "drag \(column) \(row)"
    case .release(let column, let row): "release \(column) \(row)"
    }
  }

  /// Parses a pointer event; `nil` if the words are not one.
  init?(words: String) {
    let parts = words.split(separator: " ")
    let numbers = parts.dropFirst().compactMap { Int($0) }.filter { (-100_000...100_000).contains($0) }
    guard let verb = parts.first, numbers.count == parts.count - 1 else { return nil }
    switch (verb, numbers.count) {
    case ("wheel", 3): self = .wheel(steps: numbers[0], column: numbers[1], row: numbers[2])
    case ("press", 2): self = .press(column: numbers[0], row: numbers[1])
    case ("drag", 2): self = .drag(column: numbers[0], row: numbers[1])
    case ("release", 2): self = .release(column: numbers[0], row: numbers[1])
    default: return nil
    }
  }
}

extension Steering {
  /// `turn -15.0`, `faster`.
  var words: String {
    switch self {
    case .turn(let degrees): "turn \(degrees)"
    case .faster: "faster"
    case .slower: "slower"
    case .go: "go"
    case .halt: "halt"
    }
  }

  /// Parses a steering command; `nil` if the words are not one.
  init?(words: some StringProtocol) {
    switch words {
    case "faster": self = .faster
    case "slower": self = .slower
    case "go": self = .go
    case "halt": self = .halt
    default:
      guard words.hasPrefix("turn "), let degrees = Double(words.dropFirst(5)), degrees.isFinite else { return nil }
      self = .turn(degrees: degrees)
    }
  }
}

extension PlayAction {
  /// `hint`, `answer Via Roma`, `steer faster`.
  var words: String {
    switch self {
    case .answer(let text): "answer \(text)"
    case .turn(let degrees): "turn \(degrees)"
    case .steer(let steering): "steer \(steering.words)"
    default: Self.plain.first { $0.action == self }?.record ?? ""
    }
  }

  /// Parses an action; `nil` if the words are not one.
  init?(words: String) {
    if let action = Self.plain.first(where: { $0.record == words })?.action {
      self = action
    } else if words.hasPrefix("answer ") {
      self = .answer(String(words.dropFirst(7)).asName)
    } else if words.hasPrefix("steer ") {
      guard let steering = Steering(words: words.dropFirst(6)) else { return nil }
      self = .steer(steering)
    } else if case .turn(let degrees)? = Steering(words: words) {
      self = .turn(degrees: degrees)
    } else {
      return nil
    }
  }
}
