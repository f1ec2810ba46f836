package import Geodesy

/// A source of positions.
package enum SourceChoice: Hashable, Sendable {
  /// A gpsd, named `[host[:port[:device]]]` as gps tools do.
  case gpsd(String)
  /// The player's own phone with OwnTracks, in an event.
  case ownTracks
  /// The recording that belongs to the hunt.
  case huntTrace
  /// A recording, by the path of its file.
  case trace(String)
  /// A simulated walker with its seed.
  case walker(seed: UInt64)
  /// A walker whom the player drives; where it starts; `nil` for where the player is, and without a player near
  /// the first treasure.
  case steer(from: Coordinate?)

  /// Its kind.
  package var kind: SourceKind {
    switch self {
    case .gpsd: .gpsd
    case .ownTracks: .ownTracks
    case .huntTrace: .huntTrace
    case .trace: .trace
    case .walker: .walker
    case .steer: .steer
    }
  }

  /// The sensor's name in the line about it.
  package var label: String { kind.facts.label }

  /// Whether it is a real sensor, which tells positions of now.
  package var isLive: Bool { kind.facts.mover == .player }

  /// Whether the player's keys drive it.
  package var isSteered: Bool { kind.facts.mover == .keys }

  /// Whether a program walks and not the player.
  package var isRehearsal: Bool { [.recording, .walker].contains(kind.facts.mover) }

  /// Whether its receiver is simulated as well, with the errors that one asks for.
  package var hasSimulatedReceiver: Bool { [.walker, .keys].contains(kind.facts.mover) }

  /// Whether it cannot be opened without a hunt.
  package var needsHunt: Bool {
    if case .steer(_?) = self { false } else { kind.facts.needsHunt }
  }
}

// MARK: - In words

extension SourceChoice {
  /// As records have it: `gpsd:HOST`, `owntracks`, `trace:PATH`, `hunt-trace`, `walker:7`, `steer:48.1,11.5`.
  package var words: String { kind.rawValue + (detail.map { ":\($0)" } ?? "") }

  /// Parses ``words``; `nil` if they are not a choice.
  package init?(words: String) {
    let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let kind = SourceKind(rawValue: parts[0]) else { return nil }
    self.init(kind, parts.element(at: 1))
  }

  private var detail: String? {
    switch self {
    case .ownTracks, .huntTrace, .steer(nil): nil
    case .gpsd(let text), .trace(let text): text
    case .walker(let seed): "\(seed)"
    case .steer(let start?): "\(start.latitude),\(start.longitude)"
    }
  }

  /// A choice by what ``words`` have before and after the colon; `nil` if that does not fit together.
  package init?(_ kind: SourceKind, _ detail: String?) {
    switch (kind, detail) {
    case (.ownTracks, nil), (.huntTrace, nil), (.steer, nil): self = kind.facts.usual
    case (.gpsd, let address?): self = .gpsd(address)
    case (.trace, let path?): self = .trace(path)
    case (.walker, let seed?):
      guard let seed = UInt64(seed) else { return nil }
      self = .walker(seed: seed)
    case (.steer, let place?):
      guard let start = Offers.Source.Question.coordinate(of: place) else { return nil }
      self = .steer(from: start)
    case (.gpsd, nil), (.trace, nil), (.walker, nil), (.ownTracks, _?), (.huntTrace, _?): return nil
    }
  }
}

// MARK: - Kinds

