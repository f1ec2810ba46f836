internal import Glibc
internal import SystemKit

extension OSMExtract {
  /// Writes a copy of a PBF file in which no way has a node that the file lacks.
  ///
  /// Extracts that were cut at a box without care lack the nodes outside of it, and some programs end at the first such
  /// way. In the copy a way with missing nodes is replaced by its pieces between them, with the number 0: what was an
  /// area becomes lines, as nobody knows where its border was, and relations lack it.
  ///
  /// - Parameter path: the copy, which must not be there yet.
  /// - Parameter progress: told every now and then how far it is; says whether to go on.
  /// Throws: where the file is refused, the copy cannot be written, or `progress` stopped it.
  package func writeCopyWithoutMissingNodes(
    to path: String, progress: (OSMProgress) -> Bool = { _ in true }
  ) throws(OSMError) {
    do throws(OSMFault) {
      let source = try PBFSource(path: self.path) { done, size in
        progress(OSMProgress(fraction: 0.4 * min(1, Double(done) / Double(max(1, size))), size: size))
      }
      let nodes = try KnownNodes(source)
      let copy = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard copy >= 0 else { throw .system() }
      defer { close(copy) }
      try source.copy(to: copy, nodes) { done in
        let share = min(1, Double(done) / Double(max(1, source.size)))
        return progress(OSMProgress(fraction: 0.4 + 0.6 * share, size: source.size))
      }
    } catch {
      throw OSMError(problem: error.problem, path: self.path, position: error.position)
    }
  }
}

/// The numbers of all nodes of a file.
private struct KnownNodes {
  private var ids: [Int64] = []

  init(_ source: PBFSource) throws(OSMFault) {
    var ids: [Int64] = []
    try source.visit(1 << OSMKind.node.rawValue) { node, _ in
      if ids.count <= OSMLimits.knownNodes { ids.append(node.id) }
      return true
    }
    guard ids.count <= OSMLimits.knownNodes else {
      throw OSMFault(.tooLarge("more nodes than are looked through for missing ones"), .byte(0))
    }
    ids.sort()
    self.ids = ids
  }

  func has(_ id: Int64) -> Bool {
    let index = ids.insertionIndex(of: id)
    return index < ids.count && ids[index] == id
  }
}

extension PBFSource {
  /// Copies the file, block by block.
  fileprivate func copy(
    to descriptor: CInt, _ nodes: KnownNodes, progress: (Int) -> Bool
  ) throws(OSMFault) {
    var offset = 0
    while let frame = try file.frame(at: offset) {
      let bytes: [UInt8]
      if frame.kind == .data {
        let content = try file.content(of: frame)
        let block = try OSMFault.at(offset) { () throws(PBFFault) in try WholeWays.block(content, nodes) }
        if let block {
          bytes = MinimalPBF.zlibBlock("OSMData", block)
        } else {
          bytes = try raw(offset..<frame.body.upperBound)
        }
      } else {
        bytes = try raw(offset..<frame.body.upperBound)
      }
      do throws(SystemError) { try SystemIO.write(bytes, to: descriptor) } catch {
        throw OSMFault(.unreadable(error.description), .byte(offset))
      }
      offset = frame.body.upperBound
      guard progress(offset) else { throw OSMFault(.cancelled, .byte(offset)) }
    }
  }

  /// Bytes of the file as they are.
  private func raw(_ range: Range<Int>) throws(OSMFault) -> [UInt8] {
    var room = Scratch()
    let bytes = room.room(range.count)
    try file.read(range.lowerBound, into: bytes)
    return Array(bytes)
  }
}

/// Writes blocks again, with the ways in them cut at missing nodes.
private enum WholeWays {
  /// Returns a block (`PrimitiveBlock`); `nil` if it can stay as it is.
  static func block(_ content: PBFReader.Bytes, _ nodes: KnownNodes) throws(PBFFault) -> [UInt8]? {
    var isChanged = false
    let block = try MinimalPBF.copy(of: content) { number, bytes throws(PBFFault) in
      guard number == 2, let group = try group(bytes, nodes) else { return nil }
      isChanged = true
      return [group]
    }
    return isChanged ? block : nil
  }

  /// Returns a group (`PrimitiveGroup`); `nil` if it can stay as it is.
  private static func group(_ content: PBFReader.Bytes, _ nodes: KnownNodes) throws(PBFFault) -> [UInt8]? {
    var isChanged = false
    let group = try MinimalPBF.copy(of: content) { number, bytes throws(PBFFault) in
      guard number == 3, let pieces = try pieces(of: bytes, nodes) else { return nil }
      isChanged = true
      return pieces
    }
    return isChanged ? group : nil
  }

  /// Returns the pieces of a way (`Way`) between missing nodes; `nil` if none is missing.
  private static func pieces(of way: PBFReader.Bytes, _ nodes: KnownNodes) throws(PBFFault) -> [[UInt8]]? {
    var refs: [Int64] = []
    var reader = PBFReader(way)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      guard number == 8 else {
        try reader.skip(wire)
        continue
      }
      var list = PBFReader(try reader.bytes(wire, "the nodes of a way"))
      while !list.isAtEnd { refs.append(try list.zigzag() &+ (refs.last ?? 0)) }
    }
    let known = refs.map(nodes.has)
    guard known.contains(false) else { return nil }
    let tags = try tags(of: way)
    return refs.indices.split { !known[$0] }.filter { $0.count > 1 }.map { piece in
      var deltas: [UInt8] = []
      var last: Int64 = 0
      for ref in refs[piece.startIndex..<piece.endIndex] {
        let delta = ref &- last
        deltas.appendVarint(UInt64(bitPattern: delta << 1 ^ delta >> 63))
        last = ref
      }
      var result: [UInt8] = [1 << 3, 0]
      result += tags
      result.appendField(8, deltas)
      return result
    }
  }

  /// Returns the fields with the tags of a way.
  private static func tags(of way: PBFReader.Bytes) throws(PBFFault) -> [UInt8] {
    var result: [UInt8] = []
    var reader = PBFReader(way)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      if number == 2 || number == 3 {
        result.appendField(number, try reader.bytes(wire, "the tags of a way"))
      } else {
        try reader.skip(wire)
      }
    }
    return result
  }
}
