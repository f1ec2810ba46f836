internal import Geodesy
package import HuntDomain
internal import Nearby
package import Numbers
internal import Places
internal import Simulation
internal import Streets

/// The game of one simulated player, from the start to the end.
struct TrialRun: Sendable {
  /// Seconds truly inside after which something should have opened: three times what a receiver without errors needs.
  static let dwell = 10
  /// Seconds before and after an entry in which the player has to be inside truly: who comes in a moment later was told
  /// too early, and who just left too late, but neither was told wrongly.
  private static let grace = 10
  /// Metres outside of a zone beyond which entering it counts as from afar.
  static let far = 10.0
  /// Metres around a zone in which the errors of the receiver are counted, and seconds between two counts.
  private static let surroundings = 50.0
  private static let errorPause = 5
  /// Sights on the screen of a player.
  private static let sights = 8

  private let trial: Trial
  private var player: SimulatedPlayer
  private var receiver: SimulatedReceiver
  private var game: TrialGame
  private var record: TrialRecord
  private var places = PlacesAround([])
  /// The open zones that the player is not believed to be in, by their place in the hunt.
  private var zones: [OpenZone] = []
  /// Where the player really was when all of them were far, and the squared metres around it.
  private var far: (from: Coordinate, squared: Double)?
  private var open: [Treasure] = []
  /// The open treasures that the screen does not show everywhere.
  private var hidden: [Treasure] = []
  /// The open treasure that the hunt lists first, and the one whose question waits.
  private var first, asked: String?
  /// Which of several right options a player chooses.
  private var choices: SeededGenerator
  /// Stages whose sealed questions wait.
  private var seals: Set<String> = []
  /// What happened, second by second; `nil` if it is not recorded.
  private(set) var moments: [TrialMoment]?

  /// A zone that waits for the player.
  private struct OpenZone {
    let stage: Int
    let ground: ZoneGround
    /// Since when the player is inside truly, and when they last were.
    var since, lastInside: Int?
  }

  init(_ trial: Trial, player number: Int, isLogged: Bool = false) {
    self.trial = trial
    moments = isLogged ? [] : nil
    var chance = SeededGenerator(seed: SeededGenerator.seed(trial.seed, number))
    let strategy = trial.strategy ?? .drawn(using: chance.uniform())
    receiver = trial.receiver(chance.next())
    receiver.start = trial.startTime
    let direction = Bearing(degrees: chance.uniform() * 360)
    let start =
      trial.start ?? trial.ground.standing(60, from: trial.hunt.treasures[0].place.position, toward: direction)
    let profile = PlayerProfile(strategy, patience: trial.patience, using: &chance)
    player = SimulatedPlayer(profile, at: start, on: trial.ground, seed: chance.next())
    choices = SeededGenerator(seed: chance.next())
    game = TrialGame(trial.hunt)
    record = TrialRecord(
      number: number, strategy: strategy, stages: Array(repeating: .init(), count: trial.hunt.treasures.count))
  }

  /// Plays to the end.
  mutating func play(noting tally: inout TrialTally) {
    while step(noting: &tally) {}
    leaveAll()
    (record.seconds, record.points) = (player.now, game.progress.points)
    if !record.isFinished { record.lostAt = player.goal.flatMap(stage) ?? open.first.flatMap { stage($0.id) } }
    tally.add(record)
  }

  /// One second; returns whether the game goes on.
  private mutating func step(noting tally: inout TrialTally) -> Bool {
    let truth = player.walk()
    tally.heat.note(truth.position)
    let observation = receiver.observe(truth)
    let events = game.receive(observation, at: truth.time)
    moments?.append(
      TrialMoment(time: truth.time, truth: truth.position, input: .report(observation), events: events))
    if !events.isEmpty { note(events, truth) }
    look(about: truth, noting: &tally)
    if player.looks, !game.progress.isCompleted, let action = lookAtScreen(truth) {
      guard act(action, truth) else { return false }
    }
    if game.progress.isCompleted {
      record.end = game.progress.isWon ? .finished : .timeUp
      return false
    }
    if !seals.isEmpty, open.allSatisfy({ seals.contains($0.id) }) {
      record.end = .atSeal
      return false
    }
    return player.now < Trial.longest
  }

  private func stage(_ id: String) -> Int? { trial.hunt.treasures.firstIndex { $0.id == id } }

  // MARK: - What happens

  private mutating func note(_ events: [HuntEvent], _ truth: Truth) {
    let now = player.now
    for event in events {
      switch event.kind {
      case .opened(let id):
        let isAstray = isAstray(id)
        change(id) { ($0.opened, $0.isAstray) = ($0.opened ?? now, isAstray) }
      case .entered(let id): enter(id, truth)
      case .found(let id, _): change(id) { $0.found = now }
      case .claimed(let id): change(id) { ($0.found, $0.isClaimed) = (now, true) }
      case .readHint(let id, _): change(id) { $0.hints += 1 }
      default: break
      }
    }
    let isFind = events.contains { event in
      switch event.kind {
      case .found, .claimed: true
      default: false
      }
    }
    player.hear(isFind: isFind)
    lookForZones()
  }