/// A kind of source, by its word in records and for `--from`; in the order in which they are listed.
package enum SourceKind: String, CaseIterable, Sendable {
  case gpsd
  case ownTracks = "owntracks"
  case huntTrace = "hunt-trace"
  case trace, walker, steer

  /// Who or what moves the player.
  package enum Mover: Hashable, Sendable {
    /// The player, who carries a receiver.
    case player
    /// Nobody any more: somebody has walked before.
    case recording
    /// A simulated walker.
    case walker
    /// The player's keys, which drive a simulated walker.
    case keys
  }

  /// What is known about a kind of source.
  package struct Facts {
    /// The sensor's name in the line about it.
    package let label: String
    /// Who or what moves the player.
    package let mover: Mover
    /// Whether it cannot be opened without a hunt, unless the choice says where.
    package let needsHunt: Bool
    /// The choice if nobody says more than its word.
    package let usual: SourceChoice
    /// What help says to give to `--from`, in short and in full; `nil` if help has no general word about it.
    package let argument: (short: String, full: String)?
    /// The lines to choose from before the game.
    package let offers: [Offers.Source]
    /// The lines to choose from during the game; `nil` for those before it.
    package var offersMeanwhile: [Offers.Source]?
  }

  /// What is known about this kind.
  package var facts: Facts {
    switch self {
    case .gpsd:
      Facts(
        label: "GPS", mover: .player, needsHunt: false, usual: .gpsd(""),
        argument: ("gpsd[:HOST[:PORT]]", "gpsd[:HOST[:PORT[:DEVICE]]]"),
        offers: [
          .init(.gpsd(""), title: "A GPS receiver", detail: "through gpsd here; you answer"),
          .init(
            .gpsd(""), title: "A GPS receiver elsewhere", detail: "gpsd on another computer; you answer",
            question: .gpsd),
        ])
    case .ownTracks:
      Facts(
        label: "phone", mover: .player, needsHunt: false, usual: .ownTracks, argument: nil, offers: [],
        offersMeanwhile: [
          .init(.ownTracks, title: "Your phone", detail: "with OwnTracks, by the settings of the event")
        ])
    case .huntTrace:
      Facts(
        label: "trace", mover: .recording, needsHunt: true, usual: .huntTrace, argument: nil,
        offers: [
          .init(.huntTrace, title: "A recorded walk", detail: "walked before you; waits at no question")
        ])
    case .trace:
      Facts(
        label: "trace", mover: .recording, needsHunt: false, usual: .trace(""),
        argument: ("a file", "a recording"),
        offers: [.init(.trace(""), title: "A recording", detail: "your file; waits at no question", question: .trace)])
    case .walker:
      Facts(
        label: "walker", mover: .walker, needsHunt: true, usual: .walker(seed: 1),
        argument: ("walker[:SEED]", "walker[:SEED] for one who walks the hunt"),
        offers: [
          .init(.walker(seed: 1), title: "A simulated walker", detail: "walks the hunt, waits at questions for you")
        ],
        offersMeanwhile: [
          .init(.walker(seed: 1), title: "A simulated walker", detail: "walks on from here, waits at questions for you")
        ])
    case .steer:
      Facts(
        label: "steered", mover: .keys, needsHunt: true, usual: .steer(from: nil),
        argument: ("steer[:LAT,LON]", "steer[:LAT,LON] for a walker that your keys drive"),
        offers: [
          .init(
            .steer(from: nil), title: "Steer by hand", detail: "your arrow keys walk, and you answer", question: .place)
        ],
        offersMeanwhile: [
          .init(.steer(from: nil), title: "Steer by hand", detail: "a walker whom your arrow keys drive, from here")
        ])
    }
  }
}

// MARK: - Questions

extension Offers.Source {
  /// The text that the player has to type before the source can be opened, by its word in records.
  package enum Question: String, Sendable {
    /// The path of a recording.
    case trace
    /// The address of a gpsd: `host[:port[:device]]`.
    case gpsd
    /// Where a walker begins whom the player drives: `latitude,longitude`, empty for the hunt's beginning.
    case place
    /// The path of an extract of OpenStreetMap; no source, but what a hunt is to be made of.
    case extract
  }
}

extension Offers.Source.Question {
  /// The source that an answer stands for; `nil` if the answer is not valid.
  func choice(for answer: String) -> SourceChoice? {
    switch self {
    case .extract: nil
    case .trace: answer.isEmpty ? nil : .trace(answer)
    case .gpsd: answer.isEmpty ? nil : .gpsd(answer)
    case .place: answer.isEmpty ? .steer(from: nil) : Self.coordinate(of: answer).map { .steer(from: $0) }
    }
  }

  /// Latitude and longitude in degrees, with a comma or a blank between them.
  fileprivate static func coordinate(of text: String) -> Coordinate? {
    let parts = text.split { $0 == "," || $0 == " " }
    guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  var prompt: String {
    switch self {
    case .extract: "The file of the extract (.osm.pbf):"
    case .trace: "The file of the recording:"
    case .gpsd: "Where gpsd runs, as host:port:"
    case .place: "From where, as 52.52,13.40? Nothing for the beginning of the hunt:"
    }
  }

  /// Why an answer is not valid.
  var problem: String {
    switch self {
    case .trace, .gpsd, .extract: ""
    case .place: "That is no place: degrees of latitude and longitude are wanted."
    }
  }
}
