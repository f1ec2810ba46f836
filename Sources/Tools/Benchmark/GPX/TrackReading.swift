import ArgumentParser
import GeoFormats
import Geodesy
import Glibc

/// One reading of a GPX file in a process of its own, so that its peak memory is its own too.
struct TrackReading {
  /// How the file is read.
  enum Way: String, ExpressibleByArgument {
    /// Every point is looked at and forgotten.
    case stream
    /// All points are in memory at the end.
    case document
    /// As `stream`, but no point bypasses the XML parser.
    case parser
  }

  private let way: Way
  private let seconds: Double
  private let sums: TrackSums
  private let bytes: Int64

  /// Reads the file at `path` once.
  init(path: String, way: Way) throws {
    self.way = way
    (seconds, sums) = try ProcessorTime.of {
      way == .document ? try Self.document(path) : try Self.stream(path, scansPlainPoints: way == .stream)
    }
    var status = stat()
    stat(path, &status)
    bytes = Int64(status.st_size)
  }

  /// The result in the words of the peers' programs, with sums to the last digit.
  var line: String {
    let sums = [
      number(Double(sums.latitude) / 1e7, 7), number(Double(sums.longitude) / 1e7, 7),
      number(Double(sums.elevation) / 10, 1), "\(sums.time)",
    ]
    let speed = number(Double(bytes) / seconds / 1e6)
    return "Trove, \(way.rawValue): \(number(seconds, 6)) s cpu, \(speed) MB/s, peak RSS \(Self.peakMegabytes) MB, "
      + "n=\(self.sums.count) sums \(sums.joined(separator: " "))"
  }

  private static func stream(_ path: String, scansPlainPoints: Bool) throws -> TrackSums {
    var reader = GPXReader()
    reader.scansPlainPoints = scansPlainPoints
    var log = DiagnosticLog()
    var sums = TrackSums()
    _ = try reader.read(path: path, log: &log) { item in
      if case .trackPoints(let points) = item { sums.add(points) }
    }
    return sums
  }

  private static func document(_ path: String) throws -> TrackSums {
    var log = DiagnosticLog()
    let document = try GPXDocument(path: path, log: &log)
    var sums = TrackSums()
    for track in document.tracks { sums.add(track.points) }
    return sums
  }

  /// From `/proc`, because `getrusage` never says less than the process that started this one had.
  private static var peakMegabytes: String {
    guard let status = try? FileBytes.contents(of: "/proc/self/status", limit: 1 << 20) else { return "0" }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Double($0) }
    return number((kibibytes ?? 0) * 1024 / 1e6)
  }
}

extension TrackSums {
  /// Adds points as whole numbers: the decimals that the file has, and no error.
  fileprivate mutating func add(_ points: [GPXPoint]) {
    count += points.count
    for point in points {
      latitude += Int64((point.position.latitude * 1e7).rounded())
      longitude += Int64((point.position.longitude * 1e7).rounded())
      elevation += Int64(((point.elevation ?? 0) * 10).rounded())
      time += (point.time ?? 0) / 1000
    }
  }
}
