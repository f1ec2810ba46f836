package import Game
internal import GeoFormats
internal import Geodesy
internal import HuntDomain
package import Nearby
internal import Numbers
package import Places
internal import Views

/// The game as lines of JSON: one object a line, each with `event`; names and decimals are a contract with scripts.
///
/// Positions have seven decimals (a centimetre), lengths two, times in seconds three. What is not known is left out.
package enum JSONLines {
  /// The version of the lines, which docs/play.schema.json describes; it grows when a member or an event is changed or
  /// removed.
  static let version = 1

  /// The line of one piece of news, without its line break.
  ///
  /// - Parameters:
  ///   - ending: what the hunt says to whoever wins it.
  ///   - naming: the names of treasures and items by their ids, for texts.
  package static func line(
    for news: SessionNews, ending: String? = nil, naming: (String) -> String = { $0 }
  ) -> String {
    var line = JSONText()
    switch news {
    case .started(let hunt, let source):
      line.add("event", "started")
      line.add("version", version)
      line.add("hunt", hunt.title)
      line.add("source", source)
      line.add("of", hunt.count)
    case .unsealed(let hunt):
      line.add("event", "unsealed")
      line.add("known", hunt.treasures.count)
      line.add("of", hunt.count)
    case .fix(let fix): add(fix, to: &line)
    case .held(let held):
      line.add("event", "held")
      line.add("why", held.why.word)
      line.add("text", Wording.held(held))
      addPlace(held.fix, to: &line)
    case .remark(let remark):
      line.add("event", "remark")
      line.add("why", remark.word)
      line.add("text", Wording.remark(remark))
    case .searching(let satellites):
      line.add("event", "searching")
      if let satellites { line.add("satellites", satellites) }
    case .lost(let reason):
      line.add("event", "lost")
      line.add("reason", reason)
    case .found(let find, let count, let total):
      line.add("event", "found")
      line.add("id", find.treasure.id)
      line.add("name", find.treasure.place.name)
      addTime(find.time, find.utc, to: &line)
      if let distance = find.distance { line.add("distance", distance, decimals: 2) }
      line.add("points", find.treasure.points)
      line.add("found", count)
      line.add("of", total)
      if let message = find.treasure.message { line.add("text", message) }
    case .hint(let treasure, let hint):
      line.add("event", "hint")
      line.add("id", treasure.id)
      line.add("text", hint.text)
      if hint.price > 0 { line.add("price", hint.price) }
    case .reply(let text):
      line.add("event", "reply")
      line.add("text", text)
    case .notSaved(let reason):
      line.add("event", "not_saved")
      line.add("reason", reason)
    case .savedAgain: line.add("event", "saved_again")
    case .slept(let time):
      line.add("event", "slept")
      line.add("seconds", seconds(time), decimals: 3)
    case .announced(let announcement): add(announcement, to: &line)
    case .mates(let mates, let text): add(mates, text, to: &line)
    case .board(let board, let text): add(board, text, to: &line)
    case .timeUp: line.add("event", "time_up")
    case .resumed(let found, let total, let points, let time):
      line.add("event", "resumed")
      line.add("found", found)
      line.add("of", total)
      line.add("points", points)
      line.add("elapsed", seconds(time), decimals: 3)
    case .opened, .entered, .left, .asked, .answered, .answeredWrongly, .claimed, .expired, .gained, .obstacle:
      addStep(news, naming, to: &line)
    case .finished(let found, let total, let points, let time, let isWon):
      line.add("event", "finished")
      line.add("found", found)
      line.add("of", total)
      line.add("completed", isWon)
      line.add("points", points)
      line.add("elapsed", seconds(time), decimals: 3)
      if isWon, let ending { line.add("text", ending) }
    }
    return line.text
  }

  /// The line of one place near the player: `trove nearby --json`.
  package static func line(for sighting: Sighting) -> String {
    var line = JSONText()
    line.add("id", sighting.place.id)
    line.add("name", sighting.place.name)
    line.add("lat", sighting.place.position.latitude, decimals: 7)
    line.add("lon", sighting.place.position.longitude, decimals: 7)
    if let kind = sighting.place.kind { line.add("kind", kind) }
    line.add("distance_m", sighting.distance, decimals: 3)
    line.add("bearing_deg", sighting.bearing.degrees, decimals: 6)
    line.add("walk_s", sighting.distance / Wording.walkingPace, decimals: 0)
    if let turn = sighting.turn { line.add("turn_deg", turn, decimals: 6) }
    return line.text
  }

  /// The line of a place that is announced on the way: `trove play --json --callouts`.
  static func line(for callout: Callout) -> String {
    let sighting = callout.sighting
    var line = JSONText()
    line.add("event", "callout")
    line.add("id", sighting.place.id)
    line.add("name", sighting.place.name)
    if let kind = sighting.place.kind { line.add("kind", kind) }
    line.add("distance", sighting.distance, decimals: 2)
    line.add("bearing", sighting.bearing.degrees, decimals: 2)
    if let turn = sighting.turn { line.add("turn", turn, decimals: 2) }
    line.add("text", callout.sentence)
    return line.text
  }

  /// The line of a place by itself: with its tags, in OpenStreetMap's words.
  ///
  /// - Parameters:
  ///   - region: the imported region that it was found in.
  ///   - metres: from where it was looked for.
  package static func line(for place: PointOfInterest, region: String? = nil, metres: Double? = nil) -> String {
    var line = JSONText()
    line.add("id", place.id)
    line.add("name", place.name)
    line.add("lat", place.position.latitude, decimals: 7)
    line.add("lon", place.position.longitude, decimals: 7)
    if let kind = place.kind { line.add("kind", kind) }
    line.add("category", place.category.rawValue)
    if let region { line.add("region", region) }
    if let metres { line.add("distance_m", metres, decimals: 3) }
    for (key, value) in place.tags.pairs where key != "name" { line.add("tag:\(key)", value) }
    return line.text
  }

  private static func add(_ fix: Fix, to line: inout JSONText) {
    line.add("event", "fix")
    addPlace(fix, to: &line)
    if let altitude = fix.altitude { line.add("alt", altitude, decimals: 2) }
    if let speed = fix.speed { line.add("speed", speed, decimals: 3) }
    if let course = fix.course { line.add("course", course.degrees, decimals: 2) }
    if let used = fix.satellitesUsed { line.add("satellites", used) }
    if let seen = fix.satellitesSeen { line.add("satellites_seen", seen) }
    if let source = fix.accuracySource { line.add("accuracy_source", source.rawValue) }
    guard let averaged = fix.averaged else { return }
    line.add("averaged", averaged.count)
    line.add("averaged_s", seconds(averaged.duration), decimals: 3)
  }

  /// Adds position, time and accuracy, for accepted and for held fixes alike.
  private static func addPlace(_ fix: Fix, to line: inout JSONText) {
    line.add("lat", fix.position.latitude, decimals: 7)
    line.add("lon", fix.position.longitude, decimals: 7)
    addTime(fix.time, fix.utc, to: &line)
    line.add("mode", fix.mode == .threeD ? 3 : 2)
    if let accuracy = fix.accuracy { line.add("accuracy", accuracy, decimals: 2) } else { line.addNull("accuracy") }
  }

  /// `time` is what the receiver says, where it says so; `elapsed` is what the game counts by.
  private static func addTime(_ elapsed: Duration, _ utc: Timestamp?, to line: inout JSONText) {
    if let utc { line.add("time", utc.description) } else { line.addNull("time") }
    line.add("elapsed", seconds(elapsed), decimals: 3)
  }

  static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
}
