package import Geodesy
internal import HuntDomain

/// The sensors and the behaviour of a simulated player, for a trial of the heading.
package struct SensorKit: Hashable, Sendable {
  /// A compass in the player's hand.
  package struct Compass: Hashable, Sendable {
    /// Deviation of one reading, in degrees.
    package var noise: Double
    /// The largest error that stays, in degrees; each walk draws its own.
    package var bias: Double
    /// Whether it shows magnetic north.
    package var isMagnetic: Bool

    /// Creates a compass.
    package init(noise: Double, bias: Double = 10, isMagnetic: Bool = false) {
      (self.noise, self.bias, self.isMagnetic) = (noise, bias, isMagnetic)
    }
  }

  /// Reports of the receiver, and of the compass, in a second.
  package var rate: Double
  /// Deviation of the position, in metres; it wanders (Gauss and Markov).
  package var noise: Double
  /// Whether the receiver tells speed and course.
  package var tellsCourse: Bool
  /// The compass; `nil` if the player has none.
  package var compass: Compass?
  /// Whether the player looks about while they stand.
  package var looksAbout: Bool
  /// Whether the player tells every turn that they make on the spot by a key.
  package var pressesKeys: Bool
  /// Whether the player, when they stop, faces a place and says so.
  package var facesPlaces: Bool
  /// Where the walk begins, which decides about the declination.
  package var start: Coordinate

  /// Creates a kit; without any wish a receiver in Munich that tells its course once a second.
  package init(
    rate: Double = 1, noise: Double = 4, tellsCourse: Bool = true, compass: Compass? = nil, looksAbout: Bool = false,
    pressesKeys: Bool = false, facesPlaces: Bool = false,
    start: Coordinate = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)
  ) {
    self.rate = rate
    self.noise = noise
    self.tellsCourse = tellsCourse
    self.compass = compass
    self.looksAbout = looksAbout
    self.pressesKeys = pressesKeys
    self.facesPlaces = facesPlaces
    self.start = start
  }
}
