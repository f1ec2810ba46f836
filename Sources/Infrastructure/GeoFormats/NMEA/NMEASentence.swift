internal import Numbers

/// One sentence of NMEA 0183, put together field by field.
struct NMEASentence {
  private var body: String

  /// Starts a sentence of a GPS receiver: `RMC`, `GGA` ...
  init(_ formatter: String) { body = "GP" + formatter }

  /// Adds a field; nothing makes an empty one.
  mutating func add(_ field: String?) { body += "," + (field ?? "") }

  /// Adds several fields.
  mutating func add(_ fields: String?...) { fields.forEach { add($0) } }

  /// Adds a number with fixed decimals; an empty field when there is none.
  mutating func add(_ number: Double?, decimals: Int) {
    add(number.flatMap { DecimalText.fixed($0, decimals: decimals) })
  }

  /// The sentence with `$` and checksum, without its line end.
  var text: String {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*" + (digits.count < 2 ? "0" : "") + digits
  }
}

/// Angles as NMEA writes them: degrees and minutes in one number.
enum DegreesAndMinutes {
  /// Units of the last digit in a degree: 60 minutes with seven decimals, about 0.2 mm.
  private static let unitsInDegree: Int64 = 600_000_000

  /// `4807.0380000` and whether the angle is negative; degrees have `width` digits.
  ///
  /// Rounded as a whole, so that the minutes are never 60. The angle is in `-180 ... 180`.
  static func text(_ degrees: Double, width: Int) -> (text: String, isNegative: Bool) {
    let units = Int64((abs(degrees) * Double(unitsInDegree)).rounded())
    let (whole, rest) = units.quotientAndRemainder(dividingBy: unitsInDegree)
    let minutes = CivilTime.padded(rest / 10_000_000, 2) + "." + CivilTime.padded(rest % 10_000_000, 7)
    return (CivilTime.padded(whole, width) + minutes, degrees < 0 && units > 0)
  }
}
