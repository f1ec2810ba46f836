/// The sequences that change the style a terminal writes in (SGR).
struct StyleChange {
  /// The parameters, with semicolons between them.
  private var parameters: [UInt8] = []

  /// The shorter of starting anew and changing what differs; no bytes if nothing that shows differs.
  static func bytes(from: Style, to: Style, _ codes: ColourCodes) -> [UInt8] {
    var step = StyleChange()
    step.change(from, to, codes)
    if step.parameters.isEmpty { return [] }
    var anew = StyleChange()
    anew.add(UInt8(ascii: "0"))
    anew.change(.plain, to, codes)
    let shorter =
      anew.parameters.count == 1
      ? [] : anew.parameters.count < step.parameters.count ? anew.parameters : step.parameters
    return [0x1B, UInt8(ascii: "[")] + shorter + [UInt8(ascii: "m")]
  }

  private mutating func change(_ from: Style, _ to: Style, _ codes: ColourCodes) {
    var kept = from.attributes
    for (attribute, code) in [(Style.Attributes.reverse, UInt8(ascii: "7")), (.underline, UInt8(ascii: "4"))]
    where kept.contains(attribute) && !to.attributes.contains(attribute) {
      add([UInt8(ascii: "2"), code])
    }
    let weight: Style.Attributes = [.bold, .dim]
    if !kept.intersection(weight).isSubset(of: to.attributes) {
      add([UInt8(ascii: "2"), UInt8(ascii: "2")])  // ends both
      kept.subtract(weight)
    }
    for (attribute, code) in Self.beginnings where to.attributes.contains(attribute) && !kept.contains(attribute) {
      add(code)
    }
    // Different colours may look the same where there are few.
    let (oldFront, front) = (codes.fronts[Int(from.foreground.code)], codes.fronts[Int(to.foreground.code)])
    if oldFront != front { add(front) }
    let (oldBack, back) = (codes.backs[Int(from.background.code)], codes.backs[Int(to.background.code)])
    if oldBack != back { add(back) }
  }

  private static let beginnings: [(Style.Attributes, UInt8)] = [
    (.bold, UInt8(ascii: "1")), (.dim, UInt8(ascii: "2")), (.underline, UInt8(ascii: "4")),
    (.reverse, UInt8(ascii: "7")),
  ]

  private mutating func add(_ code: UInt8) { add([code]) }

  private mutating func add(_ code: [UInt8]) {
    if !parameters.isEmpty { parameters.append(UInt8(ascii: ";")) }
    parameters += code
  }
}
