internal import GeoFormats
package import Views

/// How the layers and features of one vector-tile schema are drawn on the game's map; read from a file.
///
/// Schemas name the same things differently; with a table for each, all maps look alike.
package struct StyleTable: Hashable, Sendable {
  /// The name of the schema: `openmaptiles`.
  package let schema: String
  /// Names of layers that tell the schema from others.
  package let knownBy: Set<String>
  /// The kind of ground below everything else, if the schema has no layer for it.
  package let ground: GroundKind?
  /// Properties that may hold a feature's name, the best first.
  package let names: [String]
  /// The rules of each layer, of which the first that is for a feature decides; other layers are not drawn.
  package let rules: [String: [StyleRule]]
  /// How bridges are told from other features, by layer.
  package let bridges: [String: [StyleBridge]]

  /// The score of the table for a map with these layers; 0 if it has rules for none of them.
  func fit(to layers: Set<String>) -> Int {
    let own = layers.intersection(knownBy).count
    // A layer unique to this schema outweighs any number of shared ones.
    return own * 1000 + layers.count { rules[$0] != nil }
  }
}

extension Collection<StyleTable> {
  /// The table that fits best; of equal ones the one with fewer layers of its own, which has more of them there.
  func best(for layers: Set<String>) -> StyleTable? {
    let fitting = filter { $0.fit(to: layers) > 0 }
    return fitting.max { left, right in
      (left.fit(to: layers), -left.rules.count, right.schema) < (right.fit(to: layers), -right.rules.count, left.schema)
    }
  }
}

/// One rule of a ``StyleTable``: the features of a layer to which it applies, and how they are drawn.
package struct StyleRule: Hashable, Sendable {
  /// The kind of geometry of a feature.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    case point, line, area
  }

  /// The line of the rule in its file, 1-based.
  package let line: Int
  /// The geometry it applies to; `nil` for any.
  package let shape: Form?
  /// The conditions, all of which must hold.
  package let conditions: [StyleCondition]
  /// Only features that have a name.
  package let isNamed: Bool
  /// Only in tiles of these zooms.
  package let zooms: ClosedRange<Int>
  /// The kind of ground that a line or an area is drawn as; `nil` if it is not drawn.
  package let kind: GroundKind?
  /// The kind of name that is placed at a point; `nil` for none.
  package let label: NameKind?
  /// The property that orders labels of one kind, the smallest value first; `nil` if there is none.
  package let rank: String?
  /// The properties that say how many metres above the ground a building begins and ends; `nil` if there are none.
  package let foot, top: String?
}

/// Which features of a layer are bridges.
package struct StyleBridge: Hashable, Sendable {
  /// The conditions, all of which must hold.
  package let conditions: [StyleCondition]
  /// The property that says on which layer a bridge lies; `nil` if there is none.
  package let layer: String?
}

/// The condition of a rule on one property.
package struct StyleCondition: Hashable, Sendable {
  /// A value that is asked for.
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Double)
    case boolean(Bool)
  }

  /// The test of the property's value.
  package enum Test: Hashable, Sendable {
    /// It has one of these values; or it is absent, if `orAbsent`.
    case oneOf(Set<Value>, orAbsent: Bool)
    /// It is present (`true`) or absent (`false`).
    case present(Bool)
    /// It is a number in this range.
    case within(ClosedRange<Double>)
  }

  /// The name of the feature's property.
  package let property: String
  /// What its value has to be.
  package let test: Test
}

extension StyleTable {
  /// The limits on a table; those of well-known schemas need a tenth of them.
  private static let most = (layers: 200, rules: 200, values: 100, names: 16, bridges: 8)
  private static let members: Set = ["trove", "schema", "knownBy", "ground", "names", "layers", "bridges"]

