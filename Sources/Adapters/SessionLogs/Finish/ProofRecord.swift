internal import Game
internal import Nearby

/// What of a session a stranger needs to play it through the rules, and nothing else: no ghosts, no map, no places, no
/// pictures, no name of a folder or of a computer.
struct ProofRecord {
  private let header: SessionLogHeader
  private let moments: ArraySlice<TimedLogEntry>
  private let keepsPlaces: Bool

  /// - Parameters:
  ///   - end: the place of the last moment that stays; nothing for all. Where somebody went afterwards is their own.
  ///   - keepsPlaces: whether the places around the player stay.
  init(_ record: SessionLog, through end: Int?, keepsPlaces: Bool) {
    header = record.header
    moments = record.moments.prefix((end ?? .max - 1) + 1)
    self.keepsPlaces = keepsPlaces
  }

  /// The record as a file has it.
  var bytes: [UInt8] {
    var header = header
    header.style = nil
    var bytes = SessionLogWriter.bytes(of: HeaderLine(header)) ?? []
    for moment in moments {
      guard let entry = needed(moment.entry) else { continue }
      bytes += SessionLogWriter.bytes(of: SessionLogLine(TimedLogEntry(entry, at: moment.time))) ?? []
    }
    return bytes
  }

  private func needed(_ entry: SessionLogEntry) -> SessionLogEntry? {
    switch entry {
    // What was shown a replay shows again.
    case .shown, .tile: nil
    case .begin(let game): .begin(needed(game))
    case .command: entry
    case .event(.places): keepsPlaces ? entry : nil
    case .event(let event): .event(needed(event))
    }
  }

  private func needed(_ game: RecordedGame) -> RecordedGame {
    RecordedGame(
      hunt: .init(path: game.hunt.name, text: game.hunt.text), map: nil, ghosts: [],
      places: keepsPlaces ? game.places : [], placesAttribution: [], asksForPlaces: false, source: game.source,
      choice: game.choice.map(needed),
      // Their number and their questions decide what keys mean.
      alternatives: game.alternatives.map {
        Offers.Source(needed($0.choice), title: $0.title, detail: "", question: $0.question)
      },
      saved: game.saved, notation: game.notation, units: game.units)
  }

  /// That something happened counts, and not the reason, which names files and computers.
  private func needed(_ event: SessionEvent) -> SessionEvent {
    switch event {
    case .location(.lost): .location(.lost(reason: "no position"))
    case .sourceChanged(let choice): .sourceChanged(needed(choice))
    case .cannotChangeSource: .cannotChangeSource("it cannot be opened")
    case .cannotBegin: .cannotBegin("it cannot be opened")
    case .cannotSave: .cannotSave("it cannot be written")
    case .rehearses: .rehearses("This is a rehearsal.")
    default: event
    }
  }

  private func needed(_ choice: SourceChoice) -> SourceChoice {
    switch choice {
    case .gpsd: .gpsd("")
    case .trace(let path): .trace(path.split(separator: "/").last.map(String.init) ?? "")
    case .huntTrace, .walker, .steer: choice
    }
  }
}
