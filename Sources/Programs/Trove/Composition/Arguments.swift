import ArgumentParser
import GPSDLocation
import Game
import GeoFormats
import Geodesy

/// `--from`: where positions come from.
struct SourceArgument: ExpressibleByArgument {
  static let help = ArgumentHelp("\(words).", valueName: "source")
  /// For hunts that may have no stages to walk to yet.
  static let helpInEditor = ArgumentHelp(
    intro
      + list(
        arguments { $0.mover != .walker }.map(\.full)
          + ["where there are stages, \(list(arguments { $0.mover == .walker }.map(\.short), " or "))"], ", or, ")
      + ".", valueName: "source")
  /// With what only events have.
  static let helpInEvents = ArgumentHelp(
    "\(words); with --event also owntracks for your phone.", valueName: "source")
  /// Said where there is no event.
  static let needsEvent = "--from owntracks is your phone in an event: it goes with trove play --event LINK."

  private static let intro = "Where positions come from: "
  private static let words = intro + list(arguments().map(\.full), ", or ")

  /// Every kind in short, to end a sentence with.
  static let kinds = list(arguments().map(\.short), " or ")

  private static func arguments(where isWanted: (SourceKind.Facts) -> Bool = { _ in true })
    -> [(short: String, full: String)]
  {
    SourceKind.allCases.filter { isWanted($0.facts) }.compactMap { kind in
      guard let (short, full) = kind.facts.argument else { return nil }
      return (short, kind == .trace ? "\(full) (\(FileFormat.list(of: .recording)))" : full)
    }
  }

  /// The items with commas between them, and `last` between the last two.
  private static func list(_ items: [String], _ last: String) -> String {
    [items.dropLast().joined(separator: ", "), items.last ?? ""].filter { !$0.isEmpty }.joined(separator: last)
  }

  let choice: SourceChoice

  static var defaultCompletionKind: CompletionKind { Completions.sources }

  init?(argument: String) {
    let (word, detail) = argument.splitOnce(":")
    switch (SourceKind(rawValue: word), detail) {
    case (nil, _), (.trace, _), (.huntTrace, _), (.ownTracks, _?):
      guard !argument.isEmpty else { return nil }
      choice = .trace(argument)
    case (.steer, let place?):
      guard let place = CoordinateText.read(place) else { return nil }
      choice = .steer(from: place)
    case (let kind?, let detail?):
      guard let choice = SourceChoice(kind, detail) else { return nil }
      self.choice = choice
    case (let kind?, nil): choice = kind.facts.usual
    }
  }
}

extension String {
  /// The parts before and after the first `separator`; no second part without one.
  func splitOnce(_ separator: Character) -> (String, String?) {
    guard let index = firstIndex(of: separator) else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }
}

/// `--speed`: how fast simulated time passes.
struct SpeedArgument: ExpressibleByArgument, CustomStringConvertible {
  static let help = ArgumentHelp(
    "How fast a trace or a walker goes: 1 as recorded, 20 twenty times faster (0.01 to 10000), max without waiting.",
    valueName: "n|max")

  /// Times faster than real time; `nil` to play without waiting.
  let factor: Double?

  init?(argument: String) {
    if argument == "max" {
      factor = nil
    } else {
      guard let factor = Double(argument), (0.01...10_000).contains(factor) else { return nil }
      self.factor = factor
    }
  }

  init(factor: Double?) { self.factor = factor }

  /// As it is typed.
  var description: String { factor.map { Int(exactly: $0).map { "\($0)" } ?? "\($0)" } ?? "max" }
}

/// `--at`: a place as latitude and longitude.
enum CoordinateArgument {
  static let help = ArgumentHelp(
    "Where you are: 48.8584,2.2945, or degrees and minutes, UTM, MGRS, geo:, a link of openstreetmap.org.",
    valueName: "lat,lon")

  /// Reads the argument; throws what is wrong with it.
  static func read(_ text: String) throws -> Coordinate {
    if let coordinate = CoordinateText.read(text) { return coordinate }
    throw ValidationError(
      CoordinateText.problem(with: text) ?? "a position is latitude and longitude, as 48.8584,2.2945.")
  }
}

/// `--size`: columns and rows of one frame.
struct SizeArgument: ExpressibleByArgument {
  let columns: Int
  let rows: Int

  init?(argument: String) {
    let (columns, rows) = argument.splitOnce("x")
    guard let columns = Int(columns), let rows = rows.flatMap({ Int($0) }), (1...2000).contains(columns),
      (1...2000).contains(rows)
    else { return nil }
    self.columns = columns
    self.rows = rows
  }
}

/// `--heading`: degrees from true north; any finite number.
struct HeadingArgument: ExpressibleByArgument {
  let bearing: Bearing

  init?(argument: String) {
    guard let degrees = DecimalNumber.read(argument), abs(degrees) <= 1e6 else { return nil }
    bearing = Bearing(degrees: degrees)
  }
}

/// Something that is switched on or off.
enum SwitchArgument: String, ExpressibleByArgument, CaseIterable {
  case on, off
}
