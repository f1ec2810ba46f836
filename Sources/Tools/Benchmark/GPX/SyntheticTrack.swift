import Glibc
import HuntDomain
internal import Numbers

/// A long walk, a fix a second, as recorders write it: the same bytes for the same number of points everywhere.
///
/// Only whole numbers are drawn and added, so no processor and no mathematics library can round them otherwise.
struct SyntheticTrack {
  /// How a recorder writes its points.
  enum Form: CaseIterable {
    /// One line for each point, with position, elevation and time only.
    case plain
    /// An element a line, indented, with the heart rate in an extension, as sports watches write.
    case watch
  }

  /// Points of one track segment.
  private static let segmentLength = 10_000
  private static let start = Timestamp(milliseconds: 1_704_067_200_000)

  private var generator = SeededGenerator(seed: 11)
  /// Ten-millionths of a degree; a stride of 1.4 m is some 126 of them.
  private var (latitude, longitude) = (481_371_500, 115_754_900)
  private var (northward, eastward) = (60, 90)
  /// Tenths of a metre.
  private var elevation = 5193

  /// The sums that a reader has to find, of whole numbers.
  private(set) var truth = TrackSums()

  /// Writes a track of `count` points and returns its true sums, or `nil` if the file cannot be written.
  static func write(count: Int, as form: Form, to path: String) -> TrackSums? {
    guard let file = fopen(path, "wb") else { return nil }
    var track = SyntheticTrack()
    var text = ASCIIText()
    text.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="trove-bench" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:tpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
      <trk><name>A long walk</name>

      """)
    for index in 0..<count {
      if index.isMultiple(of: segmentLength) { text.append(index == 0 ? "<trkseg>\n" : "</trkseg>\n<trkseg>\n") }
      track.step()
      track.appendPoint(to: &text, as: form)
      if text.bytes.count > 1 << 18 { text.flush(to: file) }
    }
    text.append("</trkseg>\n</trk>\n</gpx>\n")
    text.flush(to: file)
    return fclose(file) == 0 ? track.truth : nil
  }

  private mutating func step() {
    northward = Self.veer(northward, by: &generator)
    eastward = Self.veer(eastward, by: &generator)
    latitude += northward
    longitude += eastward
    elevation += Int(generator.next() % 5) - 2
    truth.time += Self.start.milliseconds / 1000 + Int64(truth.count)
    truth.count += 1
    truth.latitude += Int64(latitude)
    truth.longitude += Int64(longitude)
    truth.elevation += Int64(elevation)
  }

  /// Returns a new speed near the last one; high ones decay, so that the track stays on the continent.
  private static func veer(_ speed: Int, by generator: inout SeededGenerator) -> Int {
    speed - speed / 16 + Int(generator.next() % 41) - 20
  }

  private func appendPoint(to text: inout ASCIIText, as form: Form) {
    let isPlain = form == .plain
    text.append("<trkpt lat=\"")
    text.append(latitude, decimals: 7)
    text.append("\" lon=\"")
    text.append(longitude, decimals: 7)
    text.append(isPlain ? "\"><ele>" : "\">\n  <ele>")
    text.append(elevation, decimals: 1)
    text.append(isPlain ? "</ele><time>" : "</ele>\n  <time>")
    text.append(Timestamp(milliseconds: Self.start.milliseconds + Int64(truth.count - 1) * 1000).description)
    text.append(isPlain ? "</time></trkpt>\n" : "</time>\n")
    guard !isPlain else { return }
    let rate = 120 + elevation % 10
    text.append("  <extensions>\n    <tpx:TrackPointExtension>\n      <tpx:hr>\(rate)</tpx:hr>\n")
    text.append("    </tpx:TrackPointExtension>\n  </extensions>\n</trkpt>\n")
  }
}
