/// What an extract knows about the sea: its coastline, the box that it was cut along, and what certainly stands on land.
package struct OSMCoast: Hashable, Sendable {
  /// Lines of the ways with `natural=coastline`, in their direction: land is on the left, water on the right.
  ///
  /// A way of which the file lacks nodes is several lines, some of a single point.
  package let lines: [[FixedPlace]]
  /// One point each of some buildings and streets: they stand on land.
  package let landmarks: [FixedPlace]
  /// The box that the file says it was cut along; `nil` if it says none.
  package let box: FixedBox?
  /// Whether the coastline has more points than are kept; then `lines` is empty.
  package let isTooLong: Bool
  /// Whether the file is PBF with negative numbers, which some programs do not take.
  package let hasNegativeNumbers: Bool

  /// Creates what an extract knows.
  package init(
    lines: [[FixedPlace]], landmarks: [FixedPlace] = [], box: FixedBox?, isTooLong: Bool = false,
    hasNegativeNumbers: Bool = false
  ) {
    (self.lines, self.landmarks, self.box, self.isTooLong) = (lines, landmarks, box, isTooLong)
    self.hasNegativeNumbers = hasNegativeNumbers
  }
}

extension OSMExtract {
  /// Gathers the coastline of the file, and what is needed to judge it: two passes, the second only if there is a coast.
  ///
  /// - Parameter progress: Told every now and then how far it is; says whether to go on.
  /// Throws: where the file is refused, or `progress` stopped it (``OSMProblem/cancelled``).
  package func coast(progress: (OSMProgress) -> Bool = { _ in true }) throws(OSMError) -> OSMCoast {
    do throws(OSMFault) {
      return try withoutActuallyEscaping(progress) { progress throws(OSMFault) in
        let source = try ObjectSource(path: path) { done, size in
          progress(OSMProgress(fraction: 0.25 * min(1, Double(done) / Double(max(1, size))), size: size))
        }
        var gathering = CoastGathering(source, nodeLimit: nodeLimit, report: progress)
        return try gathering.run()
      }
    } catch {
      throw OSMError(problem: error.problem, path: path, position: error.position)
    }
  }
}

/// Goes over a file for its coastline: ways tell which nodes are needed, then their places are taken.
private struct CoastGathering {
  private let source: ObjectSource
  private let report: (OSMProgress) -> Bool
  private var nodes: NodeStore
  /// The nodes of the coastline's ways.
  private var ways: [[Int64]] = []
  private var known: Set<Int64> = []
  private var landmarks = Sample(limit: 100_000)
  private var isTooLong = false

  init(_ source: ObjectSource, nodeLimit: Int, report: @escaping (OSMProgress) -> Bool) {
    (self.source, self.report) = (source, report)
    nodes = NodeStore(limit: nodeLimit)
  }

  mutating func run() throws(OSMFault) -> OSMCoast {
    try visit([.way], 0.25, 0.6) { $0.take(way: $1) }
    guard !ways.isEmpty, !isTooLong, nodes.collect(landmarks.values, share: 1) else {
      return OSMCoast(
        lines: [], box: source.box, isTooLong: isTooLong || !ways.isEmpty,
        hasNegativeNumbers: source.hasNegativeNumbers)
    }
    nodes.seal()
    try visit([.node], 0.6, 1) { gathering, node in
      if node.isVisible, let place = node.place { gathering.nodes.take(node.id, place) }
    }
    let lines = ways.flatMap { way in
      way.map(nodes.place).split { !$0.isKnown }.map { Array($0) }
    }
    return OSMCoast(
      lines: lines, landmarks: landmarks.values.map(nodes.place).filter(\.isKnown), box: source.box,
      hasNegativeNumbers: source.hasNegativeNumbers)
  }

  private mutating func take(way: OSMObject) {
    guard way.isVisible, way.hasTags, !way.refs.isEmpty else { return }
    if way.value("natural") == "coastline" {
      guard known.insert(way.id).inserted else { return }
      isTooLong = isTooLong || !nodes.collect(way.refs, share: 0.25)
      if !isTooLong { ways.append(Array(way.refs)) }
    } else if way.standsOnLand {
      landmarks.add(way.refs[way.refs.count / 2], of: way.id)
    }
  }

  /// Goes over objects of one kind, while the work goes on from one share of it to another.
  private mutating func visit(
    _ kinds: Set<OSMKind>, _ start: Double, _ end: Double, _ body: (inout CoastGathering, OSMObject) -> Void
  ) throws(OSMFault) {
    let size = source.size
    var last = -1
    try source.visit(kinds) { object, position in
      body(&self, object)
      guard position != last else { return true }
      last = position
      let share = min(1, Double(position) / Double(max(1, size)))
      return report(OSMProgress(fraction: start + (end - start) * share, size: size))
    }
  }
}

/// An even choice of values, by the numbers of the objects that they belong to.
private struct Sample {
  private let limit: Int
  private var step: Int64 = 1
  private var entries: [(owner: Int64, value: Int64)] = []

  init(limit: Int) { self.limit = limit }

  var values: [Int64] { entries.map(\.value) }

  mutating func add(_ value: Int64, of owner: Int64) {
    guard owner % step == 0 else { return }
    entries.append((owner, value))
    while entries.count > limit, step < 1 << 40 {
      step *= 2
      entries.removeAll { [step] in $0.owner % step != 0 }
    }
    if entries.count > limit { entries.removeLast() }
  }
}

extension OSMObject {
  /// Streets that seldom lie on bridges, and then say so.
  private static let streets: Set = ["residential", "living_street", "unclassified", "service", "track"]
  /// Buildings that stand in or float on water.
  private static let floating: Set = ["no", "houseboat", "boathouse", "ship", "pier", "bridge"]

  /// Whether it is a building or a street, on land as far as its tags say.
  fileprivate var standsOnLand: Bool {
    if let building = value("building") { return !Self.floating.contains(building) && value("floating") != "yes" }
    guard let highway = value("highway"), Self.streets.contains(highway) else { return false }
    return value("bridge") == nil && value("tunnel") == nil && value("ford") == nil && value("man_made") == nil
  }
}
