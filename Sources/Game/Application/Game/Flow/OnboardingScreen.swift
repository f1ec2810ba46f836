internal import Geodesy
internal import HuntDomain
internal import Nearby
package import Views

/// Everything the onboarding shows.
package struct OnboardingScreen: Hashable, Sendable {
  /// One line to choose.
  package struct Item: Hashable, Sendable {
    /// The line itself.
    package let title: String
    /// What it is, in some words beside the title; may be empty.
    package let detail: String
    /// Whether it is the one that Enter takes.
    package let isSelected: Bool

    /// Creates a line to choose.
    package init(title: String, detail: String, isSelected: Bool) {
      (self.title, self.detail, self.isSelected) = (title, detail, isSelected)
    }
  }

  /// Finished text: `Step 1 of 3`.
  package let step: String
  /// The question of this step: `Which hunt?`.
  package let title: String
  /// What there is to know at this step, in sentences; may be empty.
  package let lines: [String]
  /// The lines to choose from; empty while there is nothing to choose.
  package let items: [Item]
  /// The line being typed, while the source has something to ask.
  package let input: SwitchScreen.Input?
  /// The keys that do something now, the most important first.
  package let footer: [KeyHelp]
}

extension OnboardingFlow {
  /// The screen of this step.
  func screen(for nearby: NearbySnapshot) -> OnboardingScreen {
    let items = self.items.enumerated().map { index, item in
      OnboardingScreen.Item(title: item.title, detail: item.detail, isSelected: index == selection)
    }
    // Only real sensors have a fix to check, and what belongs to one question counts as one step.
    let steps: [Step] = isLive ? [.source, .fix, .hunt] : [.source, .hunt]
    let number = steps.prefix { $0.rawValue <= step.rawValue }.count
    return OnboardingScreen(
      step: "Step \(number) of \(steps.count)", title: title, lines: lines(for: nearby), items: items,
      input: question.map { .init($0.question, $0.line, problem: problem) }, footer: footer)
  }

  private var title: String {
    switch step {
    case .source: question == nil ? "How do you want to walk?" : source?.title ?? ""
    case .fix: "Checking your position"
    case .hunt: "Which hunt?"
    case .saved: "\(hunt?.title ?? ""): you have played it before"
    case .extract: hunt?.title ?? ""
    }
  }

  private static let extracts = [
    "Trove makes map, places, streets and a hunt from one extract of OpenStreetMap.",
    "download.geofabrik.de has countries and states, extract.bbbike.org has cities.",
    "Nothing is downloaded by itself: fetch a file, and name it here.",
  ]

  private func lines(for nearby: NearbySnapshot) -> [String] {
    if step == .extract { return Self.extracts }
    guard step == .fix, let source else {
      return step == .hunt && items.isEmpty ? ["No hunt was found. Give one by name: trove play HUNT"] : []
    }
    var lines = [Wording.quality(nearby, source: source.choice.label)]
    switch nearby.quality {
    case .live(let fix): lines.append("You are at \(offers.notation.text(of: fix.position)). Ready.")
    case .starting, .searching: lines.append("Go outside, or to a window, and wait a minute. You may go on meanwhile.")
    case .lost(let reason, _):
      lines += [reason, "Plug the receiver in, or start gpsd; this page notices by itself.", Self.doctor]
    }
    return lines
  }

  private static let doctor = "In another window `trove doctor` says what is wrong."

  private var footer: [KeyHelp] {
    if question != nil {
      return [KeyHelp("Enter", "next"), KeyHelp("Esc", "back"), KeyHelp("Ctrl-U", "clear"), KeyHelp("Ctrl-C", "quit")]
    }
    let keys = KeyTable.list()
    let isLast = step == .saved || step == .hunt && hunt?.saved == nil
    return (items.count > 1 ? keys.footer(.up) : []) + keys.footer(.choose, isLast ? "play" : nil)
      + keys.footer(.back, step == .source ? "quit" : nil) + keys.footer(.quit)
  }
}
