/// The source that the positions come from.
struct CurrentSource: Sendable {
  /// Its name in the line about the sensor.
  var label: String
  /// Whether keys drive the player.
  var isSteered: Bool
  /// When it was opened, since the start of the game; its fixes count from there.
  var start = Duration.zero
  /// The speed over ground that the last fix tells.
  var speed: Double?
  /// The receiver that it follows, where it has several.
  var receiver: String?
  /// Whether the last position was one of a receiver that knows nothing.
  var isPlaceholder = false
  /// Whether its date was remarked on.
  var hasOldDate = false
  /// Whether the latest fix, and with it its civil time, comes from a simulation.
  var isSimulated = false

  /// A source that has not reported yet.
  init(_ label: String, isSteered: Bool) { (self.label, self.isSteered) = (label, isSteered) }
}
