/// The sequences that change the style a terminal writes in (SGR).
enum StyleChange {
  /// The shorter of starting anew and changing what differs; no bytes if nothing that shows differs.
  static func bytes(from: Style, to: Style, depth: ColourDepth) -> [UInt8] {
    let changes = changes(from, to, depth)
    if changes.isEmpty { return [] }
    let anew = (["0"] + self.changes(.plain, to, depth)).joined(separator: ";")
    let step = changes.joined(separator: ";")
    let shorter = anew == "0" ? "" : anew.utf8.count < step.utf8.count ? anew : step
    return Array("\u{1B}[\(shorter)m".utf8)
  }

  private static func changes(_ from: Style, _ to: Style, _ depth: ColourDepth) -> [String] {
    var codes: [String] = []
    var kept = from.attributes
    for (attribute, code) in [(Style.Attributes.reverse, "27"), (.underline, "24")]
    where kept.contains(attribute) && !to.attributes.contains(attribute) {
      codes.append(code)
    }
    let weight: Style.Attributes = [.bold, .dim]
    if !kept.intersection(weight).isSubset(of: to.attributes) {
      codes.append("22")  // ends both
      kept.subtract(weight)
    }
    for (attribute, code) in [(Style.Attributes.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7")]
    where to.attributes.contains(attribute) && !kept.contains(attribute) {
      codes.append(code)
    }
    if from.foreground != to.foreground { codes.append(to.foreground.parameters(background: false, depth: depth)) }
    if from.background != to.background { codes.append(to.background.parameters(background: true, depth: depth)) }
    return codes.filter { !$0.isEmpty }
  }
}
