import FoundationEssentials

/// The environment, read once.
enum Environment {
  static let variables = ProcessInfo.processInfo.environment

  /// Whether the mouse may be taken from the terminal, which then selects no text by itself: unless `TROVE_MOUSE=0`.
  static var hasMouse: Bool { variables["TROVE_MOUSE"] != "0" }
}
