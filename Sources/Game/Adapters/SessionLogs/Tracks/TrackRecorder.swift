package import Game
internal import GeoFormats
internal import Geodesy
internal import Glibc
internal import HuntDomain
internal import Numbers
internal import SystemKit

/// Records the positions that the game accepts, as a GPX track.
///
/// The file is a whole document at any moment: each point is written over the end of the document together with a new
/// one, in a single call, so a game that is killed leaves a track that can be read.
package struct TrackRecorder {
  /// Longer than this between two fixes, and the way between them was not seen.
  private static let longestGap = Duration.seconds(60)

  private let descriptor: CInt
  private let path: String
  /// The offset and the text of the end of the document.
  private var tail: Int
  private var end = TrackWriter.trackEnd
  private var isInSegment = false
  private var latest: Duration?
  private var isBroken = false

  /// Begins a track at `path`, or continues one that this program has written.
  package init(path: String, name: String) throws(TrackNotRecorded) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(path, errno) }
    let size = lseek(descriptor, 0, SEEK_END)
    let head = TrackWriter.head(name: name)
    if size == 0 {
      tail = head.utf8.count
      do throws(SystemError) { try SystemIO.write(Array((head + end).utf8), to: descriptor, at: 0) } catch {
        throw .cannotWrite(path, error.code)
      }
    } else {
      guard size > end.utf8.count, Self.isTrack(descriptor, size: size) else {
        throw TrackNotRecorded(
          description: "\(path): there is another file of this name; record to a new one.", isOtherFile: true)
      }
      tail = Int(size) - end.utf8.count
    }
  }

  /// Whether a file begins and ends as those that are written here.
  private static func isTrack(_ descriptor: CInt, size: Int) -> Bool {
    // The name of the track comes last in what a document begins with.
    let head = TrackWriter.head(name: "").prefix { $0 != "\n" } + "\n<gpx version=\"1.1\" creator=\"Trove\""
    return read(descriptor, head.utf8.count, at: 0) == Array(head.utf8)
      && read(descriptor, TrackWriter.trackEnd.utf8.count, at: size - TrackWriter.trackEnd.utf8.count)
        == Array(TrackWriter.trackEnd.utf8)
  }

  private static func read(_ descriptor: CInt, _ count: Int, at offset: Int) -> [UInt8] {
    (try? SystemIO.bytes(count, from: descriptor, at: offset)) ?? []
  }

  /// Handles a session's news: positions are written, and other news between them end a segment.
  ///
  /// - Returns: a warning as a line, once, when the track cannot be written any longer; it ends as a whole document.
  package mutating func note(_ news: SessionNews) -> String? {
    switch news {
    case .fix(let fix): return append(fix)
    case .searching, .lost: latest = nil
    default: break
    }
    return nil
  }

  private mutating func append(_ fix: Fix) -> String? {
    guard !isBroken else { return nil }
    let goesOn = isInSegment && latest.map { fix.time - $0 <= Self.longestGap } ?? false
    latest = fix.time
    let point = TrackWriter.point(
      GPXPoint(
        position: fix.position,
        time: fix.utc.flatMap { ISOTime.years.contains($0.milliseconds) ? $0.milliseconds : nil },
        elevation: fix.mode == .threeD ? fix.altitude : nil))
    let start = goesOn ? "" : (isInSegment ? TrackWriter.segmentEnd : "") + TrackWriter.segment
    do throws(SystemError) {
      try SystemIO.write(Array((start + point + TrackWriter.end).utf8), to: descriptor, at: tail)
    } catch {
      return giveUp(error)
    }
    tail += (start + point).utf8.count
    (end, isInSegment) = (TrackWriter.end, true)
    return nil
  }

  /// Restores the end of the document after a failed write; returns the warning.
  private mutating func giveUp(_ reason: SystemError) -> String {
    isBroken = true
    // The end fits: earlier writes left room for it.
    try? SystemIO.write(Array(end.utf8), to: descriptor, at: tail)
    ftruncate(descriptor, off_t(tail + end.utf8.count))
    return Diagnostic(.warning, line: 1, "the track is recorded no longer: \(reason)").text(file: path)
  }
}

/// Why no track can be recorded to a file.
package struct TrackNotRecorded: Error, Hashable, CustomStringConvertible {
  /// A sentence that begins with the file.
  package let description: String
  /// Whether the file is something else than a track of this program; otherwise it cannot be written.
  package let isOtherFile: Bool

  fileprivate static func cannotWrite(_ path: String, _ code: CInt) -> Self {
    Self(description: "\(path): cannot be written: \(String(cString: strerror(code))).", isOtherFile: false)
  }
}
