internal import Geodesy
internal import HuntDomain
internal import Places
internal import Views

/// Walking round a zone.
extension Authoring {
  /// A key while an outline is walked.
  mutating func walk(
    _ command: EditorCommand, _ outline: Outline, of id: String, at now: Duration
  ) -> [AuthoringEffect] {
    var outline = outline
    let isRead = message != nil
    message = nil
    switch command {
    case .take where isRead: return []
    case .take: return close(outline, of: id, at: now)
    case .giveUp:
      mode = .browse
      message = outline.corners.isEmpty ? nil : "The outline is given up; the zone is as it was."
      showPlaces(at: now)
      return []
    case .takeBack: outline.removeLast()
    case .corner: add(to: &outline, at: now) { outline, place throws(OutlineProblem) in try outline.add(place) }
    case .walk:
      add(to: &outline, at: now) { outline, place throws(OutlineProblem) in
        try outline.walk(!outline.isWalking, from: place)
      }
    default: break
    }
    mode = .outlining(id, outline)
    showPlaces(at: now)
    return []
  }

  /// Does something with the present position, or says why it cannot be done.
  private mutating func add(
    to outline: inout Outline, at now: Duration,
    _ action: (inout Outline, Coordinate) throws(OutlineProblem) -> Void
  ) {
    guard let fix = standing(at: now).fix else {
      message = "There is no position now: wait until there is one."
      return
    }
    do { try action(&outline, fix.position) } catch { message = error.sentence }
  }

  private mutating func close(_ outline: Outline, of id: String, at now: Duration) -> [AuthoringEffect] {
    let ring: [Coordinate]
    do { ring = try outline.closed() } catch {
      message = error.sentence
      return []
    }
    mode = .browse
    guard let index = draft.index(of: id) else { return [] }
    var treasure = draft.treasures[index]
    let place = Ring.place(in: ring, preferring: treasure.place.position)
    let isMoved = place != treasure.place.position
    treasure.zone = .polygon(rings: [ring])
    treasure.place = PointOfInterest(
      id: id, name: treasure.place.name, position: place, kind: treasure.place.kind)
    message =
      "The zone of \(treasure.place.name) has \(ring.count) corners."
      + (isMoved ? " Its place lay outside or at the edge, and is in the middle now." : "")
    return change(.replace(treasure), at: now)
  }
}
