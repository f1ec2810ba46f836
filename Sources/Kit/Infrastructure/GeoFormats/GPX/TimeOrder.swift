/// The times of the points of one segment, judged by their order.
///
/// Clocks of recorders are set late, jump, and are set back. Where a few points in a row have times that do not fit
/// those around them, their times are left out; where a longer run does not fit, the clock was set, and what it says of
/// how long things took is kept. Times that tell no order at all, such as those of a track that was written at once,
/// are left out altogether.
package struct TimeOrder: Sendable {
  /// The most points in a row whose times are left out.
  private static let longestMisfit = 10

  /// Milliseconds since 1970, the place of the point in the segment, and its line.
  private var timed: [(time: Int64, place: Int, line: UInt32)] = []
  private var count = 0

  /// Begins a segment.
  package init() {}

  /// Adds the next point of the segment.
  package mutating func add(_ point: GPXPoint) {
    if let time = point.time { timed.append((time, count, UInt32(clamping: point.line))) }
    count += 1
  }

  /// Returns the places of the points whose times are to be left out, and notes each reason in the log.
  package func misfits(log: inout DiagnosticLog) -> [Int] {
    guard timed.count > 1, let first = timed.first else { return [] }
    if timed.allSatisfy({ $0.time == first.time }) {
      return leaveOut("all times of this segment are the same: left out", &log)
    }
    let steps = zip(timed, timed.dropFirst())
    guard steps.contains(where: { $1.time < $0.time }) else { return [] }
    let isOrdered = longestOrder()
    let groups = timed.indices.split { isOrdered[$0] }.filter { $0.count <= Self.longestMisfit }
    let dropped = Set(groups.joined())
    let kept = timed.indices.filter { !dropped.contains($0) }
    let backwards = zip(kept, kept.dropFirst()).filter { timed[$1].time < timed[$0].time }
    guard kept.count * 2 > timed.count, backwards.count * 2 < kept.count else {
      return leaveOut("time runs backwards over and over: all times of this segment are left out", &log)
    }
    let losses = groups.map { group in
      (
        group.startIndex,
        group.count == 1
          ? "the time of this point is left out"
          : "the times of \(group.count) points are left out"
      )
    }
    let sets = backwards.map { ($0.1, "kept, as of a clock that was set back") }
    for (index, outcome) in (losses + sets).sorted(by: { $0.0 < $1.0 }) {
      log.add(.warning, line: Int(timed[index].line), "time runs backwards: \(outcome)")
    }
    return groups.joined().map { timed[$0].place }
  }

  private func leaveOut(_ complaint: String, _ log: inout DiagnosticLog) -> [Int] {
    log.add(.warning, line: timed.first.map { Int($0.line) } ?? 0, complaint)
    return timed.map(\.place)
  }

  /// Marks a longest choice of times that never decrease; among several, the one with the earlier times.
  private func longestOrder() -> [Bool] {
    // For each length the choice with the earliest last time, and for each time the one before it in its choice.
    var lasts: [Int] = []
    var before = [Int](repeating: -1, count: timed.count)
    for (index, (time, _, _)) in timed.enumerated() {
      var (low, high) = (0, lasts.count)
      while low < high {
        let middle = (low + high) / 2
        if timed[lasts[middle]].time <= time { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = lasts[low - 1] }
      if low == lasts.count { lasts.append(index) } else { lasts[low] = index }
    }
    var isOrdered = [Bool](repeating: false, count: timed.count)
    var index = lasts.last ?? -1
    while index >= 0 {
      isOrdered[index] = true
      index = before[index]
    }
    return isOrdered
  }
}

extension GPXReader {
  /// Reads one file as ``read(path:log:each:)`` does, for its complaints only; also about the times of its tracks.
  ///
  /// Of a file it keeps no more than the times of one segment.
  func check(path: String, log: inout DiagnosticLog) throws(FormatError) -> GPXCounts {
    var order = TimeOrder()
    var complaints = DiagnosticLog()
    let counts = try read(path: path, log: &log) { item in
      guard case .trackPoints(let points) = item else { return }
      for point in points {
        if point.startsSegment {
          _ = order.misfits(log: &complaints)
          order = TimeOrder()
        }
        order.add(point)
      }
    }
    _ = order.misfits(log: &complaints)
    log.add(complaints)
    return counts
  }
}