  /// Reads the outermost object of a file.
  init(_ root: JSONValue) throws(StyleFault) {
    let table = try StyleObject(root, "the table", Self.members)
    schema = try table.word("schema")
    knownBy = Set(try table.texts("knownBy", limit: Self.most.layers))
    ground = try table.choice("ground", GroundKind.words)
    names = try table.texts("names", limit: Self.most.names)
    let layers = try table.member("layers")
    guard layers.isObject, (1...Self.most.layers).contains(layers.count) else {
      throw StyleFault(layers, "“layers” is no object of 1 to \(Self.most.layers) layers")
    }
    var rules: [String: [StyleRule]] = [:]
    for (name, list) in layers.members {
      guard rules.updateValue(try Self.rules(of: name, list), forKey: name) == nil else {
        throw StyleFault(list, "the layer \(SafeText.quoted(name)) is there twice")
      }
    }
    self.rules = rules
    bridges = try table["bridges"].map { (value) throws(StyleFault) in try Self.bridges(value, among: rules) } ?? [:]
  }

  private static func bridges(
    _ value: JSONValue, among rules: [String: [StyleRule]]
  ) throws(StyleFault) -> [String: [StyleBridge]] {
    guard value.isObject else { throw StyleFault(value, "“bridges” is no object of layers") }
    var bridges: [String: [StyleBridge]] = [:]
    for (name, list) in value.members {
      let layer = SafeText.quoted(name)
      guard let own = rules[name] else { throw StyleFault(list, "“bridges” has a layer without rules: \(layer)") }
      guard list.isArray, (1...most.bridges).contains(list.count) else {
        throw StyleFault(list, "the bridges of the layer \(layer) are no list of 1 to \(most.bridges)")
      }
      var kinds: [StyleBridge] = []
      for element in list.elements { kinds.append(try StyleBridge(element)) }
      guard bridges.updateValue(kinds, forKey: name) == nil else {
        throw StyleFault(list, "“bridges” has the layer \(layer) twice")
      }
      try check(own.flatMap(\.conditions) + kinds.flatMap(\.conditions), of: name, list)
    }
    return bridges
  }

  private static func check(
    _ conditions: [StyleCondition], of layer: String, _ list: JSONValue
  ) throws(StyleFault) {
    guard Set(conditions).count <= LayerRules.conditionLimit else {
      throw StyleFault(
        list, "the layer \(SafeText.quoted(layer)) has more than \(LayerRules.conditionLimit) different conditions")
    }
  }

  private static func rules(of layer: String, _ list: JSONValue) throws(StyleFault) -> [StyleRule] {
    guard list.isArray, (1...most.rules).contains(list.count) else {
      throw StyleFault(list, "the layer \(SafeText.quoted(layer)) is no list of 1 to \(most.rules) rules")
    }
    var rules: [StyleRule] = []
    for element in list.elements { rules.append(try StyleRule(element)) }
    try check(rules.flatMap(\.conditions), of: layer, list)
    return rules
  }

  /// The most values that a condition may list.
  fileprivate static let valueLimit = most.values
}

extension StyleRule {
  private static let members: Set = [
    "shape", "where", "named", "zooms", "kind", "label", "rank", "foot", "top", "skip",
  ]

  fileprivate init(_ value: JSONValue) throws(StyleFault) {
    let rule = try StyleObject(value, "the rule", Self.members)
    line = value.line
    shape = try rule.choice("shape", Form.self)
    conditions = try rule["where"].map { (value) throws(StyleFault) in try StyleCondition.all(value) } ?? []
    isNamed = try rule.flag("named")
    zooms = try rule["zooms"].map { (value) throws(StyleFault) in try Self.zooms(value) } ?? 0...30
    kind = try rule.choice("kind", GroundKind.words)
    label = try rule.choice("label", NameKind.words)
    rank = try rule.property("rank")
    foot = try rule.property("foot")
    top = try rule.property("top")
    let isSkipped = try rule.flag("skip")
    guard isSkipped != (kind != nil || label != nil) else {
      throw StyleFault(value, "the rule has to say one of “kind”, “label”, or “skip”: true")
    }
    guard kind == nil || shape != .point else { throw StyleFault(value, "a point has no “kind”, only a “label”") }
    guard rank == nil || label != nil else { throw StyleFault(value, "a “rank” without a “label” orders nothing") }
    guard foot == nil && top == nil || kind == .building else {
      throw StyleFault(value, "only a “building” has a “foot” and a “top”")
    }
  }

