internal import Geodesy
internal import HuntDomain
package import Nearby
package import Views

/// The game as a value: events in, effects out; no task, no clock, no chance, no I/O.
///
/// The same events at the same times give the same effects and the same screens, so a list of events is a replay,
/// a bug report and a golden test.
package struct Session: Sendable {
  /// What comes before the game.
  private enum Phase: Sendable {
    case onboarding(OnboardingFlow, NearbyPOIService)
    case loading(OnboardingFlow?, String)
  }

  private var phase: Phase
  /// The game that is played; `nil` before it begins.
  ///
  /// It is no case of ``Phase``: to change what an enum holds is to take it out and put it back, all of it.
  private(set) var playing: Play?
  /// What the player did in the onboarding, in order, as ``OnboardingFlow/log`` tells it; empty if there was none.
  package private(set) var onboardingLog: [String] = []
  private let startView: PlayView
  private let hasScene: Bool
  private let camera: MapCamera
  private let beeper: ProximityBeeper
  private var columns = 80
  private var rows = 24

  /// A session that asks what to play.
  ///
  /// - Parameter hasScene: whether the compass shows what lies ahead behind its places.
  package init(
    offers: Offers, view: PlayView = .split, hasScene: Bool = true, camera: MapCamera = MapCamera(),
    beeper: ProximityBeeper = ProximityBeeper()
  ) {
    phase = .onboarding(OnboardingFlow(offers), NearbyPOIService())
    (startView, self.hasScene) = (view, hasScene)
    self.camera = camera
    self.beeper = beeper
  }

  /// A session that waits for ``SessionEvent/begin(_:)``.
  package init(
    view: PlayView = .split, hasScene: Bool = true, camera: MapCamera = MapCamera(),
    beeper: ProximityBeeper = ProximityBeeper()
  ) {
    phase = .loading(nil, "Loading")
    (startView, self.hasScene) = (view, hasScene)
    self.camera = camera
    self.beeper = beeper
  }

  /// Applies one event that happened at `now`, which never goes back.
  package mutating func handle(_ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    let effects = follow(event, at: now)
    guard effects.contains(.quit) else { return effects }
    return (playing?.leave(at: now) ?? []) + effects
  }

  private mutating func follow(_ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    switch event {
    case .resize(let columns, let rows):
      (self.columns, self.rows) = (ClosedRange.terminalSizes.clamp(columns), ClosedRange.terminalSizes.clamp(rows))
      // Only a game has something that depends on the size.
      return playing?.handle(.resize(columns: self.columns, rows: self.rows), at: now) ?? []
    case .key(let key):
      switch KeyTable.program.command(for: key) {
      case .quit: return [.quit]
      case .suspend: return [.suspend]
      case .redraw: return [.redraw]
      case nil: break
      }
    default: break
    }
    if let effects = playing?.handle(event, at: now) { return effects }
    switch phase {
    case .onboarding(let flow, let service): return onboard(flow, service, event, at: now)
    case .loading(let flow, _): return load(flow, event, at: now)
    }
  }

  /// What the terminal shows at `now`.
  package func screen(at now: Duration) -> GameScreen {
    if let screen = playing?.screen(columns: columns, rows: rows, at: now) { return .play(screen) }
    return switch phase {
    case .onboarding(let flow, let service): .onboarding(flow.screen(for: service.snapshot(at: now)))
    case .loading(_, let text): .loading(text)
    }
  }

  /// Whether everything is found or the source is at its end.
  package var isFinished: Bool { playing?.isFinished ?? false }

  /// The hunt as it is being played; `nil` before a game begins.
  package var hunting: Hunting? { playing?.hunting }

  /// Whether a question is asked now, which the player can answer.
  package var isAsking: Bool { playing.map { !$0.isFinished && $0.hunting.asked != nil } ?? false }

  /// Whether something lies over the views of the game that Esc puts away: a page, a question, a message.
  package var isCovered: Bool { playing.map { $0.overlay != nil || $0.shownMessage != nil } ?? false }

  /// Whether an answer, a path or another text is being typed.
  package var takesText: Bool {
    if let playing { return playing.takesText }
    return if case .onboarding(let flow, _) = phase { flow.question != nil } else { false }
  }

  /// A copy with a changed game; the same session before the game begins.
  func replacing(_ change: (inout Play) -> Void) -> Session {
    guard var play = playing else { return self }
    change(&play)
    var copy = self
    copy.playing = play
    return copy
  }

  /// A copy whose map shows another trail: a recording keeps the trails of its checkpoints apart.
  package func with(trail: Trail) -> Session { replacing { $0.map.trail = trail } }

  /// What the player did since they asked for another source last, as ``SwitchFlow/log`` tells it.
  package var switchLog: [String] { playing?.switching.log ?? [] }

  /// The way for the plain-text voice: the present compass and the metres to the target; `nil` unless a game is played.
  package func way(at now: Duration) -> (compass: CompassScreen, distance: Double?)? {
    playing?.way(at: now)
  }

  /// What lies around the player, and what it means in the game, for callouts; `nil` unless a game is played, and while
  /// a question is open.
  package func surroundings(at now: Duration) -> (nearby: NearbySnapshot, roles: [String: PlaceRole])? {
    guard let play = playing, !play.isFinished, play.hunting.asked == nil else { return nil }
    return (play.service.snapshot(at: now), play.hunting.roles)
  }

  private mutating func load(_ flow: OnboardingFlow?, _ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    switch event {
    case .begin(let game):
      var play = Play(game, view: startView, hasScene: hasScene, camera: camera, beeper: beeper, at: now)
      let effects = play.resume(at: now) + play.handle(.resize(columns: columns, rows: rows), at: now)
      playing = play
      return [.tell(.started(play.hunting.progress.hunt, source: game.source))] + effects
    case .cannotBegin(let reason):
      phase = .loading(flow, reason)
      return []
    case .key(.escape), .key(.backspace):
      guard var flow else { return [.quit] }
      _ = flow.back()
      phase = .onboarding(flow, NearbyPOIService())
      onboardingLog = flow.log
      // The page of the fix is one step back; listen again, or it would wait for a sensor without a subscription.
      guard flow.isLive, let choice = flow.listening else { return [.stopListening] }
      return [.listen(choice)]
    case .key(.character("q")): return [.quit]
    default: return []
    }
  }

  private mutating func onboard(
    _ flow: OnboardingFlow, _ service: NearbyPOIService, _ event: SessionEvent, at now: Duration
  ) -> [SessionEffect] {
    var (flow, service) = (flow, service)
    defer {
      if case .onboarding = phase { phase = .onboarding(flow, service) }
      onboardingLog = flow.log
    }
    if case .location(let update) = event { service.receive(update, at: now) }
    guard case .key(let key) = event, !flow.type(key) else { return [] }
    switch KeyTable.list().command(for: key) {
    case .quit?: return [.quit]
    case .up?: flow.move(by: -1)
    case .down?: flow.move(by: 1)
    case .choose?: return follow(flow.next(), of: flow)
    case .back?:
      let outcome = flow.back()
      if outcome == .stopsListening { service = NearbyPOIService() }
      return follow(outcome, of: flow)
    case nil: break
    }
    return []
  }

  private mutating func follow(_ outcome: OnboardingFlow.Outcome, of flow: OnboardingFlow) -> [SessionEffect] {
    switch outcome {
    case .stays: return []
    case .listens(let choice): return flow.isLive ? [.listen(choice)] : []
    case .stopsListening: return [.stopListening]
    case .leaves: return [.quit]
    case .ends(let choice, let path, let beginning):
      let words =
        switch flow.hunt?.origin {
        case .region: "Making a hunt"
        case .extract: "Importing the extract"
        case .file, nil: "Loading \(path)"
        }
      phase = .loading(flow, words)
      return [.load(choice, huntPath: path, beginning)]
    }
  }
}
