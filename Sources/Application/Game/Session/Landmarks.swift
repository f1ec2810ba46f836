internal import Geodesy
internal import Nearby
internal import Places
package import Views

/// "I am facing the ...": the places around that the player can name, and the one that they are about to choose.
///
/// The list stands still while the player reads it, however they walk.
struct Landmarks: Hashable, Sendable {
  /// How many places are offered: as many as there are digits to choose them by.
  static let most = 9
  /// Metres beyond which a player cannot tell which place they face.
  static let sight = 3000.0

  let places: [PointOfInterest]
  private(set) var selected = 0

  /// Creates the list of places that the player can face, nearest first; `nil` if there are none.
  init?(around nearby: NearbySnapshot) {
    places = nearby.sightings.lazy.map { ($0, nearby.heading(facing: $0.place)) }
      .filter { $0.0.distance <= Self.sight && $0.1 != nil }
      .prefix(Self.most).map(\.0.place)
    if places.isEmpty { return nil }
  }

  /// The place that Enter chooses.
  var choice: PointOfInterest { places[selected] }

  /// Moves to another place, round and round.
  mutating func move(by steps: Int) {
    selected = (selected + steps % places.count + places.count) % places.count
  }

  /// The place of a digit, counted from 1.
  func place(_ digit: Character) -> PointOfInterest? {
    guard let number = digit.wholeNumberValue, places.indices.contains(number - 1) else { return nil }
    return places[number - 1]
  }

  func screen(for nearby: NearbySnapshot) -> LandmarkScreen {
    let rows = places.map { place in
      let seen = nearby.sighting(of: place.id)
      return MapScreen.Row(
        label: place.name, distance: seen.map { Wording.distance($0.distance) } ?? "",
        direction: seen?.bearing.compassPoint ?? "")
    }
    return LandmarkScreen(title: "I am facing", rows: rows, selected: selected)
  }
}

/// The places that the player may say they face.
package struct LandmarkScreen: Hashable, Sendable {
  /// What is asked: `I am facing`.
  package let title: String
  /// Nearest first at the time of the question; chosen by their number, counted from 1.
  package let rows: [MapScreen.Row]
  /// The chosen place's index among ``rows``, from 0.
  package let selected: Int
}

// MARK: - Its keys

extension Play {
  /// Asks which place the player faces.
  mutating func askLandmark(at now: Duration) {
    landmarks = Landmarks(around: service.snapshot(at: now))
    if landmarks == nil { message = "There is no place near that would say where you look." }
  }

  /// A key while the question is open.
  mutating func pressLandmark(_ key: Key, _ open: Landmarks, at now: Duration) -> [SessionEffect] {
    switch key {
    case .character("q"): return [.quit]
    case .escape, .backspace, .character("o"): landmarks = nil
    case .up, .character("k"): landmarks?.move(by: -1)
    case .down, .character("j"), .tab: landmarks?.move(by: 1)
    case .enter, .character(" "): face(open.choice, at: now)
    case .character(let digit): if let place = open.place(digit) { face(place, at: now) }
    default: break
    }
    return []
  }

  private mutating func face(_ place: PointOfInterest, at now: Duration) {
    landmarks = nil
    guard !service.face(place, at: now) else { return }
    message = "\(place.name) is too near to say where you look."
  }
}
