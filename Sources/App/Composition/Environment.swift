import FoundationEssentials

/// The environment, read once.
enum Environment {
  static let variables = ProcessInfo.processInfo.environment
}
