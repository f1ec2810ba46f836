package import Geodesy

/// The sources and hunts that the player may choose from, before the game and during it.
package struct Offers: Hashable, Sendable {
  /// A source to choose.
  package struct Source: Hashable, Sendable {
    /// The text that the player has to type before the source can be opened.
    package enum Question: Hashable, Sendable {
      /// The path of a recording.
      case trace
      /// The address of a gpsd: `host[:port[:device]]`.
      case gpsd
      /// Where a walker begins whom the player drives: `latitude,longitude`, empty for the hunt's beginning.
      case place
      /// The path of an extract of OpenStreetMap; no source, but what a hunt is to be made of.
      case extract
    }

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
  private static let receiver = Source(.gpsd(""), title: "A GPS receiver", detail: "through gpsd on this computer")
  private static let otherReceiver = Source(
    .gpsd(""), title: "A GPS receiver elsewhere", detail: "through gpsd on another computer", question: .gpsd)
  private static let phone = Source(
    .ownTracks, title: "Your phone", detail: "with OwnTracks, by the settings of the event")
  private static let recordedWalk = Source(
    .huntTrace, title: "A recorded walk", detail: "someone has walked the hunt before you")
  private static let recording = Source(
    .trace(""), title: "A recording", detail: "a file that you name", question: .trace)

  /// The sources to choose from before the game; only that gpsd if the command line names one.
  package static func sources(askedFor choice: SourceChoice?) -> [Source] {
    if case .gpsd(let address) = choice {
      return [
        Source(
          .gpsd(address), title: "A GPS receiver",
          detail: "through gpsd at \(address.isEmpty ? "localhost" : address)")
      ]
    }
    return [
      receiver, recordedWalk,
      Source(.walker(seed: 1), title: "A simulated walker", detail: "who walks the hunt by themselves"),
      Source(
        .steer(from: nil), title: "Steer by hand", detail: "a walker whom your arrow keys drive", question: .place),
      otherReceiver, recording,
    ]
  }

  /// The sources that the player can switch to during the game; first the gpsd that the command line names, if any.
  ///
  /// - Parameter hasPhone: whether the player's phone may be one, as in an event.
  package static func alternatives(
    askedFor choice: SourceChoice?, hasRecordedWalk: Bool, hasPhone: Bool = false
  ) -> [Source] {
    var sources = [receiver, otherReceiver] + (hasPhone ? [phone] : [])
    if case .gpsd(let address) = choice, !address.isEmpty {
      let named = Source(.gpsd(address), title: "The GPS receiver", detail: "through gpsd at \(address)")
      sources.insert(named, at: 0)
    }
    if hasRecordedWalk { sources.append(recordedWalk) }
    return sources + [
      recording,
      Source(.walker(seed: 1), title: "A simulated walker", detail: "who walks on from here by themselves"),
      Source(.steer(from: nil), title: "Steer by hand", detail: "a walker whom your arrow keys drive, from here"),
    ]
  }
}

extension Offers.Source.Question {
  /// The source that an answer stands for; `nil` if the answer is not valid.
  func choice(for answer: String) -> SourceChoice? {
    switch self {
    case .extract: nil
    case .trace: answer.isEmpty ? nil : .trace(answer)
    case .gpsd: answer.isEmpty ? nil : .gpsd(answer)
    case .place: answer.isEmpty ? .steer(from: nil) : Self.place(answer).map { .steer(from: $0) }
    }
  }

  /// Latitude and longitude in degrees, with a comma or a blank between them.
  private static func place(_ text: String) -> Coordinate? {
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
