/// The units in which the user's country, or a sailor, says how long things are: those of the scale bar.
///
/// Everything else is told in metres, so a bar in other units says its length in metres besides.
package enum LengthUnits: String, Hashable, Sendable, CaseIterable {
  /// Metres and kilometres; feet and statute miles; metres and nautical miles.
  case metric, imperial, nautical

  /// Metres of an inch, a foot and a statute mile (international yard and pound agreement, 1959), and of a
  /// nautical mile (First International Extraordinary Hydrographic Conference, 1929).
  private static let inch = 0.0254, foot = 0.3048, mile = 1609.344, nauticalMile = 1852.0

  /// The units that an environment asks for, by the rule of gpsd's own clients: `GPSD_UNITS`, else the locale
  /// (`LC_ALL`, else `LC_MEASUREMENT`, else `LANG`), of which the locales of the United States, `C` and `POSIX` are
  /// imperial; without any of them metric.
  package init(environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let units = value("GPSD_UNITS").flatMap({ LengthUnits(rawValue: $0.lowercased()) }) {
      self = units
      return
    }
    let locale = value("LC_ALL") ?? value("LC_MEASUREMENT") ?? value("LANG") ?? ""
    let isImperial = locale.contains("_US") || ["c", "posix"].contains(locale.lowercased())
    self = isImperial ? .imperial : .metric
  }

  /// The longest round length of at most `metres`, as `200 m`, `1 mi (1.6 km)`; the shortest one if none is.
  package func round(atMost metres: Double) -> (metres: Double, label: String) {
    let steps = [1.0, 2, 5]
    var best: (metres: Double, label: String)?
    for (unit, length, range) in names {
      var power = 0.1
      while power <= range.upperBound {
        for step in steps where range.contains(step * power) && step * power * length <= metres {
          best = (step * power * length, label(Self.text(step * power), unit, step * power * length))
        }
        power *= 10
      }
    }
    let shortest = names[0]
    return best ?? (shortest.metres, label("1", shortest.unit, shortest.metres))
  }

  private func label(_ number: String, _ unit: String, _ metres: Double) -> String {
    if self == .metric { return "\(number) \(unit)" }
    return "\(number) \(unit) (\(metres < 1 ? "\(Int((metres * 100).rounded())) cm" : Wording.distance(metres)))"
  }

  /// Units from the shortest, each with its metres and how many of it are said.
  private var names: [(unit: String, metres: Double, range: ClosedRange<Double>)] {
    switch self {
    case .metric: [("cm", 0.01, 1...50), ("m", 1, 1...500), ("km", 1000, 1...20_000)]
    case .imperial: [("in", Self.inch, 1...5), ("ft", Self.foot, 1...2000), ("mi", Self.mile, 0.5...20_000)]
    case .nautical: [("in", Self.inch, 1...5), ("ft", Self.foot, 1...500), ("nmi", Self.nauticalMile, 0.1...20_000)]
    }
  }

  /// `0.5`, `20`.
  private static func text(_ number: Double) -> String {
    number < 0.95 ? "0.\(Int((number * 10).rounded()))" : "\(Int(number.rounded()))"
  }
}
