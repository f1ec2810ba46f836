internal import GeoFormats
internal import VectorTiles
internal import Views

/// The rules of one layer of one tile, prepared so that matching a feature compares no texts.
///
/// Every condition is one bit. A value of the layer is looked at once, the first time that a feature has it, and gets
/// the bits of the conditions that it meets; a feature's bits are those of its values together, and a rule is for it
/// when all of its own bits are among them.
struct LayerRules {
  /// Conditions that the rules of one layer may have together; two bits more are taken.
  static let conditionLimit = 62
  private static let named: UInt64 = 1 << 62
  private static let looked: UInt64 = 1 << 63
  private static let none = UInt8.max

  /// A rule, and the bits that a feature needs for it.
  private struct Ready {
    let rule: Int
    let needs: UInt64
  }

  /// A property that conditions ask for.
  private struct Slot {
    /// All bits of its conditions, and those that a feature without it meets.
    var all: UInt64 = 0
    var absent: UInt64 = 0
    var tests: [(bit: UInt64, test: StyleCondition.Test)] = []
    /// The bits of each value of the layer, once it has been looked at.
    var values: [UInt64] = []
  }

  private let layer: VectorTileLayer
  private let rules: [StyleRule]
  /// For points, lines and areas.
  private var ready: [[Ready]] = [[], [], []]
  private var slots: [Slot] = []
  /// For each key of the layer its slot, and its place among the properties that hold names.
  private var slotOfKey: [UInt8]
  private var nameOfKey: [UInt8]
  /// The condition bits that a feature without properties meets.
  private var bare: UInt64 = 0
  private var texts: [Int: String] = [:]
  /// By the line of a rule for buildings, the layer's keys of the properties that it names.
  private var riseKeys: [Int: (foot: Int?, top: Int?)] = [:]
  /// The bits that a bridge needs, and the layer's key of the property that says how high it lies.
  private var bridges: [(needs: UInt64, layer: Int?)] = []
  /// The condition bits that the feature decided on last meets.
  private var met: UInt64 = 0

  /// `nil` if no rule of the table applies to the layer in tiles of this zoom.
  init?(_ table: StyleTable, for layer: VectorTileLayer, zoom: Int) {
    guard let rules = table.rules[layer.name] else { return nil }
    self.layer = layer
    self.rules = rules
    slotOfKey = [UInt8](repeating: Self.none, count: layer.keys.count)
    nameOfKey = slotOfKey
    var slotOfProperty: [String: Int] = [:]
    var bits: [StyleCondition: UInt64] = [:]
    for (index, rule) in rules.enumerated() where rule.zooms.contains(zoom) {
      var needs = rule.isNamed ? Self.named : 0
      for condition in rule.conditions {
        needs |= bits[condition] ?? add(condition, &bits, &slotOfProperty)
      }
      for form in StyleRule.Form.allCases where rule.shape == nil || rule.shape == form {
        ready[form.index].append(Ready(rule: index, needs: needs))
      }
    }
    guard ready.contains(where: { !$0.isEmpty }) else { return nil }
    for bridge in table.bridges[layer.name] ?? [] {
      var needs: UInt64 = 0
      for condition in bridge.conditions { needs |= bits[condition] ?? add(condition, &bits, &slotOfProperty) }
      bridges.append((needs, bridge.layer.flatMap { layer.key($0) }))
    }
    for slot in slots { bare |= slot.absent }
    for rule in rules where rule.foot != nil || rule.top != nil {
      riseKeys[rule.line] = (rule.foot.flatMap { layer.key($0) }, rule.top.flatMap { layer.key($0) })
    }
    for (key, name) in layer.keys.enumerated() {
      if let slot = slotOfProperty[name] { slotOfKey[key] = UInt8(slot) }
      if let place = table.names.firstIndex(of: name) { nameOfKey[key] = UInt8(min(place, 254)) }
    }
  }

  private mutating func add(
    _ condition: StyleCondition, _ bits: inout [StyleCondition: UInt64], _ slotOfProperty: inout [String: Int]
  ) -> UInt64 {
    // The table has been refused if there were more; a bit that nothing has is never met.
    guard bits.count < Self.conditionLimit else { return Self.looked }
    let bit: UInt64 = 1 << UInt64(bits.count)
    bits[condition] = bit
    let slot = slotOfProperty[condition.property] ?? slots.count
    if slot == slots.count {
      slots.append(Slot())
      slotOfProperty[condition.property] = slot
    }
    slots[slot].all |= bit
    if condition.test.acceptsAbsence { slots[slot].absent |= bit }
    slots[slot].tests.append((bit, condition.test))
    return bit
  }

