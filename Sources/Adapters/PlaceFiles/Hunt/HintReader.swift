internal import GeoFormats
internal import HuntDomain

/// Reads the hints of a treasure: the one of `hint`, which is free, and then those of `hints`.
enum HintReader {
  /// The hints that the members of a treasure say.
  static func read(_ stage: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> [Hint] {
    var hints = stage.text(.hint, &notes).map { [Hint($0)] } ?? []
    for value in stage.list(.hints, &notes) { hint(value, stage.whose, &notes).map { hints.append($0) } }
    return hints
  }

  /// A text alone is free and can be read at once.
  private static func hint(_ value: JSONValue, _ whose: String, _ notes: inout HuntNotes) -> Hint? {
    let members = HuntMembers<HuntKeys.Hint>(value, "of a hint \(whose)")
    members.warnOfMisspelt(&notes)
    guard let text = value.text() ?? members.text(.text, &notes), !text.isEmpty else {
      notes.warn(value, "a hint \(whose) has no text: left out")
      return nil
    }
    let price = members.integer(.price, in: HuntLimits.points, otherwise: "taken as 0", &notes) ?? 0
    let after = members.seconds(.after, in: HuntLimits.wait, otherwise: "taken as 0", &notes) ?? .zero
    return Hint(text, price: price, after: after)
  }
}
