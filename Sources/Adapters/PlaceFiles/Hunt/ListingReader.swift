internal import GeoFormats
internal import HuntDomain

/// Reads what a geocaching listing says about a treasure.
enum ListingReader {
  private typealias Members = HuntMembers<HuntKeys.Listing>

  /// The listing that is a member of a treasure; none without a code.
  static func read(_ stage: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> CacheListing? {
    guard let members = stage.object(.listing, of: HuntKeys.Listing.self, &notes) else { return nil }
    guard let code = members.text(.code, limit: SafeText.nameLimit, &notes) else {
      if let value = members.object { notes.warn(value, "\(stage.called(.listing)) has no code: left out") }
      return nil
    }
    var listing = CacheListing(code: code)
    listing.owner = members.text(.owner, limit: SafeText.nameLimit, &notes)
    listing.type = members.text(.type, limit: SafeText.nameLimit, &notes)
    listing.size = members.text(.size, limit: SafeText.nameLimit, &notes)
    listing.difficulty = members.number(.difficulty, in: 1...5, otherwise: "left out", &notes)
    listing.terrain = members.number(.terrain, in: 1...5, otherwise: "left out", &notes)
    listing.description = members.texts(.description, &notes)
    listing.encodedHint = members.text(.encodedHint, &notes)
    listing.logs = members.list(.logs, &notes).compactMap { log($0, members, &notes) }
    return listing
  }

  private static func log(_ value: JSONValue, _ listing: Members, _ notes: inout HuntNotes) -> CacheListing.Log? {
    guard value.isObject else {
      notes.warn(value, "an entry of \(listing.called(.logs)) is no object: left out")
      return nil
    }
    let members = HuntMembers<HuntKeys.Log>(value, "in \(listing.called(.logs))")
    return CacheListing.Log(
      date: members.moment(.date, &notes), kind: members.text(.kind, limit: SafeText.nameLimit, &notes) ?? "",
      finder: members.text(.finder, limit: SafeText.nameLimit, &notes) ?? "", text: members.text(.text, &notes) ?? "")
  }
}
