/// The progress of reading a file.
package struct OSMProgress: Hashable, Sendable {
  /// Share of the whole work that is done, in 0...1; never goes back.
  package let fraction: Double
  /// Bytes of the file, as it is packed.
  package let size: Int
}

/// A file of OpenStreetMap: PBF (raw, zlib, LZ4) or XML (plain, gzip, bzip2), of a city or of a country.
///
/// It is checked to its end before anything of it is given, and read several times, in less than 256 MB of memory:
///
/// ```swift
/// try OSMExtract(path: "city.osm.pbf").read(keys: ["tourism"]) { progress in true } _: { print($0.id, $0.tags) }
/// ```
package struct OSMExtract: Sendable {
  /// The file.
  package let path: String
  /// Nodes whose places are kept at a time; fewer take more passes over the file.
  let nodeLimit: Int

  /// The file at `path`, which is opened when it is read.
  package init(path: String) { self.init(path: path, nodeLimit: OSMLimits.nodes) }

  /// Opens an extract with another limit of nodes, for tests with small files.
  init(path: String, nodeLimit: Int) { (self.path, self.nodeLimit) = (path, nodeLimit) }

  /// Gives every node, way and relation that has a tag with one of the keys, each as one point, in no promised order.
  ///
  /// An object whose nodes are all missing from the file has no position, and is only counted.
  ///
  /// - Parameter progress: Told every now and then how far it is; says whether to go on.
  /// - Parameter body: Takes an object.
  /// Throws: where the file is refused, or `progress` stopped it (``OSMProblem/cancelled``); `body` may have been given
  /// objects only in the second case.
  @discardableResult
  package func read(
    keys: Set<String>, progress: (OSMProgress) -> Bool = { _ in true }, _ body: (OSMElement) -> Void
  ) throws(OSMError) -> OSMReading {
    try find(keys: keys, withWalkways: false, progress: progress) {
      if case .place(let element) = $0 { body(element) }
    }
  }

  /// Finds the places with one of `keys`, and on the same passes over the file all ways that people may walk along.
  @discardableResult
  package func findPlacesAndWalkways(
    keys: Set<String>, progress: (OSMProgress) -> Bool = { _ in true }, _ body: (OSMFinding) -> Void
  ) throws(OSMError) -> OSMReading {
    try find(keys: keys, withWalkways: true, progress: progress, body)
  }

  private func find(
    keys: Set<String>, withWalkways: Bool, progress: (OSMProgress) -> Bool, _ body: (OSMFinding) -> Void
  ) throws(OSMError) -> OSMReading {
    do throws(OSMFault) {
      return try withoutActuallyEscaping(body) { body throws(OSMFault) in
        try withoutActuallyEscaping(progress) { progress throws(OSMFault) in
          try gather(keys, withWalkways, progress, body)
        }
      }
    } catch {
      throw OSMError(problem: error.problem, path: path, position: error.position)
    }
  }

  private func gather(
    _ keys: Set<String>, _ withWalkways: Bool, _ progress: @escaping (OSMProgress) -> Bool,
    _ body: @escaping (OSMFinding) -> Void
  ) throws(OSMFault) -> OSMReading {
    // The check is a good fourth of the work.
    let source = try ObjectSource(path: path) { done, size in
      progress(OSMProgress(fraction: 0.25 * min(1, Double(done) / Double(max(1, size))), size: size))
    }
    let size = source.size
    var gathering = Gathering(source, keys: keys, withWalkways: withWalkways, nodeLimit: nodeLimit) { share in
      progress(OSMProgress(fraction: 0.25 + 0.75 * share, size: size))
    } give: {
      body($0)
    }
    try gathering.run()
    _ = progress(OSMProgress(fraction: 1, size: size))
    var reading = gathering.reading
    reading.warnings = source.warnings.joined(reading.warnings)
    return reading
  }
}

/// Checks one file of OpenStreetMap: how many nodes load, and everything there is to complain about.
package struct OSMCheck: Hashable, Sendable {
  /// Nodes that load; `nil` if the file cannot be read.
  package private(set) var nodes: Int?
  /// Why the file cannot be read; `nil` if it can.
  package private(set) var error: OSMError?
  /// Warnings of what is left out or changed.
  package private(set) var warnings = OSMWarnings()

  /// Checks the file at `path` to its end, also with libosmium, without keeping its content.
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
