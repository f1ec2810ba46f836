/// Goes over a file several times and gives the places in it, in as little memory as that can be done.
///
/// Relations tell which ways are needed, ways which nodes; then nodes, ways and relations come again and become places.
/// Only what is needed is kept. Where the wanted ways need more nodes than there is room for, they are done in several
/// batches, each with a pass over the nodes: more time, no more memory.
struct Gathering {
  let source: ObjectSource
  let keys: KeySet
  /// Told how much of the work is done, in 0...1; says whether to go on.
  let report: (Double) -> Bool
  let give: (OSMElement) -> Void

  private var nodes: NodeStore
  private var parts = RelationParts()
  private var gate = HistoryGate()
  /// Ways of the batch, by their order among all wanted ones; and how many there are in all.
  private var batch = 0..<0
  private var wanted = 0
  private(set) var reading = OSMReading()

  init(
    _ source: ObjectSource, keys: Set<String>, nodeLimit: Int, report: @escaping (Double) -> Bool,
    give: @escaping (OSMElement) -> Void
  ) {
    (self.source, self.keys, self.report, self.give) = (source, KeySet(keys), report, give)
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
      guard gathering.keys.match(way) else { return }
      if order >= first, !isFull {
        isFull = !gathering.nodes.collect(way.refs, share: 0.7) && order > first
        if !isFull { end = order + 1 }
      }
      order += 1
    }
    (batch, wanted) = (first..<end, order)
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
      let isWanted = object.hasTags && gathering.keys.match(object)
      switch object.kind {
      case .node:
        if let place = object.place, object.isVisible { gathering.nodes.take(object.id, place) }
        if isFirst { gathering.pass(object, isWanted ? object.place.map { Spot($0, .node) } : nil, isWanted) }
      case .way:
        let isOurs = isWanted && gathering.batch.contains(order)
        if isWanted { order += 1 }
        gathering.place(way: object, isFirst: isFirst, isOurs: isOurs)
      case .relation:
        let spot = isWanted ? gathering.parts.spot(object, isArea: Shape.isArea(object.tags), gathering.nodes) : nil
        gathering.pass(object, spot, isWanted)
      }
    }
    if let last = gate.end() { hand(last) }
  }

  private mutating func place(way: OSMObject, isFirst: Bool, isOurs: Bool) {
    let isMember = isFirst && parts.ways.needs(way.id)
    guard isOurs || isMember else { return pass(way, nil, false) }
    let line = way.refs.map(nodes.place)
    if isMember { parts.ways.take(way.id, line) }
    pass(way, isOurs ? Self.spot(way, line) : nil, isOurs)
  }

  /// The one point that stands for a way; nothing where none of its nodes is known.
  private static func spot(_ way: OSMObject, _ line: [FixedPlace]) -> Spot? {
    guard line.count > 3, way.refs.first == way.refs.last, !Shape.isLine(way.tags) else { return Spot(line: line) }
    // A ring with a gap cannot be told to have an inside; one without an area is a line.
    return Spot(ring: line) ?? (line.allSatisfy(\.isKnown) ? Spot(line: line) : Spot(middle: line))
  }

  /// Lets an object through to whoever asked, once it is known to be the last version of itself.
  private mutating func pass(_ object: OSMObject, _ spot: Spot?, _ isWanted: Bool) {
    if isWanted, spot == nil, object.isVisible { reading.unplaced += 1 }
    let element = spot.map { OSMElement(object, $0) }
    if let before = gate.take(object, element) { hand(before) }
  }

  private mutating func hand(_ element: OSMElement) {
    reading.places += 1
    give(element)
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
