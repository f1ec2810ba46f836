internal import GeoFormats
internal import Geodesy
package import HuntDomain
package import Numbers
package import Room
package import Views

/// What a page for spectators is told: the messages of its stream, each an event with JSON.
package enum SpectatorMessages {
  /// Names that the map shows at most.
  private static let mostNames = 200

  /// `event`: what does not change.
  ///
  /// - Parameters:
  ///   - precision: metres to which positions are rounded; `nil` if nobody sees them.
  ///   - secrets: what names on the map must not tell.
  package static func event(map: BaseMap, precision: Double?, keeping secrets: Secrets = Secrets()) -> String {
    var members: [(String, JSONContent)] = [("positions", .bool(precision != nil))]
    if let precision, precision > 0 { members.append(("precision", .number(precision))) }
    if let box = map.bounds {
      // Going on eastwards beyond 180°, as web maps do.
      let east = box.east < box.west ? box.east + 360 : box.east
      members.append(("bounds", .list([box.south, box.west, box.north, east].map { .decimal($0, places: 7) })))
      members.append(("names", .list(names(on: map, keeping: secrets))))
    }
    if !map.attribution.isEmpty { members.append(("attribution", .string(map.attribution))) }
    return message("event", members)
  }

  /// The names on a map, the most important first.
  private static func names(on map: BaseMap, keeping secrets: Secrets) -> [JSONContent] {
    map.geometries.flatMap { sheet in sheet.labels.map { (sheet, $0) } }
      .sorted { ($0.1.kind.importance, $0.1.rank) < ($1.1.kind.importance, $1.1.rank) }.lazy
      .compactMap { sheet, label in
        let place = MercatorPoint(
          x: sheet.origin.x + Double(label.at.x) * sheet.unit, y: sheet.origin.y + Double(label.at.y) * sheet.unit
        )
        .coordinate
        let name = sheet.names[label.name]
        guard !(label.kind.isThing && secrets.isUnnamed(at: place)), !secrets.answers(name, at: place) else {
          return nil
        }
        return .object([
          .init("name", .string(name)), .init("kind", .string("\(label.kind)")),
          .init("lat", .decimal(place.latitude, places: 7)), .init("lon", .decimal(place.longitude, places: 7)),
        ])
      }
      .prefix(mostNames).map(\.self)
  }

  /// `board`: leaderboard, finds, prizes and treasures; replaces the one before.
  package static func board(_ screen: SpectatorScreen) -> String {
    var members: [(String, JSONContent)] = [
      ("title", .string(screen.title)), ("hunt", .string(screen.hunt)), ("teams", .bool(screen.hasTeamScores)),
      ("joined", .int(screen.joined)), ("found", .int(screen.found)), ("total", .int(screen.total)),
      ("closed", .bool(screen.isClosed)), ("rows", .list(screen.rows.map(row))),
      ("finds", .list(screen.finds.map(find))), ("prizes", .list(screen.prizes.map(prize))),
      ("stages", .list(screen.stages.map(stage))),
    ]
    if let opens = screen.opens { members.append(("opens", .time(opens))) }
    if let ends = screen.ends { members.append(("ends", .time(ends))) }
    return message("board", members)
  }

  /// `people`: who is on the map; replaces the one before.
  package static func people(_ people: [SpectatorPerson]) -> String {
    let list = people.map { person in
      JSONContent.object(
        party(person.party) + [
          .init("id", .int(person.number)),
          .init("lat", .decimal(person.position.latitude, places: 6)),
          .init("lon", .decimal(person.position.longitude, places: 6)),
          .init("old", .bool(person.isOld)),
        ])
    }
    return message("people", [("people", .list(list))])
  }

  /// `beat`: the host is still there, and what time it is.
  package static func beat(at now: Timestamp) -> String { message("beat", [("now", .time(now))]) }

  private static func row(_ row: SpectatorScreen.Row) -> JSONContent {
    .object(
      party(row.party) + [
        .init("rank", .int(row.rank)), .init("points", .int(row.points)), .init("found", .int(row.found)),
        .init("last", .time(row.last)),
      ])
  }

  private static func find(_ find: SpectatorScreen.Find) -> JSONContent {
    .object(
      party(find.party) + [
        .init("number", .int(find.number)), .init("treasure", .string(find.treasure)),
        .init("points", .int(find.points)),
        .init("time", .time(find.time)), .init("first", .bool(find.isFirst)), .init("wins", .bool(find.wins)),
      ] + (find.prize.map { [.init("prize", .string($0))] } ?? []))
  }

  private static func prize(_ prize: SpectatorScreen.Prize) -> JSONContent {
    .object(
      party(prize.holder) + [
        .init("prize", .string(prize.prize)), .init("treasure", .string(prize.treasure)),
        .init("settled", .time(prize.settled)),
      ])
  }

  private static func stage(_ stage: SpectatorScreen.Stage) -> JSONContent {
    .object(
      [
        .init("treasure", .string(stage.name)), .init("lat", .decimal(stage.position.latitude, places: 7)),
        .init("lon", .decimal(stage.position.longitude, places: 7)), .init("found", .int(stage.found)),
      ] + (stage.first.map { [.init("first", .object(party($0)))] } ?? []))
  }

  private static func party(_ party: SpectatorScreen.Party) -> [JSONContent.Member] {
    [.init("name", .string(party.name)), .init("group", .int(party.group))]
      + (party.team.map { [.init("team", .string($0))] } ?? [])
  }

  private static func message(_ name: String, _ members: [(String, JSONContent)]) -> String {
    "event: \(name)\ndata: \(JSONContent.object(members.map { .init($0, $1) }).text)\n\n"
  }
}

extension JSONContent {
  fileprivate static func int(_ number: some BinaryInteger) -> JSONContent { .decimal(Double(number), places: 0) }

  /// Milliseconds since 1970.
  fileprivate static func time(_ time: Timestamp) -> JSONContent { .int(time.milliseconds) }
}
