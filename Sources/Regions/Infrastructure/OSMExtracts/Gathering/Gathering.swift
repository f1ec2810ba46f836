internal import COsmium
internal import Glibc

/// Goes over a file several times and gives the places and walkways in it, in as little memory as that can be done.
///
/// Relations tell which ways are needed, ways which nodes; then nodes, ways and relations come again and become places.
/// Only what is needed is kept. Where the wanted ways need more nodes than there is room for, they are done in several
/// batches, each with a pass over the nodes: more time, no more memory.
struct Gathering {
  let source: ObjectSource
  let keys: KeySet
  /// Whether lines that people may walk along are wanted as well.
  let withWalkways: Bool
  /// Told how much of the work is done, in 0...1; says whether to go on.
  let report: (Double) -> Bool
  let give: (OSMFinding) -> Void

  private var nodes: NodeStore
  private var parts = RelationParts()
  private var gate = HistoryGate()
  /// Ways of the batch, by their order among all wanted ones; and how many there are in all.
  private var batch = 0..<0
  private var wanted = 0
  private(set) var reading = OSMReading()

  init(
    _ source: ObjectSource, keys: Set<String>, withWalkways: Bool, nodeLimit: Int,
    report: @escaping (Double) -> Bool, give: @escaping (OSMFinding) -> Void
  ) {
    (self.source, self.keys, self.withWalkways) = (source, KeySet(keys), withWalkways)
    (self.report, self.give) = (report, give)
    nodes = NodeStore(limit: nodeLimit)
  }

  /// Does all of it.
  mutating func run() throws(OSMFault) {
    try collectRelations()
    repeat {
      let first = batch.upperBound
      try collectWays(from: first)
      nodes.seal()
      let passes: [Set<OSMKind>] =
        first > 0 ? [[.node], [.way]] : source.isSorted ? [[.node, .way, .relation]] : [[.node], [.way], [.relation]]
      for (index, kinds) in passes.enumerated() {
        try place(kinds, isFirst: first == 0, share: (Double(index), Double(passes.count)))
      }
    } while batch.upperBound < wanted
    if parts.isFull {
      reading.note(
        .tooLarge("relations with more members than there is room for; some are at the middle of a part of them"))
    }
  }

  private mutating func collectRelations() throws(OSMFault) {
    try visit([.relation], 0, 0.05) { gathering, relation in
      if gathering.keys.match(relation) { gathering.parts.collect(relation, isArea: Shape.isArea(relation.tags)) }
    }
    if parts.hasInner {
      try visit([.relation], 0.05, 0.1) { gathering, relation in gathering.parts.collectInner(relation) }
    }
    parts.ways.seal()
    if !nodes.collect(parts.nodes, share: 0.4) {
      reading.note(.tooLarge("relations with more nodes than there is room for"))
    }
  }

  /// Collects the nodes that ways need: those of relations at first, and as many wanted ways from `first` on as there is room for.
  private mutating func collectWays(from first: Int) throws(OSMFault) {
    if first > 0 { nodes.clear() }
    var (order, end, isFull) = (0, first, false)
    let done = 0.1 + 0.9 * Double(first) / Double(max(1, wanted))
    try visit([.way], done, done) { gathering, way in
      if first == 0, gathering.parts.ways.needs(way.id), !gathering.nodes.collect(way.refs, share: 1) {
        gathering.reading.note(.tooLarge("relations whose ways have more nodes than there is room for"))
      }
      guard gathering.demand(way) != nil else { return }
      if order >= first, !isFull {
        isFull = !gathering.nodes.collect(way.refs, share: 0.7) && order > first
        if !isFull { end = order + 1 }
      }
      order += 1
    }
    (batch, wanted) = (first..<end, order)
  }

  /// What a way is needed for.
  private struct Demand {
    let asPlace: Bool
    let asWalkway: OSMHighway?
  }

  /// Decides what a way is needed for; `nil` if it is not needed.
  private func demand(_ way: OSMObject) -> Demand? {
    guard way.hasTags else { return nil }
    let highway = withWalkways ? FootAccess.highway(of: way) : nil
    let isPlace = keys.match(way)
    return isPlace || highway != nil ? Demand(asPlace: isPlace, asWalkway: highway) : nil
  }

  /// Makes places of objects of some kinds, which is one of several passes of a batch.
  private mutating func place(_ kinds: Set<OSMKind>, isFirst: Bool, share: (index: Double, count: Double))
    throws(OSMFault)
  {
    let all = Double(max(1, wanted))
    let (start, end) = (
      0.1 + 0.9 * Double(batch.lowerBound) / all, wanted == 0 ? 1 : 0.1 + 0.9 * Double(batch.upperBound) / all
    )
    let step = (end - start) / share.count
    var order = 0
    try visit(kinds, start + share.index * step, start + (share.index + 1) * step) { gathering, object in
      switch object.kind {
      case .node:
        if let place = object.place, object.isVisible { gathering.nodes.take(object.id, place) }
        guard isFirst else { break }
        let isWanted = gathering.isPlace(object)
        gathering.pass(object, isWanted ? object.place.map { Spot($0, .node) } : nil, isWanted)
      case .way:
        let demand = gathering.demand(object)
        let isOurs = gathering.batch.contains(order)
        if demand != nil { order += 1 }
        gathering.place(way: object, isFirst: isFirst, as: isOurs ? demand : nil)
      case .relation:
        let isWanted = gathering.isPlace(object)
        let spot = isWanted ? gathering.parts.spot(object, isArea: Shape.isArea(object.tags), gathering.nodes) : nil
        gathering.pass(object, spot, isWanted)
      }
    }
    if let last = gate.end() { hand(last) }
  }

