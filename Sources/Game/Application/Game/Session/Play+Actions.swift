internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// An action that costs points and is carried out only on the second request.
struct Confirmation: Hashable, Sendable {
  /// The action to confirm.
  enum Subject: Hashable, Sendable {
    /// The next hint of the treasure of an id.
    case hint(String)
    case claim(String)
  }

  let subject: Subject
  /// The question that the player was shown.
  let words: String

  /// The key that does it.
  var key: KeyHelp {
    switch subject {
    case .hint: KeyHelp("i", "read it")
    case .claim: KeyHelp("C", "claim it")
    }
  }
}

/// Carries out the player's actions, from keys and from typed words.
extension Play {
  mutating func perform(_ action: PlayAction, at now: Duration) -> [SessionEffect] {
    let waiting = waitsForConfirmation?.subject
    waitsForConfirmation = nil
    switch action {
    case .answer(let text): return answer(text, at: now)
    case .hint: return hint(at: now, isConfirmed: { waiting == .hint($0) })
    case .claim: return claim(at: now, isConfirmed: { waiting == .claim($0) })
    case .nextTarget: return nextTarget(at: now)
    case .way: return say(way(from: now))
    case .look: return say(LookAround.sentence(for: service.snapshot(at: now), roles: hunting.roles))
    case .status: return say(status(at: now))
    case .mates: return sayMates(at: now)
    case .board: return sayBoard()
    case .help: return say(Self.actions)
    case .turn(let degrees): return turn(by: degrees, at: now)
    case .steer(let steering):
      guard source.isSteered else {
        return say("Positions come from the \(source.label): walk, or take a steered walker.")
      }
      return [.steer(steering)]
    case .quit: return [.quit]
    }
  }

  /// Shows a message and tells it to the plain-text voice.
  private mutating func say(_ text: String) -> [SessionEffect] { say(text, .reply(text)) }

  private mutating func say(_ text: String, _ news: SessionNews) -> [SessionEffect] {
    message = text
    return [.tell(news)]
  }

  private mutating func sayMates(at now: Duration) -> [SessionEffect] {
    let seen = mates.sightings(from: service.snapshot(at: now), at: now)
    let text = Wording.mates(seen)
    return say(text, .mates(seen, text))
  }

  private mutating func sayBoard() -> [SessionEffect] {
    let text = Leaderboard.sentences(board)
    return say(text, .board(board, text))
  }

  /// Asks whether something is to be done that costs points.
  private mutating func confirm(_ subject: Confirmation.Subject, _ words: String) -> [SessionEffect] {
    waitsForConfirmation = Confirmation(subject: subject, words: words)
    return say(words)
  }

  private static let actions =
    "You can answer, ask for a hint, claim the target, take the next target, ask the way, what is around or how things stand, turn, "
    + "steer a walker, and quit."

  // MARK: - Answers

  private mutating func answer(_ text: String, at now: Duration) -> [SessionEffect] {
    guard !isFinished, let asked = answering?.treasure ?? hunting.asked else { return say("Nothing is asked now.") }
    let before = hunting.progress
    let events = hunting.progress.answer(text, to: asked.id, at: tell(now), utc: time.utc)
    guard !events.isEmpty else {
      let reply = "That cannot be understood as an answer."
      answering?.note = reply
      // Where the line is open it says so itself.
      return answering == nil ? say(reply) : [.tell(.reply(reply))]
    }
    if events.contains(where: { if case .answeredWrongly = $0.kind { true } else { false } }) { wrong(text, asked) }
    return turn(events, since: before, at: now)
  }

  private mutating func wrong(_ text: String, _ asked: Treasure) {
    let lost = asked.question.map { $0.price > 0 ? " \(Wording.points($0.price)) lost." : "" } ?? ""
    let words = "“\(given(text, asked.question))” is not the answer.\(lost)"
    guard answering != nil else { return message = words }
    answering?.note = words
    answering?.line = LineEditor()
  }

  /// The words of an option that was given by its number or its letter.
  private func given(_ text: String, _ question: Question?) -> String {
    guard case .choice(let options, _) = question?.rule, let choice = question?.option(text) else { return text }
    return options[choice]
  }

  // MARK: - Hints and claims

  private mutating func hint(at now: Duration, isConfirmed: (String) -> Bool) -> [SessionEffect] {
    guard !isFinished, !hunting.progress.isCompleted else { return say("There is nothing left to look for.") }
    guard let target = hunting.subject else { return say(hunting.waiting) }
    guard hunting.progress.state(of: target.id).isOpen else {
      return say("There is no hint for \(target.place.name) yet. \(reason(target))")
    }
    guard let next = hunting.progress.nextHint(of: target.id, at: played(at: now)), next.wait == .zero else {
      return readAgain(target, at: now)
    }
    if next.hint.price > 0, !isConfirmed(target.id) {
      return confirm(
        .hint(target.id),
        "The next hint for \(target.place.name) costs \(Wording.points(next.hint.price)): ask again to read it.")
    }
    let before = hunting.progress
    let events = hunting.progress.readHint(of: target.id, at: tell(now), utc: time.utc)
    message = nil
    return turn(events, since: before, at: now)
  }

