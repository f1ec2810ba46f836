internal import Geodesy
internal import HuntDomain
internal import Numbers

/// The sky over a place: daylight or night, the sun and the moon above the horizon, and by night the brightest stars.
struct SkyView: Sendable {
  /// When and where somebody looks up, to the second and to a ten-thousandth of a degree: what stands in the sky moves by
  /// 0.004° in a second, and frames come many times a second.
  struct Moment: Hashable, Sendable {
    fileprivate let place: Coordinate
    fileprivate let time: Timestamp

    init(at place: Coordinate, _ time: Timestamp) {
      // Minus zero is equal to zero, and could lead to another sky.
      func rounded(_ degrees: Double) -> Double { (degrees * 10000).rounded() / 10000 + 0 }
      self.place = Coordinate(
        clampingLatitude: rounded(place.latitude), wrappingLongitude: rounded(place.longitude))
      self.time = Timestamp(milliseconds: time.milliseconds / 1000 * 1000)
    }
  }

  /// Degrees of the sun above the horizon from which on it is day, and below which it is night (civil twilight).
  private static let (dayBegins, nightBegins) = (6.0, -6.0)

  var light = EyeScreen.Light.day
  var bodies: [EyeScreen.Body] = []
  var stars: [EyeScreen.Star] = []
}

extension SkyView {
  /// What stands in the sky at a moment; a day without anything before 1900 and after 2099.
  init(_ moment: Moment) {
    for body in CelestialBody.allCases {
      guard let direction = body.direction(from: moment.place, at: moment.time) else { continue }
      if body == .sun { light = Self.light(direction.elevation) }
      guard direction.elevation > -1 else { continue }
      bodies.append(EyeScreen.Body(body: body, bearing: direction.bearing, elevation: direction.elevation))
    }
    guard light == .night else { return }
    stars = Star.brightest.compactMap { star in
      guard let direction = star.direction(from: moment.place, at: moment.time), direction.elevation > 0 else {
        return nil
      }
      return EyeScreen.Star(bearing: direction.bearing, elevation: direction.elevation, magnitude: star.magnitude)
    }
  }

  private static func light(_ sun: Double) -> EyeScreen.Light {
    sun > dayBegins ? .day : sun > nightBegins ? .dusk : .night
  }
}
