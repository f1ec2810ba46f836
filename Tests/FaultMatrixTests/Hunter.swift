import Geodesy
import HuntDomain

/// A person who hunts: where they really are, and where they go next.
struct Hunter {
  /// How they find their way.
  enum Sense: String, CaseIterable, Sendable {
    /// They see the treasure, whatever the screen says.
    case eyes
    /// They follow the arrow of the screen, and wait while there is none.
    case arrow
  }

  /// Metres per second.
  static let pace = 1.4

  let sense: Sense
  private(set) var position = Ground.start
  private(set) var speed = 0.0
  private(set) var course: Bearing?

  init(_ sense: Sense) { self.sense = sense }

  /// Walks for a second toward `target`, as far as they know where it lies.
  ///
  /// - Parameter shown: where the screen has them; nothing while it shows no position.
  mutating func step(toward target: Coordinate?, shown: Coordinate?) {
    (speed, course) = (0, nil)
    guard let target, let way = way(to: target, shown) else { return }
    let metres = min(Self.pace, way.distance)
    guard metres > 0.5 else { return }
    position = position.offset(by: metres, toward: way.bearing)
    (speed, course) = (metres, way.bearing)
  }

  private func way(to target: Coordinate, _ shown: Coordinate?) -> Course? {
    switch sense {
    case .eyes: position.course(to: target)
    case .arrow: shown.map { $0.course(to: target) }
    }
  }
}
