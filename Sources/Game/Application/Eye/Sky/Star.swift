internal import CNova
package import Geodesy
package import Numbers

/// A star that is bright enough to know the sky by.
package struct Star: Hashable, Sendable {
  /// Its usual name.
  package let name: String
  /// How bright it is, in magnitudes: the less, the brighter; the brightest has -1.44.
  package let magnitude: Double
  /// Degrees, of the equinox of the year 2000.
  private let rightAscension, declination: Double

  private init(_ name: String, _ rightAscension: Double, _ declination: Double, _ magnitude: Double) {
    (self.name, self.magnitude) = (name, magnitude)
    (self.rightAscension, self.declination) = (rightAscension, declination)
  }

  /// Where the star stands; `nil` before 1900 and after 2099.
  ///
  /// Right to 0.1°: the stars' own motion is left out, which moves the fastest of them by 0.1° in a century.
  package func direction(from place: Coordinate, at time: Timestamp) -> CelestialBody.Direction? {
    JulianDay.ask(at: time) { $0.horizontal(ln_equ_posn(ra: rightAscension, dec: declination), from: place) }
  }

  /// The stars down to magnitude 2.1, and the fainter ones of Orion's belt and the Plough; the brightest first.
  ///
  /// Places and magnitudes are those of the Hipparcos catalogue (ESA, 1997).
  package static let brightest = [
    Star("Sirius", 101.287, -16.716, -1.44),
    Star("Canopus", 95.988, -52.696, -0.62),
    Star("Arcturus", 213.915, 19.182, -0.05),
    Star("Rigil Kentaurus", 219.902, -60.834, -0.01),
    Star("Vega", 279.235, 38.784, 0.03),
    Star("Capella", 79.172, 45.998, 0.08),
    Star("Rigel", 78.634, -8.202, 0.18),
    Star("Procyon", 114.825, 5.225, 0.40),
    Star("Achernar", 24.429, -57.237, 0.45),
    Star("Betelgeuse", 88.793, 7.407, 0.45),
    Star("Hadar", 210.956, -60.373, 0.61),
    Star("Altair", 297.696, 8.868, 0.76),
    Star("Acrux", 186.650, -63.099, 0.77),
    Star("Aldebaran", 68.980, 16.509, 0.87),
    Star("Spica", 201.298, -11.161, 0.98),
    Star("Antares", 247.352, -26.432, 1.06),
    Star("Pollux", 116.329, 28.026, 1.16),
    Star("Fomalhaut", 344.413, -29.622, 1.17),
    Star("Deneb", 310.358, 45.280, 1.25),
    Star("Mimosa", 191.930, -59.689, 1.25),
    Star("Regulus", 152.093, 11.967, 1.36),
    Star("Adhara", 104.656, -28.972, 1.50),
    Star("Castor", 113.649, 31.888, 1.58),
    Star("Gacrux", 187.791, -57.113, 1.59),
    Star("Shaula", 263.402, -37.104, 1.62),
    Star("Bellatrix", 81.283, 6.350, 1.64),
    Star("Elnath", 81.573, 28.607, 1.65),
    Star("Miaplacidus", 138.300, -69.717, 1.67),
    Star("Alnilam", 84.053, -1.202, 1.69),
    Star("Alnair", 332.058, -46.961, 1.73),
    Star("Alnitak", 85.190, -1.943, 1.74),
    Star("Gamma Velorum", 122.383, -47.337, 1.75),
    Star("Alioth", 193.507, 55.960, 1.76),
    Star("Kaus Australis", 276.043, -34.385, 1.79),
    Star("Mirfak", 51.081, 49.861, 1.79),
    Star("Dubhe", 165.932, 61.751, 1.81),
    Star("Wezen", 107.098, -26.393, 1.83),
    Star("Alkaid", 206.885, 49.313, 1.85),
    Star("Avior", 125.628, -59.509, 1.86),
    Star("Sargas", 264.330, -42.998, 1.86),
    Star("Menkalinan", 89.882, 44.947, 1.90),
    Star("Atria", 252.166, -69.028, 1.91),
    Star("Alhena", 99.428, 16.399, 1.93),
    Star("Delta Velorum", 131.176, -54.709, 1.93),
    Star("Peacock", 306.412, -56.735, 1.94),
    Star("Polaris", 37.955, 89.264, 1.97),
    Star("Mirzam", 95.675, -17.956, 1.98),
    Star("Alphard", 141.897, -8.659, 1.99),
    Star("Algieba", 154.993, 19.841, 2.01),
    Star("Hamal", 31.793, 23.462, 2.01),
    Star("Diphda", 10.897, -17.987, 2.04),
    Star("Nunki", 283.816, -26.297, 2.05),
    Star("Menkent", 211.671, -36.370, 2.06),
    Star("Alpheratz", 2.097, 29.090, 2.07),
    Star("Kochab", 222.676, 74.156, 2.07),
    Star("Mirach", 17.433, 35.621, 2.07),
    Star("Saiph", 86.939, -9.670, 2.07),
    Star("Tiaki", 340.667, -46.885, 2.07),
    Star("Rasalhague", 263.734, 12.560, 2.08),
    Star("Algol", 47.042, 40.956, 2.09),
    Star("Almach", 30.975, 42.330, 2.10),
    Star("Mizar", 200.981, 54.925, 2.23),
    Star("Mintaka", 83.002, -0.299, 2.25),
    Star("Merak", 165.460, 56.382, 2.34),
    Star("Phecda", 178.458, 53.695, 2.41),
    Star("Megrez", 183.857, 57.033, 3.32),
  ]
}
