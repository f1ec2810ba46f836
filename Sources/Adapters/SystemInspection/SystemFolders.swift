/// Where the system tells about itself; another root than `/` is for tests.
package struct SystemFolders: Hashable, Sendable {
  /// Prepended to every path that is looked at; empty for the real system.
  package let root: String

  /// Creates the folders below `root`.
  package init(root: String = "") { self.root = root }
}
