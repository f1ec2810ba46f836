internal import Nearby
package import Views

extension Steering {
  /// Degrees of a turn by an arrow, and by a key that turns a little.
  private static let wide = 15.0, fine = 5.0

  /// What a key asks of a walker, wherever it is driven; nothing when it means something else.
  package init?(key: Key) {
    switch key {
    case .left: self = .turn(degrees: -Self.wide)
    case .right: self = .turn(degrees: Self.wide)
    case .up: self = .faster
    case .down: self = .slower
    case .character(" "): self = .halt
    case .character("a"): self = .turn(degrees: -Self.fine)
    case .character("d"): self = .turn(degrees: Self.fine)
    default: return nil
    }
  }
}
