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
    }

    package let choice: SourceChoice
    package let title: String
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
    package let title: String
    package let detail: String
    package let hasTrace: Bool
    /// How far a saved game of it has come, as text for the player; `nil` without one.
    package let saved: String?

    /// Creates an offer.
    package init(path: String, title: String, detail: String, hasTrace: Bool, saved: String? = nil) {
      self.saved = saved
      self.path = path
      self.title = title
      self.detail = detail
      self.hasTrace = hasTrace
    }
  }

  package let sources: [Source]
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

extension Offers.Source.Question {
  /// The source that an answer stands for; `nil` if the answer is not valid.
  func choice(for answer: String) -> SourceChoice? {
    switch self {
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
    case .trace: "The file of the recording:"
    case .gpsd: "Where gpsd runs, as host:port:"
    case .place: "From where, as 52.52,13.40? Nothing for the beginning of the hunt:"
    }
  }

  /// Why an answer is not valid.
  var problem: String {
    switch self {
    case .trace, .gpsd: ""
    case .place: "That is no place: degrees of latitude and longitude are wanted."
    }
  }
}