  /// Shows the hints that have been read, and when the next one can be.
  private mutating func readAgain(_ target: Treasure, at now: Duration) -> [SessionEffect] {
    let read = hunting.progress.readHints(of: target.id)
    let next = hunting.progress.nextHint(of: target.id, at: played(at: now))
    let coming = next.map { "The next hint for \(target.place.name) can be read in \(Wording.age($0.wait, up: true))." }
    // The only one stands under the map anyway.
    if read.count == 1, coming == nil { return [.tell(.hint(target, read[0])), .tell(.reply(Self.noMoreHints))] }
    guard !read.isEmpty else { return say(coming ?? "There is no hint for \(target.place.name).") }
    let hints = read.enumerated().map { "\($0 + 1). \($1.text)" }.joined(separator: " ")
    return say("Hints for \(target.place.name): \(hints) \(coming ?? Self.noMoreHints)")
  }

  private static let noMoreHints = "There are no more hints."

  private mutating func claim(at now: Duration, isConfirmed: (String) -> Bool) -> [SessionEffect] {
    guard !isFinished, let target = hunting.target else {
      return say("There is nothing that could be claimed.")
    }
    guard let price = hunting.progress.claimPrice(of: target.id, at: played(at: now)) else {
      return say("\(target.place.name) cannot be claimed now. \(reason(target))")
    }
    guard isConfirmed(target.id) else {
      let isSealed = target.question?.isSealed == true
      let consequence =
        isSealed
        ? "Claim again if you are, and its question is asked: without its answer this hunt does not go on."
        : "Claiming it costs \(Wording.points(price)): claim again if you are."
      return confirm(
        .claim(target.id), "Are you at \(target.place.name), and the receiver does not say so? \(consequence)")
    }
    let before = hunting.progress
    let events = hunting.progress.claim(target.id, at: tell(now), utc: time.utc)
    return turn(events, since: before, at: now)
  }

  private func reason(_ target: Treasure) -> String {
    hunting.progress.obstacle(to: target.id).map { Wording.obstacle($0, to: target, in: hunting.progress.hunt) }
      ?? "Go there."
  }

  /// The time played at which something is done, from which no later event goes back.
  private mutating func tell(_ now: Duration) -> Duration {
    time.pass(to: now)
  }

  // MARK: - Where to go, and how things stand

  private mutating func nextTarget(at now: Duration) -> [SessionEffect] {
    guard !isFinished, hunting.chooseNext() != nil else { return say("There is no other open treasure.") }
    return say("Now to \(way(from: now))")
  }

  /// `The Old Mill, 180 m north-east, 2 o'clock.`, and what stands in the way.
  private func way(from now: Duration) -> String {
    let nearby = service.snapshot(at: now)
    let screen = hunting.screen(for: nearby, at: played(at: now))
    let turn = hunting.target.flatMap { nearby.sighting(of: $0.id)?.turn }
    let face = turn.map { ", \(Wording.clockFace(turn: $0))" } ?? ""
    let end = screen.target.hasSuffix(".") ? "" : "."
    return [screen.target + face + end, screen.obstacle, screen.trouble].compactMap(\.self).joined(separator: " ")
  }

  private func status(at now: Duration) -> String {
    let (progress, played) = (hunting.progress, played(at: now))
    let open = hunting.open.map(\.place.name)
    let found = hunting.visible.compactMap { treasure in
      hunting.finder(of: treasure.id).map { "\(treasure.place.name) (\($0))" }
    }
    let sentences: [String?] = [
      "Found \(progress.finds.count) of \(progress.hunt.count), \(Wording.points(progress.points)).",
      open.isEmpty ? nil : "Open: \(open.joined(separator: ", ")).",
      found.isEmpty ? nil : "Your team has found: \(found.joined(separator: ", ")).",
      progress.items.isEmpty ? nil : "You carry: \(progress.items.map(\.name).joined(separator: ", ")).",
      hunting.timeLeft(for: hunting.target, at: played).map { "\(Wording.clock($0)) left." },
      notSaved.map { "Not saved yet: \($0)" } ?? rehearsal,
    ]
    return sentences.compactMap(\.self).joined(separator: " ")
  }

  private mutating func turn(by degrees: Double, at now: Duration) -> [SessionEffect] {
    guard degrees.isFinite else { return [] }
    if source.isSteered { return [.steer(.turn(degrees: max(-180, min(180, degrees))))] }
    service.turn(by: degrees, at: now)
    return [.tell(.reply("You look \(Wording.heading(service.snapshot(at: now).heading))."))]
  }
}
