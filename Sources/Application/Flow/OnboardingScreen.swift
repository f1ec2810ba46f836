internal import Geodesy
internal import HuntDomain

/// Everything the onboarding shows.
package struct OnboardingScreen: Hashable, Sendable {
  /// One line to choose.
  package struct Item: Hashable, Sendable {
    package let title: String
    package let detail: String
    package let isSelected: Bool
  }

  /// Finished text: `Step 1 of 3`.
  package let step: String
  package let title: String
  package let lines: [String]
  package let items: [Item]
  package let footer: [KeyHelp]
}

extension OnboardingFlow {
  /// The screen of this step.
  func screen(for nearby: Nearby) -> OnboardingScreen {
    let items = self.items.enumerated().map { index, item in
      OnboardingScreen.Item(title: item.title, detail: item.detail, isSelected: index == selection)
    }
    return OnboardingScreen(
      step: "Step \(step.rawValue + 1) of \(Step.allCases.count)", title: title, lines: lines(for: nearby),
      items: items, footer: footer)
  }

  private var title: String {
    switch step {
    case .source: "How do you want to walk?"
    case .fix: "Checking your position"
    case .hunt: "Which hunt?"
    }
  }

  private func lines(for nearby: Nearby) -> [String] {
    guard step == .fix, let source else {
      return step == .hunt && items.isEmpty ? ["No hunt was found. Give one by name: trove play HUNT"] : []
    }
    guard isLive else { return [source.title, source.detail, "Ready: no receiver is needed."] }
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
    let choose = items.count > 1 ? [KeyHelp("↑↓", "choose")] : []
    return choose + [
      KeyHelp("Enter", step == .hunt ? "play" : "next"), KeyHelp("Esc", step == .source ? "quit" : "back"),
      KeyHelp("q", "quit"),
    ]
  }
}
