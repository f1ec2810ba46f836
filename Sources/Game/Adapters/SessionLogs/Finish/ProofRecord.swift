internal import Game
internal import Nearby
internal import Sealing

/// The part of a session that a stranger needs to replay it through the rules: no ghosts, map, places or pictures, and
/// no names of folders or computers.
struct ProofRecord {
  private let record: GameRecord
  private let end: Int
  private let needs: ProofNeeds

  /// - Parameters:
  ///   - end: the index of the last moment that stays, among those of all sittings; `nil` for all. Later positions stay
  ///     private.
  ///   - keepsPlaces: whether the places around the player stay.
  init(_ record: GameRecord, through end: Int?, keepsPlaces: Bool) {
    (self.record, self.end) = (record, end ?? .max - 1)
    needs = ProofNeeds(keepsPlaces: keepsPlaces)
  }

  /// The record as a file has it.
  var bytes: [UInt8] {
    var (bytes, left) = ([UInt8](), end + 1)
    for sitting in record.sittings where left > 0 {
      bytes += needs.line(of: sitting.header) + sitting.moments.prefix(left).flatMap(needs.line)
      left -= sitting.moments.count
      if let end = sitting.ended { bytes += RecordJSON.line(of: EndLine(end: end)) ?? [] }
    }
    return bytes
  }
}

/// What the rules need of the entries of a session.
struct ProofNeeds {
  /// Whether the places around the player stay.
  var keepsPlaces = false
  /// Whether the hunt's text stays; otherwise its checksum stands for it.
  var keepsHunt = true

  /// The line of a header, with its end.
  func line(of header: SessionLogHeader) -> [UInt8] {
    var header = header
    header.style = nil
    // Without seals, as in the first format: the signature is over all of it.
    return RecordJSON.line(of: HeaderLine(header, format: 1)) ?? []
  }

  /// The line of a moment, with its end; empty if the rules do not need it.
  func line(of moment: TimedLogEntry) -> [UInt8] {
    guard let entry = needed(moment.entry) else { return [] }
    return RecordJSON.line(of: SessionLogLine(TimedLogEntry(entry, at: moment.time))) ?? []
  }

  private func needed(_ entry: SessionLogEntry) -> SessionLogEntry? {
    switch entry {
    // A replay reproduces the frames.
    case .shown, .tile, .event(.announced), .event(.mates), .event(.board): nil
    case .begin(let game): .begin(needed(game))
    case .command: entry
    case .event(.places): keepsPlaces ? entry : nil
    case .event(let event): .event(needed(event))
    }
  }

  private func needed(_ game: RecordedGame) -> RecordedGame {
    RecordedGame(
      hunt: keepsHunt
        ? .init(path: game.hunt.name, text: game.hunt.text)
        : .init(path: game.hunt.name, text: nil, sum: game.hunt.text.map { Checksum.text(Array($0.utf8)) }), map: nil,
      ghosts: [],
      places: keepsPlaces ? game.places : [], placesAttribution: [], asksForPlaces: false, source: game.source,
      choice: game.choice.map(needed),
      // Their number and their questions determine the meaning of keys.
      alternatives: game.alternatives.map {
        Offers.Source(needed($0.choice), title: $0.title, detail: "", question: $0.question)
      },
      saved: game.saved, notation: game.notation, units: game.units)
  }

  /// Returns the event without its reason, which names files and computers and does not affect the rules.
  private func needed(_ event: SessionEvent) -> SessionEvent {
    switch event {
    case .location(.lost): .location(.lost(reason: "no position"))
    case .location(.receiver): .location(.receiver(FollowedReceiver(name: "a receiver", others: [], option: "")))
    case .sourceChanged(let choice): .sourceChanged(needed(choice))
    case .cannotChangeSource: .cannotChangeSource("it cannot be opened")
    case .cannotBegin: .cannotBegin("it cannot be opened")
    case .cannotSave: .cannotSave("it cannot be written")
    case .rehearses: .rehearses("This is a rehearsal.")
    default: event
    }
  }

  private func needed(_ choice: SourceChoice) -> SourceChoice {
    // What others say more than their kind may name a computer.
    switch choice {
    case .trace(let path): .trace(path.split(separator: "/").last.map(String.init) ?? "")
    case .walker, .steer: choice
    default: choice.kind.facts.usual
    }
  }
}
