internal import Game
internal import GeoFormats
internal import HuntDomain
internal import Nearby
package import Numbers
internal import Views

/// What a record says of the program that made it, of when it was made and how fast it was played, which no rule of the
/// game needs; and what in the record contradicts that.
///
/// A forger can write any date, and the clock of an honest computer may be wrong. So a contradicted date is reported as a
/// doubt, and a record is rejected only for what no version of the program writes.
package struct FinishOrigin: Sendable {
  /// How far the clocks of computers and receivers may be apart, and the part of a time by which they may run differently.
  private static let slack = Duration.seconds(30), slackPart = 0.1
  /// Clocks that are set by hand are wrong by hours, for the zone.
  private static let day = Duration.seconds(86_400)

  /// More than any sitting takes, so that sums of what a file says stay in range.
  private static let longest = Duration.seconds(1_000_000_000)

  /// The version that made the first sitting, as it says.
  package let version: String
  /// When the first sitting began, as it says.
  package let began: String
  /// How many times faster than its clock a sitting was played, as it says or as its dates do, whichever is more; infinite
  /// without waiting, `nil` where it kept time.
  package private(set) var pace: Double?
  /// What no version of the program writes, without a full stop; `nil` if there is nothing.
  package private(set) var defect: String?
  /// What contradicts what is said, each without a full stop.
  package private(set) var doubts: [String] = []

  /// Looks at a record.
  ///
  /// - Parameters:
  ///   - played: the time played that is claimed.
  ///   - program: the version that looks.
  ///   - now: the civil time.
  package init(_ record: GameRecord, played: Duration, by program: String, now: Timestamp) {
    let sittings = record.sittings
    (version, began) = (sittings[0].header.version, sittings[0].header.began)
    pace = sittings.compactMap(\.header.speed).max().flatMap { $0 > 1 ? $0 : nil }
    var last: Timestamp?
    var civil: Duration? = .zero
    for sitting in sittings {
      defect = defect ?? Self.defect(of: sitting.header, by: program)
      guard let start = Self.moment(sitting.header.began) else { return }
      doubts += Self.doubts(of: sitting, from: start, now: now)
      if let last, start < last {
        doubts.append("it says that a sitting began before the one before it ended: that, or a clock, was wrong")
      }
      let end = sitting.ended.flatMap(Self.moment)
      civil = end.flatMap { end in civil.map { $0 + min(Self.longest, start.time(to: end)) } }
      last = end ?? start
    }
    guard let civil else { return }
    compare(max(played, sittings.reduce(.zero) { $0 + min(Self.longest, $1.lasted) }), with: civil)
  }

  /// What no program writes into a first line, or none that is known.
  private static func defect(of header: SessionLogHeader, by program: String) -> String? {
    guard let version = numbers(header.version), let own = numbers(program), moment(header.began) != nil else {
      return "its first line has a version or a date that no program wrote"
    }
    guard !own.lexicographicallyPrecedes(version) else {
      return "its first line says that version \(header.version) made it, and this is \(program)"
    }
    let isDrawn = header.glyphs != "ascii" || header.colours != 0 || header.hasScene || header.hasSextants
    return isDrawn && header.voice != .screen ? "its first line says how a screen was drawn, and there was none" : nil
  }

  /// What contradicts the date of a sitting.
  private static func doubts(of sitting: SessionLog, from start: Timestamp, now: Timestamp) -> [String] {
    var doubts: [String] = []
    let said = "it says that it began at \(start), "
    if now.time(to: start) > day { doubts.append(said + "which is to come: that, or a clock, is wrong") }
    if let walked = walked(sitting), start.time(to: walked) > min(longest, sitting.lasted) + day {
      doubts.append(said + "and its positions are of \(walked): one of the clocks was wrong")
    }
    return doubts
  }

  /// Compares the time played with that by the computer's clock.
  private mutating func compare(_ played: Duration, with civil: Duration) {
    let fastest = pace ?? 1
    // As a number: a pace may be any, and a duration of that size would trap.
    let allowed = civil / .seconds(1) * fastest * (1 + Self.slackPart)
    guard fastest.isFinite, (played - Self.slack) / .seconds(1) > allowed else { return }
    pace = max(fastest, played / max(civil, .seconds(1)))
    doubts.append(
      "it took \(Wording.clock(played)), and \(Wording.clock(max(.zero, civil))) by its dates: it was played faster than "
        + "it says, or a clock was wrong")
  }

  /// The numbers of a version; `nil` if it is none.
  private static func numbers(_ version: String) -> [Int]? {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    return (2...3).contains(parts.count) && !parts.contains(nil) ? parts.compactMap(\.self) : nil
  }

  private static func moment(_ text: String) -> Timestamp? {
    (try? ISOTime.read(text)).map { Timestamp(milliseconds: $0) }
  }

  /// The civil time of the last position that no program made up, by the clock of its source.
  private static func walked(_ sitting: SessionLog) -> Timestamp? {
    sitting.moments.reversed().lazy.compactMap { moment in
      guard case .event(.location(.fix(let fix))) = moment.entry, fix.accuracySource != .simulation else { return nil }
      return fix.utc
    }.first
  }
}

extension SessionLog {
  /// The session's time at its last moment.
  fileprivate var lasted: Duration { moments.last?.time ?? .zero }
}

extension Timestamp {
  /// The time from this moment to another one.
  fileprivate func time(to other: Timestamp) -> Duration {
    let (time, isBeyond) = other.milliseconds.subtractingReportingOverflow(milliseconds)
    return .milliseconds(isBeyond ? (other > self ? .max : .min) : time)
  }
}
