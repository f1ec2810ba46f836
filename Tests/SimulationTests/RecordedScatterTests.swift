import Foundation
import GeoFormats
import Geodesy
import HuntDomain
import ProcessTesting
import Simulation
import Testing

/// Recordings of real receivers that lay still, and what simulated ones make of the same moments.
@Suite(
  "Real receivers that lay still",
  .enabled(if: SharedFiles.has("data/nmea/gpsd"), "the recordings are not beside the package"))
struct RecordedScatterTests {
  /// A recording of one place.
  private struct StationaryCluster {
    let name: String
    /// From the first position, in seconds.
    let times: [Double]
    let points: [TangentPlane.Point]

    var scatter: Scatter { Scatter(times: times, points: points) }
  }

  /// How positions lie around their own mean, which is all that can be known where nobody surveyed the place.
  private struct Scatter {
    /// Metres that half and 95 of 100 positions lie within.
    let half, most: Double
    /// Mean square of the way within ten seconds, in mean squares of the scatter: 2 for what forgets itself at once,
    /// 2 · (1 - exp(-10/τ)) in a long record of what does so slowly; short records exaggerate.
    let restlessness: Double?

    init(times: [Double], points: [TangentPlane.Point]) {
      let (east, north) = (Sample(points.map(\.east)).mean, Sample(points.map(\.north)).mean)
      let radii = Sample(points.map { TangentPlane.Point(east: $0.east - east, north: $0.north - north).length })
      (half, most) = (radii.quantile(0.5), radii.quantile(0.95))
      let steps = times.indices.compactMap { first -> Double? in
        guard let second = times.firstIndex(where: { abs($0 - times[first] - 10) < 0.3 }) else { return nil }
        let way = TangentPlane.Point(
          east: points[second].east - points[first].east, north: points[second].north - points[first].north)
        return way.length * way.length
      }
      let meanSquare = Sample(radii.sorted.map { $0 * $0 }).mean
      restlessness = steps.count >= 10 && meanSquare > 0 ? Sample(steps).mean / meanSquare : nil
    }
  }

  /// The recordings in which nobody moves: the receiver says so, and no second is missing.
  private static func stays() throws -> [StationaryCluster] {
    let folder = SharedFiles.folder.appending(path: "data/nmea")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return files.filter { $0.hasSuffix(".log") || $0.hasSuffix("nmea") }.compactMap { file in
      var log = DiagnosticLog()
      guard let recording = try? ReceiverLog(path: folder.appending(path: file).path, log: &log) else { return nil }
      let epochs = recording.epochs.filter { $0.position != nil && $0.time != nil }
      let speeds = Sample(epochs.compactMap(\.speed))
      guard epochs.count >= 15, !speeds.sorted.isEmpty, speeds.quantile(0.5) < 0.3, speeds.sorted.last! < 2 else {
        return nil
      }
      let times = epochs.map { Double($0.time! - epochs[0].time!) / 1000 }
      guard zip(times, times.dropFirst()).allSatisfy({ (0.1...5).contains($1 - $0) }) else { return nil }
      let plane = TangentPlane(at: epochs[0].position!)
      return StationaryCluster(name: file, times: times, points: epochs.map { error($0.position!, from: plane) })
    }
  }

  private static func error(_ position: Coordinate, from plane: TangentPlane) -> TangentPlane.Point {
    plane.point(of: position) ?? .init(east: .nan, north: .nan)
  }

  /// The scatter of many simulated receivers at the moments of a recording.
  private func simulated(_ preset: ErrorPreset, at times: [Double]) -> [Scatter] {
    let plane = TangentPlane(at: station)
    return (0..<120).compactMap { seed in
      var receiver = SimulatedReceiver(preset, seed: UInt64(seed))
      let fixes = times.compactMap { receiver.observe(Truth(position: station, time: .seconds($0))).fix }
      guard fixes.count > times.count / 2 else { return nil }
      return Scatter(
        times: fixes.map { $0.time / .seconds(1) }, points: fixes.map { Self.error($0.position, from: plane) })
    }
  }

  @Test(
    "scatter as simulated ones under an open sky do, or less where they hold the position, and less than in a street")
  func scatter() throws {
    let stays = try Self.stays()
    #expect(stays.count >= 8)
    var (within, below): ([String], [String]) = ([], [])
    var ratios: [Double] = []
    for stay in stays {
      let real = stay.scatter
      let (open, street) = (simulated(.openSky, at: stay.times), simulated(.canyon, at: stay.times))
      let (openMost, streetMost) = (Sample(open.map(\.most)), Sample(street.map(\.most)))
      #expect(real.most < streetMost.quantile(0.98), "\(stay.name): 95 % within \(real.most) m")
      if real.most < openMost.quantile(0.02) { below.append(stay.name) } else { within.append(stay.name) }
      ratios.append(real.half / Sample(open.map(\.half)).quantile(0.5))
      ratios.append(real.most / openMost.quantile(0.5))
    }
    // Receivers that hold the position while nothing moves scatter by less than their errors are.
    #expect(within.count >= 2 * below.count, "below: \(below)")
    // In the middle the real ones scatter as the simulated ones do, to a third.
    #expect((0.75...1.35).contains(Sample(ratios).quantile(0.5)), "\(Sample(ratios).quantile(0.5))")
  }

  @Test("forget their errors as slowly as simulated ones do")
  func memory() throws {
    let stays = try Self.stays().filter { $0.scatter.restlessness != nil }
    #expect(stays.count >= 6)
    var outside = 0
    for stay in stays {
      let simulated = Sample(simulated(.openSky, at: stay.times).compactMap(\.restlessness))
      guard let real = stay.scatter.restlessness else { continue }
      if real < simulated.quantile(0.02) || real > simulated.quantile(0.98) { outside += 1 }
      // None is as restless as errors that know nothing of each other would be.
      let white = (0..<120).compactMap { seed -> Double? in
        var receiver = SimulatedReceiver(noise: 2, seed: UInt64(seed))
        let plane = TangentPlane(at: station)
        let points = stay.times.map { time in
          let fix = receiver.observe(Truth(position: station, time: .seconds(time))).fix
          return fix.map { Self.error($0.position, from: plane) } ?? .init(east: 0, north: 0)
        }
        return Scatter(times: stay.times, points: points).restlessness
      }
      if stay.times.last! > 30 { #expect(real < Sample(white).quantile(0.02), "\(stay.name)") }
    }
    #expect(outside * 4 <= stays.count)
  }
}
