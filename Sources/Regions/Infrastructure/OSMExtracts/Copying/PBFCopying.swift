internal import COsmium
internal import SystemKit

extension OSMExtract {
  /// Whether a file is XML, packed or not, by its first bytes; what else it is shows only in reading it.
  package static func isXML(_ path: String) -> Bool {
    switch try? Packing(path: StandardInput.path(path)) {
    case .xml, .gzip, .bzip2: true
    case .pbf, nil: false
    }
  }

  /// Writes a copy of a file as PBF, without what an editor has marked as deleted in it, and without negative numbers.
  ///
  /// - Parameter path: the copy, which must not be there yet.
  /// - Parameter progress: told every now and then how far it is; says whether to go on.
  /// Throws: where the file is refused, the copy cannot be written, or `progress` stopped it.
  package func writePBF(
    to path: String, progress: (OSMProgress) -> Bool = { _ in true }
  ) throws(OSMError) {
    do throws(OSMFault) {
      let source = try ObjectSource(path: self.path) { done, size in
        progress(OSMProgress(fraction: 0.3 * min(1, Double(done) / Double(max(1, size))), size: size))
      }
      let size = source.size
      try withoutActuallyEscaping(progress) { progress throws(OSMFault) in
        try source.copying.run(to: path) { done in
          // The copy goes through the file three times.
          let share = min(1, Double(done) / Double(max(1, size)))
          return progress(OSMProgress(fraction: 0.3 + 0.7 * share, size: size))
        }
      }
    } catch {
      throw OSMError(problem: error.problem, path: self.path, position: error.position)
    }
  }
}

extension ObjectSource {
  fileprivate var copying: PBFCopying {
    switch self {
    case .pbf(let source): source.copying
    case .xml(let source): source.copying
    }
  }
}

extension PBFSource {
  /// A copy without the nodes that do not lie on Earth.
  fileprivate var copying: PBFCopying {
    PBFCopying(path: file.path, format: "pbf") { [strays] in $0 == .node && strays.contains($1) }
  }
}

extension XMLSource {
  /// A copy without what is deleted.
  fileprivate var copying: PBFCopying { PBFCopying(path: path, format: format, leavesOut: isDeleted) }
}

/// A copy of a file that was checked, as PBF: nodes before ways and those before relations, none with a negative number.
private struct PBFCopying {
  /// A path that libosmium takes for no address of the net.
  let path: String
  /// The format in libosmium's words.
  let format: String
  /// Whether an object is left out, by its kind and number.
  let leavesOut: (OSMKind, Int64) -> Bool

  /// Writes it.
  ///
  /// - Parameters:
  ///   - output: the copy, which must not be there yet.
  ///   - progress: told how many bytes of the file have been read, three times from the beginning; says whether to go on.
  func run(to output: String, progress: @escaping (Int) -> Bool) throws(OSMFault) {
    var judge: Judge = { kind, id, position in
      guard progress(position) else { return -1 }
      return OSMKind(rawValue: kind).map { leavesOut($0, id) } ?? true ? 1 : 0
    }
    let outcome = withUnsafeMutablePointer(to: &judge) { context in
      Delivery.outcome {
        trove_osm_convert(path, format, output, Self.judge, UnsafeMutableRawPointer(context), $0)
      }
    }
    switch outcome {
    case .end: break
    case .stopped: throw OSMFault(.cancelled, .line(1))
    case .failed(let words, let line): throw OSMFault(.notRead(words), .line(max(1, line)))
    }
  }

  private typealias Judge = (UInt8, Int64, Int) -> Int32

  private static let judge: trove_osm_judge = { context, kind, id, position in
    context?.assumingMemoryBound(to: Judge.self).pointee(kind, id, Int(clamping: position)) ?? -1
  }
}
