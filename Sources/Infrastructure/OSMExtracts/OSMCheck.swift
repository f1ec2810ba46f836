/// Checks one file of OpenStreetMap: how many nodes load, and everything there is to complain about.
package struct OSMCheck: Hashable, Sendable {
  /// Nodes that load; nothing when the file is refused whole.
  package private(set) var nodes: Int?
  /// Why it is refused; nothing when it loads.
  package private(set) var error: OSMError?
  /// What is left out or changed.
  package private(set) var warnings = OSMWarnings()

  /// Reads the file at `path` to its end, also through libosmium, and keeps nothing of it.
  package init(path: String) {
    do throws(OSMFault) {
      let source = try ObjectSource(path: path) { _, _ in true }
      warnings = source.warnings
      var count = 0
      try source.visit([.node, .way, .relation]) { object, _ in
        if object.kind == .node, object.place != nil { count += 1 }
        return true
      }
      nodes = count
    } catch {
      self.error = OSMError(problem: error.problem, path: path, position: error.position)
    }
  }
}
