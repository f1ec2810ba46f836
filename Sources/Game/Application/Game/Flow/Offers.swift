package import Geodesy

/// The sources and hunts that the player may choose from, before the game and during it.
package struct Offers: Hashable, Sendable {
  /// A source to choose.
  package struct Source: Hashable, Sendable {
    /// What is opened if the player takes it; not complete while there is a ``question``.
    package let choice: SourceChoice
    /// The line to choose: `A GPS receiver`.
    package let title: String
    /// What it is, in some words beside the title: `through gpsd on this computer`.
    package let detail: String
    /// `nil` if the choice is complete as it is.
    package let question: Question?

    /// Creates an offer.
    package init(_ choice: SourceChoice, title: String, detail: String, question: Question? = nil) {
      self.choice = choice
      self.title = title
      self.detail = detail
      self.question = question
    }
  }

  /// A hunt to choose.
  package struct Hunt: Hashable, Sendable {
    /// The path by which the composition root finds the hunt.
    package let path: String
    /// The hunt's title.
    package let title: String
    /// What it is about, in a sentence or two; empty if the hunt does not say.
    package let detail: String
    /// Whether the hunt has a recorded walk to play back.
    package let hasTrace: Bool
    /// How far a saved game of it has come, as text for the player; `nil` without one.
    package let saved: String?
    /// Where it comes from.
    package let origin: Origin

    /// Where a hunt comes from.
    package enum Origin: Hashable, Sendable {
      /// A file.
      case file
      /// It is made of a region when the player takes it.
      case region
      /// It is made of an extract of OpenStreetMap, whose file the player is asked for; the answer is put behind the path.
      case extract
    }

    /// Creates an offer.
    package init(
      path: String, title: String, detail: String, hasTrace: Bool, saved: String? = nil, origin: Origin = .file
    ) {
      self.saved = saved
      self.origin = origin
      self.path = path
      self.title = title
      self.detail = detail
      self.hasTrace = hasTrace
    }
  }

  /// The sources to choose from, the usual one first.
  package let sources: [Source]
  /// The hunts to choose from.
  package let hunts: [Hunt]
  /// How positions are written while the player chooses.
  package let notation: CoordinateNotation

  /// Creates the offers; there is always at least one of each in a complete installation.
  package init(sources: [Source], hunts: [Hunt], notation: CoordinateNotation = .decimal) {
    self.sources = sources
    self.hunts = hunts
    self.notation = notation
  }
}

extension Offers {
  /// The sources to choose from before the game, last those that need an answer; only the live one that the command
  /// line names, if any.
  ///
  /// - Parameter hasReceiver: whether the usual gpsd answers; if not, a walker is the first, and gpsd behind those that
  ///   need no receiver.
  package static func sources(askedFor choice: SourceChoice?, hasReceiver: Bool) -> [Source] {
    if let choice, choice.isLive, let offer = choice.kind.facts.offers.first {
      var detail = offer.detail
      if case .gpsd(let address) = choice { detail = "through gpsd at \(address.isEmpty ? "localhost" : address)" }
      return [Source(choice, title: offer.title, detail: detail)]
    }
    var sources = SourceKind.allCases.flatMap(\.facts.offers)
    if !hasReceiver {
      let walkers = sources.filter { $0.choice.kind == .walker }
      let others = sources.filter { $0.choice.kind != .walker }
      sources = walkers + others.filter { !$0.choice.isLive } + others.filter(\.choice.isLive)
    }
    return sources.filter { !$0.needsAnswer } + sources.filter(\.needsAnswer)
  }

  /// The sources that the player can switch to during the game; first the gpsd that the command line names, if any.
  ///
  /// - Parameter hasPhone: whether the player's phone may be one, as in an event.
  package static func alternatives(
    askedFor choice: SourceChoice?, hasRecordedWalk: Bool, hasPhone: Bool = false
  ) -> [Source] {
    let kinds = SourceKind.allCases.filter { ($0 != .ownTracks || hasPhone) && ($0 != .huntTrace || hasRecordedWalk) }
    let sources = kinds.map(\.facts).flatMap { $0.offersMeanwhile ?? $0.offers }
    guard case .gpsd(let address) = choice, !address.isEmpty else { return sources }
    return [Source(.gpsd(address), title: "The GPS receiver", detail: "through gpsd at \(address)")] + sources
  }
}

extension Offers.Source {
  /// Whether it asks something that has to be answered.
  fileprivate var needsAnswer: Bool { question.map { $0.choice(for: "") == nil } ?? false }
}
