import ArgumentParser
import GeoFormats
import Geodesy
import HuntMaking
import PlainUI

/// How long a hunt should be, and what about.
struct HuntWishOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long the walk is, from 500m to 40km; 3km if neither this nor --time is given.", valueName: "length"))
  var length: LengthArgument?

  @Option(help: ArgumentHelp("How long it takes, with all stages: 90min, 1h30.", valueName: "time"))
  var time: MinutesArgument?

  @Option(help: ArgumentHelp("How many stages, from 2 to 30; as many as suit the length without it.", valueName: "n"))
  var stages: Int?

  @Option(help: "What it is about: sights, history, art, nature, water or food.")
  var theme: HuntWish.Theme?

  @Option(help: ArgumentHelp("Another number, from 0, makes another hunt; the same makes the same.", valueName: "n"))
  var seed: UInt64?

  @Flag(help: "All hints are free, and at most one question is asked.")
  var easy = false

  @Flag(help: "Stages are not on the map before you are near, and hints are dear.")
  var hard = false

  @Flag(name: .customLong("no-steps"), help: "No flights of steps, as far as the map knows them.")
  var noSteps = false

  func validate() throws {
    guard length == nil || time == nil else { throw ValidationError("--length and --time do not go together.") }
    guard !(easy && hard) else { throw ValidationError("--easy and --hard do not go together.") }
    guard stages.map(HuntWish.counts.contains) ?? true else {
      throw ValidationError("--stages goes from \(HuntWish.counts.lowerBound) to \(HuntWish.counts.upperBound).")
    }
    guard length.map({ HuntWish.lengths.contains($0.metres) }) ?? true else {
      throw ValidationError("--length goes from 500m to 40km.")
    }
    guard time.map({ (10...600).contains($0.minutes) }) ?? true else {
      throw ValidationError("--time goes from 10min to 10h.")
    }
  }

  /// Whether anything is wished.
  var isEmpty: Bool {
    length == nil && time == nil && stages == nil && theme == nil && seed == nil && !easy && !hard && !noSteps
  }

  /// The wish for a walk between two places.
  func wish(from start: Coordinate, to end: Coordinate? = nil) -> HuntWish {
    let metres = length?.metres ?? time.map { HuntWish.length(minutes: $0.minutes, count: stages) } ?? 3000
    var wish = HuntWish(from: start, to: end, length: metres, count: stages)
    wish.theme = theme
    wish.seed = seed ?? 1
    wish.level = easy ? .easy : hard ? .hard : .usual
    wish.avoidsSteps = noSteps
    return wish
  }
}

extension HuntWish.Theme: ExpressibleByArgument {}

/// A length with its unit: `3km`, `800m`, `2mi`; a number alone is metres.
struct LengthArgument: ExpressibleByArgument {
  let metres: Double

  init?(argument: String) {
    let units = [("km", 1000.0), ("mi", 1609.344), ("m", 1.0), ("", 1.0)]
    let text = argument.lowercased().filter { $0 != " " }
    for (unit, size) in units where text.hasSuffix(unit) {
      guard let number = DecimalNumber.read(String(text.dropLast(unit.count))), number.isFinite else { return nil }
      metres = number * size
      return
    }
    return nil
  }
}

/// A time with its unit: `90min`, `1h30`, `1.5h`; a number alone is minutes.
struct MinutesArgument: ExpressibleByArgument {
  let minutes: Double

  init?(argument: String) {
    let (hours, rest) = argument.lowercased().filter { $0 != " " }.splitOnce("h")
    var text = rest ?? hours
    for unit in ["min", "m"] where text.hasSuffix(unit) {
      text = String(text.dropLast(unit.count))
      break
    }
    guard let whole = rest == nil ? 0 : DecimalNumber.read(hours),
      let part = text.isEmpty && rest != nil ? 0 : DecimalNumber.read(text),
      whole.isFinite, part.isFinite
    else { return nil }
    minutes = whole * 60 + part
  }
}
