internal import COsmium

/// The members of the wanted relations: collected in a first pass, so that later ones know what to keep.
struct RelationParts {
  /// The members of a relation within a relation.
  private struct Inner {
    var ways: [Int64] = []
    var nodes: [Int64] = []
  }

  private var inner: [Int64: Inner] = [:]
  private var count = 0
  private var work = 0
  /// Nodes that relations need, which stand for them or lie in their boxes.
  private(set) var nodes: [Int64] = []
  /// Ways that relations need.
  var ways = WayStore()

  /// Whether there are relations within relations.
  var hasInner: Bool { !inner.isEmpty }

  /// Whether there was no room for all of the members.
  var isFull: Bool { count > OSMLimits.members || ways.isFull }

  /// Takes the members of a wanted relation.
  mutating func collect(_ relation: OSMObject, isArea: Bool) {
    for member in relation.members where take() {
      switch OSMKind(rawValue: member.kind) {
      case .way: ways.collect(member.ref)
      // A node that is not on the border of an area does not locate it, unless it is its label.
      case .node where !isArea || member.isLabel: nodes.append(member.ref)
      case .relation where !isArea: inner[member.ref] = Inner()
      default: break
      }
    }
  }

  /// Takes the members of a relation, if it is within a wanted one; those of relations within it are left out.
  mutating func collectInner(_ relation: OSMObject) {
    guard inner[relation.id] != nil else { return }
    var own = Inner()
    for member in relation.members where take() {
      if member.kind == OSMKind.way.rawValue {
        own.ways.append(member.ref)
        ways.collect(member.ref)
      } else if member.kind == OSMKind.node.rawValue {
        own.nodes.append(member.ref)
        nodes.append(member.ref)
      }
    }
    inner[relation.id] = own
  }

  /// Whether there is room for another member.
  private mutating func take() -> Bool {
    count += 1
    return count <= OSMLimits.members
  }

  /// The one point that stands for a relation; `nil` if none of its parts are known.
  mutating func spot(_ relation: OSMObject, isArea: Bool, _ known: NodeStore) -> Spot? {
    let all = flat(relation)
    let lines = all.ways.map(ways.line)
    work += lines.reduce(all.nodes.count + lines.count) { $0 + $1.count }
    // A small hostile file may name the same long way ten thousand times; no real relation does.
    let isModest = work <= OSMLimits.relationWork
    if isArea, isModest, let spot = Spot(area: lines) { return spot }
    if let label = label(relation, known) { return Spot(label, .label) }
    guard isModest else { return lines.lazy.compactMap(\.first).first(where: \.isKnown).map { Spot($0, .middle) } }
    return Spot(middle: all.nodes.map(known.place) + lines.joined())
  }

  /// The node that mappers made stand for a relation.
  private func label(_ relation: OSMObject, _ known: NodeStore) -> FixedPlace? {
    for role in ["label", "admin_centre"] {
      for member in relation.members where member.kind == OSMKind.node.rawValue && member.has(role) {
        let place = known.place(member.ref)
        if place.isKnown { return place }
      }
    }
    return nil
  }

  /// The nodes and ways of a relation and of those within it, each once.
  private func flat(_ relation: OSMObject) -> Inner {
    var seen: [Set<Int64>] = [[], [], []]
    var result = Inner()
    for member in relation.members where seen[Int(min(member.kind, 2))].insert(member.ref).inserted {
      switch OSMKind(rawValue: member.kind) {
      case .node: result.nodes.append(member.ref)
      case .way: result.ways.append(member.ref)
      default:
        guard work <= OSMLimits.relationWork, let own = inner[member.ref] else { continue }
        result.nodes += own.nodes
        result.ways += own.ways.filter { seen[1].insert($0).inserted }
      }
    }
    return result
  }
}

extension trove_osm_member {
  /// Whether its role is this one.
  func has(_ name: String) -> Bool { role.map { String(cString: $0) == name } ?? false }

  /// Whether mappers made it stand for its relation.
  var isLabel: Bool { has("label") || has("admin_centre") }
}
