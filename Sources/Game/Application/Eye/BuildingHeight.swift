internal import Numbers

/// How high a building is whose map does not say it: by its name and the size of its footprint.
///
/// Equal heights would make a wall of a street, so that each building differs a little, always in the same way.
struct BuildingHeight {
  /// Metres from the ground to the roof.
  let metres: Double
  /// Whether the map says so.
  let isKnown: Bool

  /// Metres of a storey.
  private static let storey = 3.4
  /// Heights that makers of tiles write for buildings of which they know none: tilemaker 3.66 m, Planetiler 5 m.
  private static let placeholders: [Float] = [3.66, 5]
  /// Buildings are not higher than this, whatever a map says: the highest on Earth has 828 m.
  private static let highest: Float = 830

  /// The height of a building.
  ///
  /// - Parameters:
  ///   - said: metres that the map says.
  ///   - area: square metres of its footprint.
  ///   - isTown: whether the houses stand as close as in a town.
  ///   - seed: a number that is always the same for the same building.
  init(said: Float?, name: String?, area: Double, isTown: Bool, seed: UInt64) {
    if let said, said > 0, said <= Self.highest, !Self.placeholders.contains(where: { abs($0 - said) < 0.01 }) {
      (metres, isKnown) = (Double(said), true)
      return
    }
    var chance = SeededGenerator(seed: seed)
    let part = chance.uniform()
    metres = name.flatMap { Self.named($0, part) } ?? Self.usual(area, isTown, part)
    isKnown = false
  }

  /// By words of some languages in which names of high buildings are written.
  private static func named(_ name: String, _ part: Double) -> Double? {
    let words = name.lowercased().split { !$0.isLetter }
    func has(_ wanted: Set<Substring>) -> Bool { words.contains { wanted.contains($0) } }
    if has(["tower", "torre", "campanile", "turm", "tour", "clocher", "lighthouse", "light", "faro", "phare"]) {
      return 26 + 14 * part
    }
    if has(["cathedral", "duomo", "dom", "münster", "cathédrale", "cattedrale", "catedral"]) { return 40 }
    if has(["church", "chiesa", "basilica", "kirche", "église", "iglesia", "abbey", "abbazia"]) {
      return 18 + 8 * part
    }
    return nil
  }

  private static func usual(_ area: Double, _ isTown: Bool, _ part: Double) -> Double {
    switch (area, isTown) {
    case (..<12, _): 2.8
    case (..<40, true): 4 + 5 * part
    case (_, true): Double(3 + Int(part * 2.999)) * storey + 1.2 + 1.6 * part
    case (..<40, false): 2.8
    case (..<90, false): 4 + 2 * part
    case (..<350, false): 6.5 + 3.5 * part
    case (_, false): 8 + 6 * part
    }
  }
}