  private mutating func change(_ id: String, _ change: (inout TrialRecord.Stage) -> Void) {
    if let stage = stage(id) { change(&record.stages[stage]) }
  }

  /// Whether the answers of the player lead to a place outside of the zone to which the author's would.
  private func isAstray(_ id: String) -> Bool {
    guard let treasure = trial.hunt.treasure(id), treasure.projection != nil else { return false }
    let solutions = trial.hunt.treasures.compactMap { asking -> HuntEvent? in
      guard let question = asking.question, let said = game.progress.answers[asking.id] else { return nil }
      // Each right option of a choice is meant, with the place that it leads to.
      let isChoice = if case .choice = said { true } else { false }
      return HuntEvent(.answered(asking.id, isChoice ? said : question.solution ?? said), time: .zero)
    }
    let meant = HuntProgress(trial.hunt, replaying: solutions).resolved(treasure)
    let shown = game.progress.resolved(treasure).place.position
    return ZoneGround(meant.zone, at: meant.place.position).depth(of: shown) < 0
  }

  /// The game believes the player inside; the truth knows.
  private mutating func enter(_ id: String, _ truth: Truth) {
    guard let index = zones.firstIndex(where: { trial.hunt.treasures[$0.stage].id == id }) else { return }
    let zone = zones[index]
    let depth = zone.ground.depth(of: truth.position)
    let wasThere = zone.lastInside.map { player.now - $0 <= Self.grace } ?? false
    let isThere = depth >= 0 || wasThere || player.comes(into: zone.ground, within: Self.grace)
    let stayed = zone.since.map { player.now - $0 } ?? 0
    change(id) { stage in
      stage.entered += 1
      if !isThere { stage.enteredFalsely += 1 }
      if depth < -Self.far { stage.enteredFromAfar += 1 }
      if !isThere, depth < -Self.far { stage.enteredFalselyFromAfar += 1 }
      if stayed >= Self.dwell || depth >= 0 { stage.visits += 1 }
    }
    zones[index].since = nil
  }

  /// The zones to be watched, and the places on the screen.
  private mutating func lookForZones() {
    let before = Dictionary(zones.map { ($0.stage, $0) }) { first, _ in first }
    let progress = game.progress
    open = progress.open
    for treasure in open where progress.state(of: treasure.id) == .entered && treasure.question?.isSealed == true {
      seals.insert(treasure.id)
    }
    let waiting = open.filter { progress.state(of: $0.id) == .open }
    zones = waiting.compactMap { treasure in
      stage(treasure.id).map {
        before[$0] ?? OpenZone(stage: $0, ground: ZoneGround(treasure.zone, at: treasure.place.position))
      }
    }
    let free = open.filter { !seals.contains($0.id) }
    hidden = free.filter { treasure in
      switch treasure.visibility {
      case .always, .whenOpen: false
      case .near, .revealed: true
      }
    }
    places = PlacesAround(free.map(\.place))
    first = free.first?.id
    asked = progress.asking.first { !seals.contains($0.id) }?.id
    far = nil
  }

  // MARK: - The truth

  /// Notes in which zones the player truly is, and how the receiver errs near one.
  private mutating func look(about truth: Truth, noting tally: inout TrialTally) {
    if let far, far.from.squaredBound(to: truth.position) < far.squared { return }
    var nearest = -Double.infinity
    for index in zones.indices {
      let ground = zones[index].ground
      let bounds = ground.bounds(of: truth.position)
      let depth = bounds.flatMap { $0.most < 0 || $0.least >= 0 ? $0.most : nil } ?? ground.depth(of: truth.position)
      nearest = max(nearest, depth)
      if depth >= 0 {
        (zones[index].since, zones[index].lastInside) = (zones[index].since ?? player.now, player.now)
      } else if let since = zones[index].since {
        zones[index].since = nil
        leave(zones[index].stage, after: player.now - since)
      }
      if depth > -Self.surroundings, player.now % Self.errorPause == 0, let shown = game.shown {
        tally.errors[zones[index].stage].note(shown.position.distance(to: truth.position))
      }
    }
    let reach = max(0, -nearest - Self.surroundings - 1)
    far = reach > 0 ? (truth.position, reach * reach) : nil
  }

  private mutating func leave(_ stage: Int, after seconds: Int) {
    guard seconds >= Self.dwell else { return }
    record.stages[stage].visits += 1
    record.stages[stage].missed += 1
  }

  /// Ends the stay in every zone when the player stops: a zone that has not opened was missed.
  private mutating func leaveAll() {
    for zone in zones { if let since = zone.since { leave(zone.stage, after: player.now - since) } }
  }

  // MARK: - The screen

