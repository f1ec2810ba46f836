internal import Eye
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Numbers
internal import Places
package import Views

/// "I am facing the ...": the sun, the moon and the places around that the player can name, and what they are about to
/// choose.
///
/// The list stands still while the player reads it, however they walk.
struct Landmarks: Hashable, Sendable {
  /// Something that says where the player looks.
  enum Landmark: Hashable, Sendable {
    case place(PointOfInterest)
    case body(CelestialBody, CelestialBody.Direction)
  }

  /// How many landmarks are offered: as many as there are digits to choose them by.
  static let most = 9
  /// Metres beyond which a player cannot tell which place they face.
  static let sight = 3000.0
  /// Degrees above the horizon between which people see a body of the sky, and can tell the direction below it.
  static let elevations = 0.0...60.0

  let landmarks: [Landmark]
  private(set) var selected = 0

  /// Creates the list of what the player can face: bodies of the sky first, then the places of most worth, nearest
  /// first; `nil` if there is nothing.
  ///
  /// - Parameters:
  ///   - roles: what places mean in the game; all others are places.
  ///   - time: civil time; `nil` if it is not known, and with it the sky.
  init?(around nearby: NearbySnapshot, roles: [String: PlaceRole], at time: Timestamp?) {
    let bodies = CelestialBody.allCases.compactMap { body -> Landmark? in
      guard let time, let position = nearby.position, let direction = body.direction(from: position, at: time),
        Self.elevations.contains(direction.elevation)
      else { return nil }
      return .body(body, direction)
    }
    let places = nearby.sightings.filter { $0.distance <= Self.sight && nearby.heading(facing: $0.place) != nil }
    landmarks = bodies + places.worthiest(Self.most - bodies.count, roles).map { .place($0.place) }
    if landmarks.isEmpty { return nil }
  }

  /// The landmark that Enter chooses.
  var choice: Landmark { landmarks[selected] }

  /// Moves to another landmark, round and round.
  mutating func move(by steps: Int) {
    selected = (selected + steps % landmarks.count + landmarks.count) % landmarks.count
  }

  /// The landmark of a digit, counted from 1.
  func landmark(_ digit: Character) -> Landmark? {
    guard let number = digit.wholeNumberValue, landmarks.indices.contains(number - 1) else { return nil }
    return landmarks[number - 1]
  }

  func screen(for nearby: NearbySnapshot) -> LandmarkScreen {
    let rows = landmarks.map { landmark in
      switch landmark {
      case .body(let body, let direction):
        return MapScreen.Row(
          label: body.name, distance: "\(Int(direction.elevation.rounded()))° high",
          direction: direction.bearing.compassPoint)
      case .place(let place):
        let seen = nearby.sighting(of: place.id)
        return MapScreen.Row(
          label: place.name, distance: seen.map { Wording.distance($0.distance) } ?? "",
          direction: seen?.bearing.compassPoint ?? "")
      }
    }
    return LandmarkScreen(title: "I am facing", rows: rows, selected: selected)
  }
}

extension CelestialBody {
  fileprivate var name: String {
    switch self {
    case .sun: "The sun"
    case .moon: "The moon"
    }
  }
}

extension CelestialBody.Direction {
  /// Degrees by which a player who faces a body on the horizon errs: half the cone that holds 95 of 100 headings.
  private static let aim = 3.0

  /// The heading of a player who faces the body: the higher it stands, the harder it is to tell what lies below it.
  fileprivate var heading: Heading {
    Heading(
      bearing: bearing, source: .landmark, uncertainty: Self.aim / Angle.sineAndCosine(degrees: elevation).cosine)
  }
}

/// What the player may say they face.
package struct LandmarkScreen: Hashable, Sendable {
  /// What is asked: `I am facing`.
  package let title: String
  /// Bodies of the sky, then places, nearest first at the time of the question; chosen by their number, counted from 1.
  package let rows: [MapScreen.Row]
  /// The chosen landmark's index among ``rows``, from 0.
  package let selected: Int
}

// MARK: - Its keys

extension Play {
  /// Asks what the player faces.
  mutating func askLandmark(at now: Duration) {
    let utc = time.civil.utc(at: played(at: now))
    landmarks = Landmarks(around: service.snapshot(at: now), roles: hunting.roles, at: utc)
    if landmarks == nil { message = "There is nothing near or in the sky that would say where you look." }
  }

  /// A key while the question is open.
  mutating func pressLandmark(_ key: Key, _ open: Landmarks, at now: Duration) -> [SessionEffect] {
    switch KeyTable.list(isStep: false, openedBy: "o").command(for: key) {
    case .quit?: return [.quit]
    case .back?: landmarks = nil
    case .up?: landmarks?.move(by: -1)
    case .down?: landmarks?.move(by: 1)
    case .choose?: face(open.choice, at: now)
    case nil:
      if case .character(let digit) = key, let landmark = open.landmark(digit) { face(landmark, at: now) }
    }
    return []
  }

  private mutating func face(_ landmark: Landmarks.Landmark, at now: Duration) {
    landmarks = nil
    switch landmark {
    case .body(_, let direction): service.receive(direction.heading, at: now)
    case .place(let place):
      guard !service.face(place, at: now) else { return }
      message = "\(place.name) is too near to say where you look."
    }
  }
}
