package import Nearby

/// An action of the player, from a key, a typed word or a script.
package enum PlayAction: Hashable, Sendable {
  /// Answers the question that is asked.
  case answer(String)
  /// Reads the next hint of the target.
  case hint
  /// Says that the target is found, though the receiver does not agree.
  case claim
  /// Looks for another open treasure: the next one of the list.
  case nextTarget
  /// Says where the target is, now.
  case way
  /// Says what lies around the player.
  case look
  /// Says what is done, open and carried.
  case status
  /// Says where the other players of the event are.
  case mates
  /// Says how the event stands.
  case board
  /// Says what can be asked for.
  case help
  /// The player has turned, in degrees to the right.
  case turn(degrees: Double)
  /// Drives the walker.
  case steer(Steering)
  case quit

  /// The actions that are one word: that of a session's record, and those that players type.
  package static let plain: [(action: PlayAction, record: String, typed: [String])] = [
    (.hint, "hint", ["hint", "i"]), (.claim, "claim", ["claim"]), (.nextTarget, "next", ["next", "n"]),
    (.way, "way", ["where", "w"]), (.look, "look", ["look"]), (.status, "status", ["status"]),
    (.mates, "mates", ["mates"]), (.board, "board", ["board"]), (.help, "help", ["help", "h", "?"]),
    (.quit, "quit", ["quit", "q", "exit"]),
  ]
}

/// A line from the player or a script, parsed into an order and a time.
///
/// ```swift
/// PlayWords("a 1823").order        // .action(.answer("1823"))
/// PlayWords("at 90 hint").time     // 90 s of the session
/// ```
package struct PlayWords: Hashable, Sendable {
  /// The order that a line gives.
  package enum Order: Hashable, Sendable {
    /// An empty line, or one that begins with `#`.
    case nothing
    /// An action of the player, for the session.
    case action(PlayAction)
    /// Turns a steered walker toward the target.
    case face
    /// The line is not understood; a sentence says what would help.
    case misunderstood(String)

    /// The action to send to the session; `nil` if only the walker or the player is told.
    ///
    /// - Parameter isSteered: whether commands drive the player.
    package func action(isSteered: Bool) -> PlayAction? {
      switch self {
      case .nothing, .misunderstood, .action(.help): nil
      case .action(.steer) where isSteered, .action(.turn) where isSteered: nil
      case .face: isSteered ? nil : .way
      case .action(let action): action
      }
    }
  }

  /// Characters that a line may have.
  package static let longest = 1000
  /// Degrees of a turn without a number: an hour on the face of a clock.
  package static let turn = 30.0
  /// Seconds of a session at which a command can be wanted: half a year.
  package static let times = 0...15_000_000.0

  /// What the line asks for.
  package let order: Order
  /// When the session is to carry it out; `nil` for at once.
  package let time: Duration?

  /// Reads a line.
  package init(_ line: some StringProtocol) {
    guard line.utf8.count <= Self.longest * 4, line.count <= Self.longest else {
      (order, time) = (.misunderstood("That line is too long; type help for the commands."), nil)
      return
    }
    let (word, rest) = Self.split(line)
    guard word == "at" else {
      (order, time) = (Self.order(word, rest), nil)
      return
    }
    let (number, command) = Self.split(rest)
    guard let seconds = Double(number), Self.times.contains(seconds) else {
      (order, time) = (.misunderstood("After at come seconds and a command: at 90 hint."), nil)
      return
    }
    let (verb, words) = Self.split(command)
    (order, time) = (Self.order(verb, words), .milliseconds(Int((seconds * 1000).rounded())))
  }

  /// The first word in small letters, and what follows it.
  private static func split(_ text: some StringProtocol) -> (word: String, rest: Substring) {
    let text = Substring(text)
    let start = text.drop(while: \.isWhitespace)
    let word = start.prefix { !$0.isWhitespace }
    var rest = start.dropFirst(word.count).drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return (word.lowercased(), rest)
  }

  private static func order(_ word: String, _ rest: Substring) -> Order {
    if word.isEmpty || word.hasPrefix("#") { return .nothing }
    switch word {
    case "a", "answer":
      return rest.isEmpty ? .misunderstood("Type the answer behind a: a 1823.") : .action(.answer(String(rest)))
    case "left", "l": return turn(rest, sign: -1)
    case "right", "r": return turn(rest, sign: 1)
    default: break
    }
    guard let order = plain[word] else {
      return .misunderstood("“\(word.prefix(40))” is no command; type a and an answer, or help for the commands.")
    }
    return order
  }

  /// Commands of one word; what follows them does not matter.
  private static let plain: [String: Order] = {
    var plain: [String: Order] = [
      "go": .action(.steer(.go)), "stop": .action(.steer(.halt)), "faster": .action(.steer(.faster)),
      "slower": .action(.steer(.slower)), "face": .face,
    ]
    for (action, _, typed) in PlayAction.plain { for word in typed { plain[word] = .action(action) } }
    return plain
  }()

  /// The commands that are one word, with all their spellings.
  package static var words: [String] { plain.keys.sorted() }

  /// The actions of these commands, each once, in an order that does not change.
  package static let actions: [PlayAction] = {
    var actions: [PlayAction] = []
    for word in words {
      if case .action(let action)? = plain[word], !actions.contains(action) { actions.append(action) }
    }
    return actions
  }()

  private static func turn(_ rest: Substring, sign: Double) -> Order {
    let number = split(rest).word.filter { $0 != "°" }
    if number.isEmpty { return .action(.turn(degrees: sign * turn)) }
    guard let degrees = Double(number), (0...360).contains(degrees) else {
      return .misunderstood("Behind left and right come degrees from 0 to 360: right 60.")
    }
    return .action(.turn(degrees: sign * degrees))
  }
}
