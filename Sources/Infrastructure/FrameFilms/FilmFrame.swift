package import TextCanvas

/// A canvas and when it was shown.
package struct FilmFrame: Equatable, Sendable {
  /// The farthest from the beginning that a frame can be: a hundred days.
  package static let latest = Duration.seconds(8_640_000)

  package let canvas: Canvas
  /// Since some beginning, in `-latest ... latest`; a film counts from its first frame.
  package let time: Duration

  /// Creates a frame; a time out of range is cut to it.
  package init(_ canvas: Canvas, at time: Duration) {
    self.canvas = canvas
    self.time = min(max(.zero - Self.latest, time), Self.latest)
  }
}

extension Duration {
  /// The same in seconds.
  var inSeconds: Double { self / .seconds(1) }
}
