/// The version of a server.
package struct NATSVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The three numbers of `2.9.10`.
  package let major, minor, patch: Int

  /// Creates a version.
  package init(_ major: Int, _ minor: Int, _ patch: Int) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// Reads `2.9.10`, or `2.12.0-RC.1` as 2.12.0; `nil` if the text begins with no three numbers.
  package init?(_ text: String) {
    let numbers = text.prefix(100).split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
      .map { part in Int(part.prefix { $0.isASCII && $0.isNumber }) }
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else { return nil }
    self.init(major, minor, patch)
  }

  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (one: NATSVersion, other: NATSVersion) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }
}
