internal import Glibc

/// The Earth's magnetic field at a place on the ground, by the World Magnetic Model 2025.
///
/// The model is NOAA NCEI's and the British Geological Survey's (Chulliat et al., The US/UK World Magnetic
/// Model for 2025-2030): spherical harmonics of the Earth's core to degree 12 that change evenly with the years. Iron
/// in the ground, in a bag or under a table is not in it.
package struct MagneticField: Hashable, Sendable {
  /// The decimal years that the model is made for.
  package static let years = 2025.0...2030.0
  /// Nanotesla of horizontal field under which a needle points nowhere: the model's blackout zones around the
  /// magnetic poles.
  package static let blackout = 2000.0
  /// Nanotesla of horizontal field under which a needle is slow and errs much: the model's caution zones.
  package static let caution = 6000.0

  /// Nanotesla towards true north.
  package let north: Double
  /// Nanotesla towards east.
  package let east: Double
  /// Nanotesla towards the ground.
  package let down: Double
  /// How far the year asked for lies outside of the years that the model is made for.
  private let yearsBeyond: Double

  /// The field at `place` in a decimal year, `height` metres above the ellipsoid.
  ///
  /// A year outside of ``years`` gets the field of the nearest year that the model knows, and a wider
  /// ``declinationDeviation``; what is no number counts as 0 m and as the model's first year.
  package init(at place: Coordinate, height: Double = 0, year: Double) {
    let asked = year.isFinite ? year : Self.years.lowerBound
    let known = min(Self.years.upperBound, max(Self.years.lowerBound, asked))
    // Between the deepest mine and the highest orbit that the model is made for, in metres.
    let height = height.isFinite ? min(850_000, max(-10_000, height)) : 0
    let latitude = place.latitude * .pi / 180
    let spherical = Spherical(latitude: latitude, height: height)
    let field = Harmonics(spherical, longitude: place.longitude * .pi / 180, years: known - Self.years.lowerBound)
    // From the sphere's horizon to the ellipsoid's.
    let tilt = spherical.latitude - latitude
    north = field.north * cos(tilt) - field.down * sin(tilt)
    down = field.north * sin(tilt) + field.down * cos(tilt)
    east = field.east
    yearsBeyond = abs(asked - known)
  }

  /// Nanotesla along the ground: what turns a needle.
  package var horizontal: Double { (north * north + east * east).squareRoot() }

  /// Degrees that magnetic north lies east of true north, in `-180 ... 180`.
  package var declination: Double { atan2(east, north) * 180 / .pi }

  /// One standard deviation of ``declination``, in degrees: the error model of WMM2025, √(0.26² + (5417 nT / H)²),
  /// and ``yearlyDrift`` for every year that the model was not made for; 180 at most.
  package var declinationDeviation: Double {
    let local = 5417 / max(1, horizontal)
    let beyond = Self.yearlyDrift * yearsBeyond
    return min(180, (0.26 * 0.26 + local * local + beyond * beyond).squareRoot())
  }

  /// Degrees a year by which the declination may move where the model says nothing: it is less in 95 of 100 places
  /// between the polar circles.
  package static let yearlyDrift = 0.25
}

/// A place as the model counts it: from the centre of the Earth.
private struct Spherical {
  /// Radians north of the equator, as seen from the centre.
  let latitude: Double
  /// Metres from the centre.
  let radius: Double

  init(latitude: Double, height: Double) {
    let (sine, cosine) = (sin(latitude), cos(latitude))
    let normal = WGS84.equatorialRadius / (1 - WGS84.eccentricitySquared * sine * sine).squareRoot()
    let fromAxis = (normal + height) * cosine
    let fromEquator = (normal * (1 - WGS84.eccentricitySquared) + height) * sine
    radius = (fromAxis * fromAxis + fromEquator * fromEquator).squareRoot()
    self.latitude = atan2(fromEquator, fromAxis)
  }
}

/// The sum of the model's waves at one place, along the sphere's axes.
private struct Harmonics {
  /// The model's own sphere, in metres.
  static let radius = 6_371_200.0
  static let degree = 12