  /// The rule that draws a feature, and the feature's name, sanitised; `nil` if it is not drawn.
  mutating func verdict(on feature: VectorTileFeature) -> (rule: StyleRule, name: String?)? {
    guard let index = decision(on: feature) else { return nil }
    let rule = rules[index]
    return rule.kind == nil && rule.label == nil ? nil : (rule, name(of: feature))
  }

  /// The index of the first rule that matches a feature; `nil` if none does.
  mutating func decision(on feature: VectorTileFeature) -> Int? {
    guard let form = feature.kind.form, !ready[form].isEmpty else { return nil }
    met = bare
    var tag = feature.tags.lowerBound
    while tag + 1 < feature.tags.upperBound {
      let slot = slotOfKey[Int(layer.tags[tag])]
      if slot != Self.none { met = met & ~slots[Int(slot)].all | bits(of: Int(layer.tags[tag + 1]), in: Int(slot)) }
      tag += 2
    }
    for candidate in ready[form] where candidate.needs & (met | Self.named) == candidate.needs {
      // Most features are decided without a look at their names, which costs more than all the rest.
      if candidate.needs & Self.named == 0 || name(of: feature) != nil { return candidate.rule }
    }
    return nil
  }

  /// The name in the most preferred of the feature's name properties, sanitised; `nil` if none is printable.
  mutating func name(of feature: VectorTileFeature) -> String? {
    var (best, name) = (Self.none, String?.none)
    var tag = feature.tags.lowerBound
    while tag + 1 < feature.tags.upperBound {
      let place = nameOfKey[Int(layer.tags[tag])]
      if place < best {
        let text = text(Int(layer.tags[tag + 1]))
        if !text.isEmpty { (best, name) = (place, text) }
      }
      tag += 2
    }
    return name
  }

  /// The number by which a rule orders labels; `nil` if the feature has none.
  func rank(_ rule: StyleRule, _ feature: VectorTileFeature) -> Double? {
    rule.rank.flatMap { layer.value(of: layer.key($0), in: feature)?.number }
  }

  /// How high the feature decided on last stands: a bridge by its layer, a building by the properties that its rule
  /// names; `nil` if it is no bridge and does not have them.
  func rise(_ rule: StyleRule, _ feature: VectorTileFeature) -> MapGeometry.Rise? {
    for bridge in bridges where bridge.needs & met == bridge.needs {
      return MapGeometry.Rise(bridgeOnLayer: layer.value(of: bridge.layer, in: feature)?.numeral)
    }
    guard rule.kind == .building, let keys = riseKeys[rule.line] else { return nil }
    return MapGeometry.Rise(
      foot: layer.value(of: keys.foot, in: feature)?.number, top: layer.value(of: keys.top, in: feature)?.number)
  }

  /// The bits of the conditions that a value meets.
  private mutating func bits(of value: Int, in slot: Int) -> UInt64 {
    if slots[slot].values.isEmpty { slots[slot].values = [UInt64](repeating: 0, count: layer.values.count) }
    let known = slots[slot].values[value]
    if known != 0 { return known & ~Self.looked }
    let content = layer.values[value]
    var met: UInt64 = 0
    for (bit, test) in slots[slot].tests where test.accepts(content) { met |= bit }
    slots[slot].values[value] = met | Self.looked
    return met
  }

  /// A value as a name: fit to print, and made only once.
  private mutating func text(_ value: Int) -> String {
    if let known = texts[value] { return known }
    let text = layer.values[value].text.map { SafeText.clean($0, limit: SafeText.nameLimit) } ?? ""
    texts[value] = text
    return text
  }
}

extension VectorTileValue {
  /// The number, also one that is written as a text.
  fileprivate var numeral: Double? { number ?? text.flatMap { Double($0) } }
}

extension StyleRule.Form {
  /// From 0.
  fileprivate var index: Int {
    switch self {
    case .point: 0
    case .line: 1
    case .area: 2
    }
  }
}

extension VectorTileKind {
  fileprivate var form: Int? {
    switch self {
    case .unknown: nil
    case .point: 0
    case .line: 1
    case .area: 2
    }
  }
}

extension StyleCondition.Test {
  fileprivate var acceptsAbsence: Bool {
    switch self {
    case .oneOf(_, let orAbsent): orAbsent
    case .present(let isPresent): !isPresent
    case .within: false
    }
  }

  fileprivate func accepts(_ value: VectorTileValue) -> Bool {
    if case .nothing = value { return acceptsAbsence }
    switch self {
    case .oneOf(let wanted, _): return StyleCondition.Value(value).map(wanted.contains) ?? false
    case .present(let isPresent): return isPresent
    case .within(let range): return value.number.map(range.contains) ?? false
    }
  }
}

extension StyleCondition.Value {
  fileprivate init?(_ value: VectorTileValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .integer(let number): self = .number(Double(number))
    case .boolean(let truth): self = .boolean(truth)
    case .nothing: return nil
    }
  }
}
