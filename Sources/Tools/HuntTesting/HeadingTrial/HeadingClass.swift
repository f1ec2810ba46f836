internal import Geodesy

/// A class of walks: what they have in common, and whether the sensors can know there where the player looks.
package struct HeadingClass: Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// The sensors of the walks in this class; not empty.
  package let kits: [SensorKit]
  /// Without it no input tells where the player looks, so no coverage is required.
  package let isKnowable: Bool
  /// Degrees that half the cone may have in the middle of all frames, so that it still says something.
  package let widest: Double
  /// The part of the frames that may be without an arrow.
  package let quietest: Double

  private init(
    _ description: String, isKnowable: Bool = true, widest: Double = 22, quietest: Double = 0.05, _ kits: [SensorKit]
  ) {
    self.description = description
    self.kits = kits
    self.isKnowable = isKnowable
    self.widest = widest
    self.quietest = quietest
  }

  /// Every class, in the order of the table.
  package static let all: [HeadingClass] = [
    HeadingClass("course only, 1, 5 and 25 Hz", rates.map { SensorKit(rate: $0) }),
    HeadingClass(
      "positions only (2 m), 1, 5 and 25 Hz", widest: 52,
      rates.map { SensorKit(rate: $0, noise: 2, tellsCourse: false) }),
    HeadingClass(
      "positions only (5 m)", widest: 70, quietest: 0.2,
      [1, 5].map { SensorKit(rate: $0, noise: 5, tellsCourse: false) }),
    HeadingClass(
      "positions only (10 m)", isKnowable: false, [1, 5].map { SensorKit(rate: $0, noise: 10, tellsCourse: false) }),
    HeadingClass(
      "compass ±3°, looking about", rates.map { SensorKit(rate: $0, compass: .init(noise: 3), looksAbout: true) }),
    HeadingClass(
      "compass ±10°, looking about", rates.map { SensorKit(rate: $0, compass: .init(noise: 10), looksAbout: true) }),
    HeadingClass(
      "compass ±5°, no course",
      rates.map { rate in
        SensorKit(rate: rate, noise: 10, tellsCourse: false, compass: .init(noise: 5), looksAbout: true)
      }),
    HeadingClass(
      "magnetic compass ±5° in New Zealand, Greenland and Lapland",
      places.map { place in
        SensorKit(rate: 5, compass: .init(noise: 5, isMagnetic: true), looksAbout: true, start: place)
      }),
    HeadingClass(
      "course and keys, looking about", rates.map { SensorKit(rate: $0, looksAbout: true, pressesKeys: true) }),
    HeadingClass(
      "course and landmarks", rates.map { SensorKit(rate: $0, facesPlaces: true) }),
    HeadingClass(
      "course only, looking about", isKnowable: false, rates.map { SensorKit(rate: $0, looksAbout: true) }),
  ]

  private static let rates = [1.0, 5, 25]
  /// Declinations of 26° east, 28° west and 15° east.
  private static let places = [(-45.9, 170.5), (70.0, -52.0), (68.9, 27.0)].map {
    Coordinate(clampingLatitude: $0.0, wrappingLongitude: $0.1)
  }
}