  private(set) var north = 0.0
  private(set) var east = 0.0
  private(set) var down = 0.0

  init(_ place: Spherical, longitude: Double, years: Double) {
    let legendre = Legendre(sine: sin(place.latitude), cosine: cos(place.latitude))
    let ratio = Self.radius / place.radius
    var power = ratio * ratio
    var index = 0
    for n in 1...Self.degree {
      power *= ratio
      for m in 0...n {
        let (g, h) = Self.coefficients(index, years)
        index += 1
        let (sine, cosine) = (sin(Double(m) * longitude), cos(Double(m) * longitude))
        let along = power * (g * cosine + h * sine)
        let across = power * (g * sine - h * cosine) * Double(m)
        let values = legendre.values(n, m)
        north += along * values.slope
        east += across * values.overCosine
        down -= along * values.value * Double(n + 1)
      }
    }
  }

  private static func coefficients(_ index: Int, _ years: Double) -> (g: Double, h: Double) {
    let all = MagneticField.coefficients
    return (all[index * 4] + years * all[index * 4 + 2], all[index * 4 + 1] + years * all[index * 4 + 3])
  }
}

/// Schmidt's semi-normalised Legendre functions of a latitude.
///
/// Those of order 1 and more are kept divided by the cosine of the latitude: at the poles that is a number, where
/// the function and the cosine are both 0.
private struct Legendre {
  private static let width = Harmonics.degree + 1

  private let cosine: Double
  private var functions: [Double]
  private var slopes: [Double]

  /// - Parameters: sine and cosine of the latitude, so cosine and sine of the angle from the pole.
  init(sine: Double, cosine: Double) {
    self.cosine = cosine
    functions = Array(repeating: 0, count: Self.width * Self.width)
    slopes = functions
    functions[0] = 1
    for n in 1...Harmonics.degree {
      for m in 0...n { fill(n, m, sine: sine) }
    }
  }

  /// The function, its slope away from the pole, and the function over the cosine of the latitude (order 1 and more).
  func values(_ n: Int, _ m: Int) -> (value: Double, slope: Double, overCosine: Double) {
    let scale = Self.scales[n * Self.width + m]
    let stored = functions[n * Self.width + m] * scale
    return (m == 0 ? stored : stored * cosine, slopes[n * Self.width + m] * scale, m == 0 ? 0 : stored)
  }

  /// The recursions of Gauss's normalisation (WMM2020 technical report, section 1.2; Langel 1987).
  private mutating func fill(_ n: Int, _ m: Int, sine: Double) {
    let here = n * Self.width + m
    guard m < n else {
      let before = here - Self.width - 1
      // Order 1 over the cosine begins with 1 instead of with the cosine.
      functions[here] = n == 1 ? 1 : cosine * functions[before]
      slopes[here] = cosine * slopes[before] + sine * value(n - 1, m - 1)
      return
    }
    let (one, two) = (here - Self.width, here - 2 * Self.width)
    let factor = n > 1 ? Double((n - 1) * (n - 1) - m * m) / Double((2 * n - 1) * (2 * n - 3)) : 0
    functions[here] = sine * functions[one] - (n > 1 ? factor * functions[two] : 0)
    slopes[here] = sine * slopes[one] - cosine * value(n - 1, m) - (n > 1 ? factor * slopes[two] : 0)
  }

  private func value(_ n: Int, _ m: Int) -> Double {
    functions[n * Self.width + m] * (m == 0 ? 1 : cosine)
  }

  /// From Gauss's normalisation to Schmidt's.
  private static let scales: [Double] = {
    var scales = Array(repeating: 1.0, count: width * width)
    for n in 1...Harmonics.degree {
      scales[n * width] = scales[(n - 1) * width] * Double(2 * n - 1) / Double(n)
      for m in 1...n {
        let share = Double((n - m + 1) * (m == 1 ? 2 : 1)) / Double(n + m)
        scales[n * width + m] = scales[n * width + m - 1] * share.squareRoot()
      }
    }
    return scales
  }()
}
