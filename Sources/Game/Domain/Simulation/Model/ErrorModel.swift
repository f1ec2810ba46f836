internal import HuntDomain

/// The parameters of a satellite receiver's errors.
///
/// The position is the truth, plus on each axis an error that drifts and one that does not, both larger the fewer
/// satellites are used, plus a jump while a reflection is taken for a signal. The presets say where their numbers come
/// from; `docs/simulation.md` has the whole of it.
///
/// Any number may be written here: what is none, or beyond the limits of ``checked``, counts as the nearest sensible
/// one.
package struct ErrorModel: Hashable, Sendable {
  /// The error that stays much the same from one second to the next: orbits, clocks, the ionosphere, slow reflections.
  ///
  /// A first-order Gauss-Markov process on each axis, the usual model of it (Soundy et al., Sensors 20:6050, 2020:
  /// stationary receivers bear it out, white noise not).
  package struct Drift: Hashable, Sendable {
    /// Deviation on each horizontal axis with the usual satellites, in metres.
    package var deviation: Double
    /// Seconds after which the correlation has fallen to 1/e.
    package var correlationTime: Double

    /// Creates a drift from metres and seconds.
    package init(deviation: Double, correlationTime: Double) {
      (self.deviation, self.correlationTime) = (deviation, correlationTime)
    }
  }

  /// Jumps of the position while a reflection is taken for a signal: they come as a Poisson process, one at a time,
  /// and last for exponential times, in any direction.
  package struct Multipath: Hashable, Sendable {
    /// Mean seconds from the end of one jump to the next; infinite for none.
    package var interval: Double
    /// Mean seconds that a jump lasts.
    package var duration: Double
    /// Median of the jumps' lengths, in metres; they are lognormal.
    package var size: Double
    /// Deviation of the natural logarithm of the lengths.
    package var spread: Double

    /// No jumps.
    package static let none = Multipath(interval: .infinity, duration: 0, size: 0, spread: 0)

    /// Creates jumps from seconds, metres and a deviation of logarithms.
    package init(interval: Double, duration: Double, size: Double, spread: Double) {
      (self.interval, self.duration, self.size, self.spread) = (interval, duration, size, spread)
    }
  }

  /// Times without a position: a continuous-time Markov chain of two states.
  package struct DropOuts: Hashable, Sendable {
    /// Mean seconds with a position between two drop-outs; infinite for none.
    package var interval: Double
    /// Mean seconds of a drop-out.
    package var duration: Double

    /// No drop-outs.
    package static let none = DropOuts(interval: .infinity, duration: 0)

    /// Creates drop-outs from seconds.
    package init(interval: Double, duration: Double) { (self.interval, self.duration) = (interval, duration) }
  }

  /// The satellites above: each rises and sets for itself, and disappears behind something now and then.
  package struct Sky: Hashable, Sendable {
    /// How many are above the horizon, as a mean.
    package var above: Double
    /// Mean seconds that one stays above.
    package var lifetime: Double
    /// The part of them, as a mean, that can be used, `0 ... 1`.
    package var openness: Double
    /// Seconds in which it becomes another question whether one can be used; short for a player who walks past houses.
    package var shadeTime: Double
    /// How much their number counts for the error, `0 ... 1`: 1 for an error that falls with the root of the satellites
    /// beyond two, 0 for one that does not depend on them.
    package var geometry: Double

    /// Creates a sky from counts, parts and seconds.
    package init(above: Double, lifetime: Double, openness: Double, shadeTime: Double, geometry: Double = 1) {
      (self.above, self.lifetime, self.openness) = (above, lifetime, openness)
      (self.shadeTime, self.geometry) = (shadeTime, geometry)
    }
  }

  /// What the receiver says of its own error: lognormal around a circle that follows the satellites belatedly, and
  /// that knows nothing of jumps.
  package struct Accuracy: Hashable, Sendable {
    /// Median of the reported circle, in true ones (95 %) without jumps; less than 1 is optimistic.
    package var ratio: Double
    /// Deviation of the natural logarithm of the reported circle.
    package var spread: Double
    /// Seconds after which that deviation has become another one (1/e).
    package var correlationTime: Double
    /// Seconds by which the circle lags behind a change of the satellites (1/e).
    package var lag: Double

    /// Creates a way of reporting from a ratio, a deviation of logarithms and seconds.
    package init(ratio: Double, spread: Double, correlationTime: Double, lag: Double) {
      (self.ratio, self.spread, self.correlationTime, self.lag) = (ratio, spread, correlationTime, lag)
    }
  }

  /// Errors of the movement, which receivers take from the Doppler shift and not from positions.
  package struct Velocity: Hashable, Sendable {
    /// Deviation along and across the movement with the usual satellites, in metres per second.
    package var deviation: Double
    /// Seconds after which the error has become another one (1/e).
    package var correlationTime: Double

    /// Creates errors from metres per second and seconds.
    package init(deviation: Double, correlationTime: Double) {
      (self.deviation, self.correlationTime) = (deviation, correlationTime)
    }
  }

  /// A receiver that is switched on without knowing anything.
  package struct Start: Hashable, Sendable {
    /// Seconds until the first position, at least and at most; anything between is as likely.
    package var earliest, latest: Double
    /// By how much the errors of the first positions are larger.
    package var inflation: Double
    /// Seconds in which what they are larger by falls to 1/e.
    package var settling: Double

    /// Creates a start from seconds and a factor.
    package init(earliest: Double, latest: Double, inflation: Double, settling: Double) {
      (self.earliest, self.latest, self.inflation, self.settling) = (earliest, latest, inflation, settling)
    }
  }

  /// The part of the error that changes slowly.
  package var drift: Drift
  /// Deviation, on each horizontal axis and with the usual satellites, of what each report errs for itself, in metres.
  package var noise: Double
  /// Errors of the altitude in horizontal ones.
  package var verticalRatio: Double
  /// Jumps by reflections; ``Multipath/none`` for a receiver without.
  package var multipath: Multipath
  /// Times without a position; ``DropOuts/none`` for a receiver that always has one.
  package var dropOuts: DropOuts
  /// The satellites that can be used, whose number scales the errors.
  package var sky: Sky
  /// How the receiver's own statement of its error differs from the true one.
  package var accuracy: Accuracy
  /// The errors of speed and course.
  package var velocity: Velocity
  /// `nil` for a receiver that has been on for long.
  package var start: Start?

  /// Creates a model of its parts.
  package init(
    drift: Drift, noise: Double, verticalRatio: Double = 2, multipath: Multipath = .none, dropOuts: DropOuts = .none,
    sky: Sky, accuracy: Accuracy, velocity: Velocity, start: Start? = nil
  ) {
    self.drift = drift
    self.noise = noise
    self.verticalRatio = verticalRatio
    self.multipath = multipath
    self.dropOuts = dropOuts
    self.sky = sky
    self.accuracy = accuracy
    self.velocity = velocity
    self.start = start
  }

  /// Metres of the circle that holds 95 of 100 errors with the usual satellites, jumps left aside.
  package var circle: Double {
    Fix.circleDeviations * (drift.deviation * drift.deviation + noise * noise).squareRoot()
  }
}