  private mutating func lookAtScreen(_ truth: Truth) -> PlayerAction? {
    guard let shown = game.shown else { return player.lookInVain() }
    let progress = game.progress
    // A player who has read a hint of a stage walks to it.
    let unseen = hidden.filter {
      !progress.isVisible($0, from: shown.position) && progress.readHints(of: $0.id).isEmpty
    }
    let sightings = places.sightings(from: shown.position, limit: Self.sights + unseen.count)
      .filter { sighting in !unseen.contains { $0.id == sighting.id } }
    var view = PlayerView(
      sights: sightings.map { .init(id: $0.id, place: $0.place.position, distance: $0.distance, bearing: $0.bearing) },
      first: first, circle: shown.accuracy ?? Fix.assumedAccuracy, asked: asked, hasUnseen: !unseen.isEmpty)
    if sightings.isEmpty {
      view.unseenHint = unseen.first { progress.nextHint(of: $0.id, at: truth.time)?.wait == .zero }?.id
    }
    if player.isStuck, let subject = asked ?? player.goal {
      view.hasHint = game.progress.nextHint(of: subject, at: truth.time).map { $0.wait == .zero } ?? false
      view.canClaim = game.progress.claimPrice(of: subject, at: truth.time) != nil
    }
    return player.look(at: view)
  }

  /// Does what the player wants; returns whether they go on.
  private mutating func act(_ action: PlayerAction, _ truth: Truth) -> Bool {
    let events: [HuntEvent]
    let input: TrialMoment.Input
    switch action {
    case .giveUp: return false
    case .readHint(let id):
      (events, input) = (game.readHint(of: id, at: truth.time), .hint(id))
    case .claim(let id):
      (events, input) = (game.claim(id, at: truth.time), .claim(id))
    case .answer(let id, let isRight):
      guard let question = trial.hunt.treasure(id)?.question else { return true }
      // Elsewhere there is nothing to read or to count.
      let isAstray = stage(id).map { record.stages[$0].isAstray } ?? false
      let isRight = question.takesEverything || isRight && !isAstray
      let words =
        isRight
        ? question.rightWords(shares: trial.shares[id] ?? [], using: &choices)
        : question.words(isRight: false, using: &choices)
      (events, input) = (game.answer(words, to: id, at: truth.time), .answer(words, to: id))
    }
    moments?.append(TrialMoment(time: truth.time, truth: truth.position, input: input, events: events))
    note(events, truth)
    return true
  }
}

extension SeededGenerator {
  /// The seed of a player's chance, far from those of all others.
  fileprivate static func seed(_ seed: UInt64, _ number: Int) -> UInt64 {
    var generator = SeededGenerator(seed: seed)
    return generator.next() &+ UInt64(number) &* 0xD134_2543_DE82_EF95
  }
}

extension Question {
  /// The text that a player types, right or wrong; empty if nobody can know it, because the answer is sealed.
  ///
  /// Each right option of a choice is equally likely, so that every branch of a hunt is tried; but for shares that say how
  /// likely some are.
  package func words(isRight: Bool, shares: [ChoiceShare] = [], using chance: inout SeededGenerator) -> String {
    switch rule {
    case .text(let words): isRight ? words.first ?? "" : "no idea"
    case .number(let number, let tolerance):
      isRight ? Self.text(number) : Self.text(number + tolerance.rounded(.up) + 7)
    case .choice(let options, let right):
      isRight && !shares.isEmpty
        ? Self.option(of: right, shares, using: &chance)
        : String((options.indices.filter { right.contains($0) == isRight }.randomElement(using: &chance) ?? 0) + 1)
    case .sealed: ""
    }
  }

  /// Whether it is a choice that only decides how the hunt continues: no option is wrong.
  var takesEverything: Bool {
    if case .choice(let options, let right) = rule { options.indices.allSatisfy(right.contains) } else { false }
  }

  /// A right answer of one of many players, who between them say everything that counts: so every place that is computed
  /// from answers is tried.
  ///
  /// Each right text is equally likely. Half of the players count right, the others are off by a whole number within the
  /// tolerance, each as likely.
  func rightWords(shares: [ChoiceShare], using chance: inout SeededGenerator) -> String {
    switch rule {
    case .text(let words): words.randomElement(using: &chance) ?? ""
    case .number(let number, let tolerance): Self.text(number + Self.miscount(within: tolerance, using: &chance))
    case .choice, .sealed: words(isRight: true, shares: shares, using: &chance)
    }
  }

  /// An option by shares; where none of them is meant, any other right one.
  private static func option(
    of right: some Collection<Int>, _ shares: [ChoiceShare], using chance: inout SeededGenerator
  ) -> String {
    var part = chance.uniform()
    for share in shares {
      part -= share.part
      if part < 0 { return String(share.option + 1) }
    }
    let others = right.sorted().filter { option in !shares.contains { $0.option == option } }
    return String((others.randomElement(using: &chance) ?? shares.last?.option ?? 0) + 1)
  }

  private static func miscount(within tolerance: Double, using chance: inout SeededGenerator) -> Double {
    guard (1...1_000_000).contains(tolerance), chance.uniform() < 0.5 else { return 0 }
    let most = Int(tolerance)
    return Double(Int.random(in: -most...most, using: &chance))
  }

  private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
