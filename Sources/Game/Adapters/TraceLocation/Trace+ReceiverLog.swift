internal import GeoFormats
internal import Geodesy
internal import HuntDomain
internal import Numbers

extension Trace {
  /// The uncertainty of a recording's compass in degrees; recordings give none.
  ///
  /// 1 to 2 are the sensor's own (Honeywell's data sheet of the HMC5883L), 1 to 2 an ageing table of declinations
  /// inside the compass, the rest how straight it is mounted.
  static let compassUncertainty = 5.0

  /// Converts a receiver log to a trace: epochs without a fix end a segment.
  init(_ log: ReceiverLog) {
    var segments: [[Point]] = []
    var searches: [[Search]] = [[]]
    // The index of each epoch's point; an epoch without a fix belongs to the point before it.
    var places: [Int] = []
    var count = 0
    var continues = false
    for epoch in log.epochs {
      if let position = epoch.position {
        if !continues || epoch.startsSegment {
          segments.append([])
          searches.append([])
        }
        segments[segments.count - 1].append(Point(epoch, position))
        count += 1
      } else {
        let utc = epoch.time.map(Timestamp.init)
        searches[searches.count - 1].append(Search(utc: utc, satellitesInView: epoch.satellitesSeen))
      }
      continues = epoch.position != nil
      places.append(max(0, count - 1))
    }
    let headings = log.headings.map { place, heading in
      TimedHeading(Heading(heading), point: places.indices.contains(place) ? places[place] : 0)
    }
    self.init(segments: segments, searches: searches, headings: headings, origin: .receiver)
  }
}

extension Trace.Point {
  fileprivate init(_ epoch: RecordedEpoch, _ position: Coordinate) {
    let source: Fix.AccuracySource? =
      switch epoch.accuracySource {
      case .receiver: .receiver
      case .dilution: .dilution
      case nil: nil
      }
    self.init(
      position: position, utc: epoch.time.map(Timestamp.init), hasDate: epoch.isDated,
      mode: epoch.isThreeD ? .threeD : .twoD,
      // A receiver promises no altitude in 2D.
      altitude: epoch.isThreeD ? epoch.altitude : nil, speed: epoch.speed, course: epoch.course.map(Bearing.init),
      accuracy: epoch.accuracy, accuracySource: source, satellitesUsed: epoch.satellitesUsed,
      satellitesSeen: epoch.satellitesSeen)
  }
}

extension Heading {
  fileprivate init(_ heading: RecordedHeading) {
    self.init(
      bearing: Bearing(degrees: heading.degrees), source: .compass, uncertainty: Trace.compassUncertainty,
      reference: heading.isTrue ? .trueNorth : .magneticNorth)
  }
}
