internal import GeoFormats
internal import HuntDomain

/// Reads where a treasure really is, when that comes of answers.
enum ProjectionReader {
  private typealias Members = HuntMembers<HuntKeys.Projection>

  /// The projection that is a member of a treasure.
  static func read(_ stage: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> Projection? {
    guard let members = stage.object(.projection, of: HuntKeys.Projection.self, &notes), let value = members.object
    else { return nil }
    if members[.bearing] != nil, members[.distance] != nil { return offset(members, &notes) }
    if members[.latitude] != nil, members[.longitude] != nil { return coordinates(members, &notes) }
    let needs = "neither bearing_deg and distance_m nor latitude and longitude"
    notes.warn(value, "\(stage.called(.projection)) has \(needs): left out")
    return nil
  }

  private static func offset(_ members: Members, _ notes: inout HuntNotes) -> Projection? {
    guard let bearing = formula(.bearing, members, &notes), let distance = formula(.distance, members, &notes) else {
      return nil
    }
    let from = members.text(.from, limit: SafeText.nameLimit, &notes)
    if let from, let value = members[.from] {
      notes.refer(to: .treasure(from), at: value, owner: members.called(.from))
    }
    return .offset(from: from, bearing: bearing, distance: distance)
  }

  private static func coordinates(_ members: Members, _ notes: inout HuntNotes) -> Projection? {
    guard let latitude = formula(.latitude, members, &notes), let longitude = formula(.longitude, members, &notes)
    else { return nil }
    return .coordinates(latitude: latitude, longitude: longitude)
  }

  /// A formula, or a number, which is one without names.
  private static func formula(
    _ key: HuntKeys.Projection, _ members: Members, _ notes: inout HuntNotes
  ) -> Formula? {
    guard let value = members[key] else { return nil }
    guard let text = value.text(limit: HuntLimits.formula + 1) ?? value.numberText, text.count <= HuntLimits.formula
    else {
      notes.warn(value, "\(members.called(key)) is no formula of up to \(HuntLimits.formula) characters: left out")
      return nil
    }
    do throws(FormulaError) {
      let formula = try Formula(text)
      for name in formula.names.sorted() {
        notes.refer(to: .answer(name), at: value, owner: members.called(key))
      }
      return formula
    } catch {
      notes.warn(value, "\(members.called(key)): \(error.description): the projection is left out")
      return nil
    }
  }
}
