extension ErrorModel {
  /// The model with each number clamped to its limits; NaN becomes the lower limit.
  ///
  /// The limits keep a receiver on its hemisphere and a step short; real receivers stay well within them.
  package var checked: ErrorModel {
    var model = self
    model.drift.deviation = metres(drift.deviation)
    model.drift.correlationTime = time(drift.correlationTime)
    model.noise = metres(noise)
    model.verticalRatio = limited(verticalRatio, 0...100)
    model.multipath = multipath.checked
    (model.dropOuts.interval, model.dropOuts.duration) = chain(off: dropOuts.interval, on: dropOuts.duration)
    model.sky = sky.checked
    model.accuracy.ratio = limited(accuracy.ratio, 0.001...1000)
    model.accuracy.spread = limited(accuracy.spread, 0...3)
    model.accuracy.correlationTime = time(accuracy.correlationTime)
    model.accuracy.lag = time(accuracy.lag)
    model.velocity.deviation = limited(velocity.deviation, 0...1000)
    model.velocity.correlationTime = time(velocity.correlationTime)
    model.start = start?.checked
    return model
  }
}

extension ErrorModel.Multipath {
  fileprivate var checked: Self {
    let (interval, duration) = chain(off: interval, on: duration)
    return Self(interval: interval, duration: duration, size: metres(size), spread: limited(spread, 0...3))
  }
}

extension ErrorModel.Sky {
  fileprivate var checked: Self {
    Self(
      above: limited(above, 0...64), lifetime: limited(lifetime, 60...longestTime), openness: limited(openness, 0...1),
      shadeTime: limited(shadeTime, 1...longestTime), geometry: limited(geometry, 0...1))
  }
}

extension ErrorModel.Start {
  fileprivate var checked: Self {
    let earliest = time(earliest)
    return Self(
      earliest: earliest, latest: max(earliest, time(latest)), inflation: limited(inflation, 1...100),
      settling: time(settling))
  }
}

/// Seconds beyond which nothing happens in a game: some thirty years.
private let longestTime = 1e9

private func metres(_ number: Double) -> Double { limited(number, 0...10_000) }

private func time(_ seconds: Double) -> Double { limited(seconds, 0...longestTime) }

/// Mean times of a chain: never so short that a step would never end; what never begins stays so.
private func chain(off: Double, on: Double) -> (off: Double, on: Double) {
  guard off <= longestTime, on > 0 else { return (.infinity, 0) }
  return (limited(off, 0.01...longestTime), limited(on, 0.01...longestTime))
}

private func limited(_ number: Double, _ range: ClosedRange<Double>) -> Double {
  // Neither comparison holds for what is no number.
  number > range.lowerBound ? min(number, range.upperBound) : range.lowerBound
}
