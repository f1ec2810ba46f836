package import HuntDomain
package import Nearby
internal import Views

/// The quality of a standing author's position, and whether waiting improves it.
package struct Standing: Hashable, Sendable {
  /// The advice to the author.
  package enum Verdict: Hashable, Sendable {
    /// The position is as good as it is worth waiting for.
    case good
    /// Standing on makes it better.
    case wait
    /// The receiver says that they move.
    case moving
    /// There is no position now.
    case none
  }

  /// Metres of an error circle (95 %) that is good enough: twice that is the smallest zone.
  package static let goodAccuracy = 5.0
  /// How long to wait for a better average; its error circle halves in five minutes at best.
  package static let patience = Duration.seconds(120)
  /// Metres of the smallest zone that receivers find again.
  package static let smallestRadius = 10.0
  /// The highest speed, in metres per second, that counts as standing.
  private static let stillSpeed = 0.5

  /// The position to take: the average where there is one.
  package let fix: Fix?
  /// Metres of the error circle; `nil` if the source does not say.
  package let accuracy: Double?
  /// For how long positions have been averaged.
  package let averaged: Duration?
  /// What the author should do now.
  package let verdict: Verdict

  /// Creates a standing from the present snapshot; without a live fix it has no position.
  package init(_ nearby: NearbySnapshot) {
    guard case .live(let fix) = nearby.quality, nearby.age < .seconds(5) else {
      (self.fix, accuracy, averaged, verdict) = (nil, nil, nil, .none)
      return
    }
    self.fix = fix
    accuracy = fix.accuracy
    averaged = fix.averaged?.duration
    // Speeds of an averaged position are noise.
    if averaged == nil, let speed = fix.speed, speed >= Self.stillSpeed {
      verdict = .moving
    } else {
      let isGood = accuracy.map { $0 <= Self.goodAccuracy } ?? false
      verdict = isGood || (averaged ?? .zero) >= Self.patience ? .good : .wait
    }
  }

  /// Metres of a zone that players with such receivers find: twice the error circle, rounded up.
  package var suggestedRadius: Double {
    let circle = min(1000, accuracy ?? Fix.assumedAccuracy)
    return max(Self.smallestRadius, (2 * circle).rounded(.up))
  }

  /// `averaging 23 s, ±2.1 m, good`.
  package var words: String {
    guard fix != nil else { return "no position now: wait" }
    let time = averaged.map { "averaging \(Wording.age($0))" } ?? "one position"
    let circle = accuracy.map { ", ±\(Wording.tenths($0)) m" } ?? ", error not said"
    return switch verdict {
    case .good: "\(time)\(circle), good"
    case .wait: "\(time)\(circle), wait"
    case .moving: "the receiver says you move\(circle): stand still"
    case .none: ""
    }
  }
}

extension Wording {
  /// A number with one digit behind the point: `2.1`.
  static func tenths(_ number: Double) -> String {
    guard number.isFinite else { return "?" }
    let tenths = Int((min(max(0, number), 1e9) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
