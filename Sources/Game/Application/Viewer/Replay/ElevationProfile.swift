internal import Geodesy
internal import HuntDomain
internal import Nearby

/// How high a recording goes, along the line of its time.
package struct ElevationProfile: Hashable, Sendable {
  /// Parts of the line: as many as the widest screen has half columns.
  package static let parts = 1024
  /// Metres that the profile spans at least, so that what a receiver says of flat ground is no mountain.
  static let leastSpan = 20.0
  /// Metres that an altitude may have: from the deepest mine to where satellites fly.
  static let altitudes = -20_000.0...50_000_000.0

  /// The height in each part of the line, in `0 ... 1` of what the profile spans; nothing where it is not known.
  package private(set) var heights: [Double?] = []
  /// Metres, the lowest and the highest; nothing without any altitude.
  package private(set) var range: ClosedRange<Double>?

  /// The profile of what is looked at of a recording.
  package init(_ recording: Recording, _ viewing: ViewingTime) {
    var sums = [(sum: Double, count: Int)](repeating: (0, 0), count: Self.parts)
    var last: (part: Int, altitude: Double)?
    for index in recording.count(before: viewing.range.lowerBound)..<recording.count(through: viewing.range.upperBound)
    {
      guard let update = recording.location(index) else { continue }
      // Where the receiver has no position nothing is made up.
      guard case .fix(let fix) = update, let altitude = fix.altitude, Self.altitudes.contains(altitude) else {
        last = nil
        continue
      }
      let part = min(Self.parts - 1, Int(viewing.position(of: recording.time(index)) * Double(Self.parts)))
      if let last, part - last.part > 1 {
        for between in last.part + 1..<part {
          let way = Double(between - last.part) / Double(part - last.part)
          sums[between] = (last.altitude + (altitude - last.altitude) * way, 1)
        }
      }
      sums[part] = (sums[part].sum + altitude, sums[part].count + 1)
      last = (part, altitude)
    }
    scale(sums.map { $0.count == 0 ? nil : $0.sum / Double($0.count) })
  }

  private mutating func scale(_ altitudes: [Double?]) {
    let known = altitudes.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return }
    range = low...high
    // Flat ground lies low.
    let span = max(Self.leastSpan, high - low)
    heights = altitudes.map { $0.map { (0...1).clamp(($0 - low) / span) } }
  }
}
