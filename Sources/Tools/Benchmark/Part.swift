import ArgumentParser

/// The parts of the benchmark, in the order of the table.
enum Part: String, CaseIterable, ExpressibleByArgument {
  // These first, because a child's peak memory is never less than that of the process that starts it.
  case gpx
  case importing = "import"
  case large, region
  case hunts, startup, frames, city, eye, walk, simulate, nearby, heading, zones, live, event

  /// All of them, as they are written.
  static let list = allCases.map(\.rawValue).joined(separator: ", ")
}

/// `--only`: some of the parts.
struct PartList: ExpressibleByArgument {
  let parts: [Part]

  init?(argument: String) {
    let words = argument.split(separator: ",").map { Part(rawValue: String($0)) }
    guard !words.isEmpty, !words.contains(where: { $0 == nil }) else { return nil }
    parts = words.compactMap(\.self)
  }

  /// Every part.
  static let all = PartList(Part.allCases)

  var defaultValueDescription: String { "all" }

  private init(_ parts: [Part]) { self.parts = parts }
}