  private func isPlace(_ object: OSMObject) -> Bool { object.hasTags && keys.match(object) }

  private mutating func place(way: OSMObject, isFirst: Bool, as demand: Demand?) {
    let isMember = isFirst && parts.ways.needs(way.id)
    guard demand != nil || isMember else { return pass(way, nil, false) }
    let line = way.refs.map(nodes.place)
    if isMember { parts.ways.take(way.id, line) }
    let isPlace = demand?.asPlace ?? false
    pass(way, isPlace ? Self.spot(way, line) : nil, isPlace, walkway(way, line, demand?.asWalkway))
  }

  /// Creates the walkway of a way; `nil` if people may not walk along it, or if it has too many points.
  private mutating func walkway(_ way: OSMObject, _ line: [FixedPlace], _ highway: OSMHighway?) -> OSMWalkway? {
    guard let highway else { return nil }
    guard line.count <= OSMWalkway.mostPoints else {
      reading.note(.tooLarge("ways of more than \(OSMWalkway.mostPoints) nodes; nobody walks along these"))
      return nil
    }
    return OSMWalkway(id: way.id, highway, name: way.value("name"), line)
  }

  /// The one point that stands for a way; `nil` if none of its nodes are known.
  private static func spot(_ way: OSMObject, _ line: [FixedPlace]) -> Spot? {
    guard line.count > 3, way.refs.first == way.refs.last, !Shape.isLine(way.tags) else { return Spot(line: line) }
    // A ring with a gap cannot be told to have an inside; one without an area is a line.
    return Spot(ring: line) ?? (line.allSatisfy(\.isKnown) ? Spot(line: line) : Spot(middle: line))
  }

  /// Delivers an object to the caller once it is known to be the object's last version.
  private mutating func pass(_ object: OSMObject, _ spot: Spot?, _ isWanted: Bool, _ walkway: OSMWalkway? = nil) {
    if isWanted, spot == nil, object.isVisible { reading.unplaced += 1 }
    let made = HistoryGate.Made(place: spot.map { OSMElement(object, $0) }, walkway: walkway)
    if let before = gate.take(object, made) { hand(before) }
  }

  private mutating func hand(_ made: HistoryGate.Made) {
    if let place = made.place {
      reading.places += 1
      give(.place(place))
    }
    if let walkway = made.walkway {
      reading.walkways += 1
      give(.walkway(walkway))
    }
  }

  /// Goes over objects of some kinds, while the work goes on from one share of it to another.
  private mutating func visit(
    _ kinds: Set<OSMKind>, _ start: Double, _ end: Double, _ body: (inout Gathering, OSMObject) -> Void
  ) throws(OSMFault) {
    let size = Double(max(1, source.size))
    var last = -1
    try source.visit(kinds) { object, position in
      body(&self, object)
      // The position only moves with a piece of the file.
      guard position != last else { return true }
      last = position
      return report(start + (end - start) * min(1, Double(position) / size))
    }
  }
}

extension OSMElement {
  /// The place that an object makes.
  init(_ object: OSMObject, _ spot: Spot) {
    self.init(
      kind: object.kind, id: object.id, latitude: spot.latitude, longitude: spot.longitude, basis: spot.basis,
      tags: object.tags)
  }
}

/// Lets the last version of every object through, of those that follow one another in a file with a history.
///
/// In any other file every object is its only version; one that is there twice, far apart, comes twice.
struct HistoryGate {
  /// The results of an object.
  struct Made {
    var place: OSMElement?
    var walkway: OSMWalkway?

    var isNothing: Bool { place == nil && walkway == nil }
  }

  private var key: (kind: OSMKind, id: Int64)?
  private var version: UInt32 = 0
  private var held: Made?

  /// Takes an object, and what it makes; gives what the one before made where that is not another version of it.
  mutating func take(_ object: OSMObject, _ made: Made) -> Made? {
    let made = object.isVisible && !made.isNothing ? made : nil
    if let key, key == (object.kind, object.id) {
      if object.version >= version { (version, held) = (object.version, made) }
      return nil
    }
    let before = held
    (key, version) = ((object.kind, object.id), object.version)
    held = made
    return before
  }

  /// Gives the last one.
  mutating func end() -> Made? {
    defer { (key, held) = (nil, nil) }
    return held
  }
}

/// The keys that make an object a place; compared as bytes, so that no text is made of what is not wanted.
final class KeySet {
  private let keys: [UnsafeMutablePointer<CChar>]
  /// Whether a key begins with a byte.
  private var begins = [Bool](repeating: false, count: 256)

  /// Takes keys; a text with a zero byte in it is no key.
  init(_ keys: Set<String>) {
    self.keys = keys.sorted().filter { !$0.utf8.contains(0) }.compactMap { strdup($0) }
    for key in self.keys { begins[Int(UInt8(bitPattern: key.pointee))] = true }
  }

  deinit { for key in keys { free(key) } }

  /// Whether a tag of the object has one of the keys.
  func match(_ object: OSMObject) -> Bool {
    for tag in object.rawTags {
      guard let key = tag.key, begins[Int(UInt8(bitPattern: key.pointee))] else { continue }
      if keys.contains(where: { strcmp($0, key) == 0 }) { return true }
    }
    return false
  }
}
