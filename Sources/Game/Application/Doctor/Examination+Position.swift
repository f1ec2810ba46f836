internal import Views

extension Examination {
  /// The third link: satellites, and a position from them.
  var positionLink: [Finding] {
    guard let dimensions = daemon.dimensions else { return [noPosition] }
    let satellites = daemon.used.flatMap { $0 > 0 ? ", from \(counted($0))" : nil } ?? ""
    let accuracy = daemon.accuracy.map { ", accurate to \(Wording.distance($0))" } ?? ""
    var findings = [
      dimensions == 3
        ? Finding(.good, .fix, "There is a position in 3D\(accuracy)\(satellites).")
        : Finding(
          .doubtful, .fix, "There is a position, in 2D only\(accuracy)\(satellites).",
          remedy: .init("With more sky in view it becomes 3D, and more accurate."))
    ]
    if daemon.accuracy == nil {
      findings.append(
        Finding(
          .doubtful, .accuracy, "The receiver does not say how accurate the position is.",
          remedy: .init("Wait a minute and look again; if it stays like this, count on ten metres or more.")))
    }
    return findings + [heading]
  }

  private var heading: Finding {
    Finding(
      .good, .heading,
      daemon.hasCompass
        ? "There is a compass, too."
        : "No compass was heard: your walk tells where you look. While you stand, press o and choose the sun, the moon "
          + "or a place that you face.")
  }

  /// A receiver that was off for long needs about half a minute under open sky, and where it has to learn the orbits
  /// of all satellites first, the 12.5 minutes that their almanac takes to be sent (IS-GPS-200, 25 pages of 30 s).
  private static let coldStart =
    "A start takes half a minute under open sky; up to 13 minutes after weeks in a drawer."

  private var noPosition: Finding {
    guard daemon.speaksOfPositions || (daemon.seen ?? 0) > 0 else {
      return Finding(
        .bad, .fix, "The receiver talks, but not about positions.",
        remedy: .init("It may be a compass or a ship's radio. Look what it says:", gpspipe("-w -n 20")))
    }
    guard let seen = daemon.seen, seen > 0 else {
      return Finding(
        .bad, .sky, "The receiver works and sees no satellites.",
        remedy: .init(
          "Go outside, away from walls, and check the plug of the antenna. \(Self.coldStart)", waitLonger))
    }
    let used = daemon.used ?? 0
    let uses = used == 0 ? "uses none of them yet" : "uses \(used); it needs four"
    return Finding(
      .bad, .sky, "The receiver sees \(counted(seen)) and \(uses).",
      remedy: .init("Stay outside where you see much of the sky, and keep still. \(Self.coldStart)", waitLonger))
  }

  private var waitLonger: String {
    let arguments = [place.device != nil || place.host != "localhost" || place.port != Self.usualPort ? source : nil]
    return (["trove doctor"] + arguments.compactMap(\.self) + ["--wait 120"]).joined(separator: " ")
  }

  private var source: String { shell(place.name + (place.device.map { ":\($0)" } ?? "")) }

  private func counted(_ satellites: Int) -> String { satellites == 1 ? "1 satellite" : "\(satellites) satellites" }
}
