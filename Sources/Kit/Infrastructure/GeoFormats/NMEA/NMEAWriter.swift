internal import Geodesy
internal import Numbers

/// Writes what a receiver knows as sentences of NMEA 0183, in the order in which receivers say them.
///
/// RMC, VTG, GGA, GSA, GSV and, where there is something to say, GST and HDT. No sentence is longer than the 82
/// characters that the standard allows.
package enum NMEAWriter {
  /// The sentences of one epoch, without their line ends.
  package static func sentences(for epoch: ReceiverEpoch) -> [String] {
    let clock = CivilTime(milliseconds: epoch.time)
    var sentences = [minimum(epoch, clock), velocity(epoch), fixData(epoch, clock), activeSatellites(epoch)]
    sentences += satellitesInView(epoch)
    if let dilution = epoch.dilution, epoch.hasFix { sentences.append(errors(dilution, clock)) }
    if let heading = epoch.heading { sentences.append(self.heading(heading)) }
    return sentences.map(\.text)
  }

  /// The NMEA sentences of an epoch as bytes, each with its line ending.
  package static func bytes(for epoch: ReceiverEpoch) -> [UInt8] {
    Array(sentences(for: epoch).map { $0 + "\r\n" }.joined().utf8)
  }

  /// Metres per second in a knot, exactly (a nautical mile of 1852 m an hour).
  private static let knot = 1852.0 / 3600

  private static func time(_ clock: CivilTime) -> String {
    CivilTime.padded(clock.hour, 2) + CivilTime.padded(clock.minute, 2) + CivilTime.padded(clock.second, 2) + "."
      + CivilTime.padded(clock.millisecond, 3)
  }

  private static func add(_ position: Coordinate?, to sentence: inout NMEASentence) {
    guard let position else { return sentence.add(nil, nil, nil, nil) }
    let latitude = DegreesAndMinutes.text(position.latitude, width: 2)
    let longitude = DegreesAndMinutes.text(position.longitude, width: 3)
    sentence.add(latitude.text, latitude.isNegative ? "S" : "N")
    sentence.add(longitude.text, longitude.isNegative ? "W" : "E")
  }

  /// A direction in `0 ..< 360`; one that would round up to a whole turn is north.
  private static func add(_ bearing: Bearing?, to sentence: inout NMEASentence) {
    guard let bearing else { return sentence.add(nil) }
    sentence.add(bearing.degrees >= 359.995 ? 0 : bearing.degrees, decimals: 2)
  }

  /// RMC: the minimum that one needs, the only sentence with a date.
  private static func minimum(_ epoch: ReceiverEpoch, _ clock: CivilTime) -> NMEASentence {
    var sentence = NMEASentence("RMC")
    sentence.add(time(clock), epoch.hasFix ? "A" : "V")
    add(epoch.hasFix ? epoch.position : nil, to: &sentence)
    sentence.add(epoch.hasFix ? epoch.speed.map { $0 / knot } : nil, decimals: 3)
    add(epoch.hasFix ? epoch.course : nil, to: &sentence)
    let year = (clock.year % 100 + 100) % 100
    sentence.add(CivilTime.padded(clock.day, 2) + CivilTime.padded(clock.month, 2) + CivilTime.padded(year, 2))
    sentence.add(nil, nil, epoch.hasFix ? "A" : "N")
    return sentence
  }

  /// VTG: course and speed.
  private static func velocity(_ epoch: ReceiverEpoch) -> NMEASentence {
    let speed = epoch.hasFix ? epoch.speed : nil
    var sentence = NMEASentence("VTG")
    add(epoch.hasFix ? epoch.course : nil, to: &sentence)
    sentence.add("T", nil, "M")
    sentence.add(speed.map { $0 / knot }, decimals: 3)
    sentence.add("N")
    sentence.add(speed.map { $0 * 3.6 }, decimals: 3)
    sentence.add("K", epoch.hasFix ? "A" : "N")
    return sentence
  }

  /// GGA: position, altitude, how good.
  ///
  /// The height of the geoid stays empty: readers have tables of it.
  private static func fixData(_ epoch: ReceiverEpoch, _ clock: CivilTime) -> NMEASentence {
    var sentence = NMEASentence("GGA")
    sentence.add(time(clock))
    add(epoch.hasFix ? epoch.position : nil, to: &sentence)
    let used = epoch.hasFix ? epoch.satellites.count(where: \.isUsed) : 0
    sentence.add(epoch.hasFix ? "1" : "0", CivilTime.padded(Int64(min(99, used)), 2))
    sentence.add(epoch.hasFix ? epoch.dilution?.horizontal : nil, decimals: 2)
    sentence.add(epoch.mode == .threeD && epoch.hasFix ? epoch.altitude : nil, decimals: 1)
    sentence.add("M", nil, "M", nil, nil)
    return sentence
  }

  /// GSA: which satellites are used, and how they stand.
  private static func activeSatellites(_ epoch: ReceiverEpoch) -> NMEASentence {
    let mode = epoch.hasFix ? epoch.mode : .noFix
    var sentence = NMEASentence("GSA")
    sentence.add("A", String(mode.rawValue))
    let used = epoch.hasFix ? epoch.satellites.filter(\.isUsed).prefix(12) : []
    for place in 0..<12 {
      sentence.add(place < used.count ? CivilTime.padded(Int64(used[place].number), 2) : nil)
    }
    let dilution = epoch.hasFix ? epoch.dilution : nil
    sentence.add(dilution?.position, decimals: 2)
    sentence.add(dilution?.horizontal, decimals: 2)
    sentence.add(dilution?.vertical, decimals: 2)
    return sentence
  }

  /// GSV: all satellites in view, four in a sentence.
  private static func satellitesInView(_ epoch: ReceiverEpoch) -> [NMEASentence] {
    let seen = epoch.satellites.prefix(36)
    let count = max(1, (seen.count + 3) / 4)
    return (0..<count).map { number in
      var sentence = NMEASentence("GSV")
      sentence.add("\(count)", "\(number + 1)", CivilTime.padded(Int64(seen.count), 2))
      for satellite in seen.dropFirst(number * 4).prefix(4) {
        sentence.add(CivilTime.padded(Int64(satellite.number), 2))
        sentence.add(whole(satellite.elevation, 0...90, width: 2))
        sentence.add(whole(satellite.azimuth.rounded() == 360 ? 0 : satellite.azimuth, 0...359, width: 3))
        sentence.add(satellite.signal > 0 ? whole(satellite.signal, 0...99, width: 2) : nil)
      }
      return sentence
    }
  }

  private static func whole(_ value: Double, _ range: ClosedRange<Double>, width: Int) -> String? {
    guard value.isFinite else { return nil }
    return CivilTime.padded(Int64(min(range.upperBound, max(range.lowerBound, value.rounded()))), width)
  }

  /// GST: the errors in metres, one deviation of each axis.
  private static func errors(_ dilution: Dilution, _ clock: CivilTime) -> NMEASentence {
    let metres = ErrorPerDilution.deviation
    let (east, north) = (dilution.east * metres, dilution.north * metres)
    var sentence = NMEASentence("GST")
    sentence.add(time(clock))
    sentence.add(metres, decimals: 1)
    sentence.add(max(east, north), decimals: 2)
    sentence.add(min(east, north), decimals: 2)
    // The larger axis points east or north.
    sentence.add(east > north ? 90 : 0, decimals: 1)
    sentence.add(north, decimals: 2)
    sentence.add(east, decimals: 2)
    sentence.add(dilution.vertical * metres, decimals: 2)
    return sentence
  }

  /// HDT: where a compass points.
  private static func heading(_ heading: Bearing) -> NMEASentence {
    var sentence = NMEASentence("HDT")
    add(heading, to: &sentence)
    sentence.add("T")
    return sentence
  }
}

/// One sentence of NMEA 0183, put together field by field.
struct NMEASentence {
  private var body: String

  /// Starts a sentence of a GPS receiver: `RMC`, `GGA` ...
  init(_ formatter: String) { body = "GP" + formatter }

  /// Adds a field; `nil` makes an empty one.
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