  private static func zooms(_ value: JSONValue) throws(StyleFault) -> ClosedRange<Int> {
    let ends = value.isArray ? value.elements.compactMap(\.integer) : []
    guard value.count == 2, ends.count == 2, ends[0] >= 0, ends[1] <= 30, ends[0] <= ends[1] else {
      throw StyleFault(value, "“zooms” is no list of two whole numbers from 0 to 30, the smaller first")
    }
    return ends[0]...ends[1]
  }
}

extension StyleBridge {
  fileprivate init(_ value: JSONValue) throws(StyleFault) {
    let bridge = try StyleObject(value, "the bridge", ["where", "layer"])
    conditions = try bridge["where"].map { (value) throws(StyleFault) in try StyleCondition.all(value) } ?? []
    layer = try bridge.property("layer")
  }
}

extension StyleObject {
  /// A member that names a property of features; `nil` if the member is absent.
  fileprivate func property(_ name: String) throws(StyleFault) -> String? {
    guard let member = self[name] else { return nil }
    guard let property = member.rawString, !property.isEmpty else {
      throw StyleFault(member, "“\(name)” names no property")
    }
    return property
  }
}

extension StyleCondition {
  fileprivate static func all(_ value: JSONValue) throws(StyleFault) -> [StyleCondition] {
    guard value.isObject, (1...8).contains(value.count) else {
      throw StyleFault(value, "“where” is no object of 1 to 8 properties")
    }
    var conditions: [StyleCondition] = []
    for (name, wanted) in value.members {
      guard !name.isEmpty, !conditions.contains(where: { $0.property == name }) else {
        throw StyleFault(wanted, "“where” asks twice for \(SafeText.quoted(name))")
      }
      conditions.append(StyleCondition(property: name, test: try test(wanted)))
    }
    return conditions
  }

  private static func test(_ value: JSONValue) throws(StyleFault) -> Test {
    if value.isObject { return try comparison(value) }
    guard value.isArray else { return .oneOf(try element(value).map { [$0] } ?? [], orAbsent: value.isNull) }
    guard (1...StyleTable.valueLimit).contains(value.count) else {
      throw StyleFault(value, "a list of values has none, or more than \(StyleTable.valueLimit)")
    }
    var values: Set<Value> = []
    var orAbsent = false
    for item in value.elements {
      if let item = try element(item) { values.insert(item) } else { orAbsent = true }
    }
    return .oneOf(values, orAbsent: orAbsent)
  }

  /// One value; `nil` for `null`, which stands for an absent property.
  private static func element(_ value: JSONValue) throws(StyleFault) -> Value? {
    if value.isNull { return nil }
    if let text = value.rawString { return .text(text) }
    if let truth = value.bool { return .boolean(truth) }
    if let number = value.number { return .number(number) }
    throw StyleFault(value, "a value is no text, number, true, false or null")
  }

  private static func comparison(_ value: JSONValue) throws(StyleFault) -> Test {
    let object = try StyleObject(value, "the condition", ["atLeast", "atMost", "present"])
    let range = -1e15...1e15
    let (least, most) = (try object.number("atLeast", in: range), try object.number("atMost", in: range))
    if object["present"] != nil {
      guard least == nil, most == nil else { throw StyleFault(value, "“present” stands alone") }
      return .present(try object.flag("present"))
    }
    let (low, high) = (least ?? range.lowerBound, most ?? range.upperBound)
    guard least != nil || most != nil, low <= high else {
      throw StyleFault(value, "the condition says none of “atLeast”, “atMost” and “present”, or asks for nothing")
    }
    return .within(low...high)
  }
}
