import Foundation
import Geodesy
import HuntDomain
import Nearby
import ProcessTesting
import Testing
import TraceLocation

/// What becomes of recorded walks on their way through the filter.
@Suite("A recorded walk")
struct RecordedWalkTests {
  private static let folder = SharedFiles.folder.appending(path: "data/gpx")

  /// The first fixes of a recording, as they come and as they are shown; nothing in place of those that are held.
  private func play(_ path: String) async throws -> [(fix: Fix, shown: Fix?)] {
    let trace = try TraceFile(path: path).trace
    var filter = PositionFilter()
    var played: [(fix: Fix, shown: Fix?)] = []
    for await update in TraceLocation(trace, walkingPace: 20, pace: .unpaced).updates() {
      guard case .fix(let fix) = update else {
        filter.interrupt()
        continue
      }
      if case .believed(_, let shown) = filter.receive(fix) {
        played.append((fix, shown))
      } else {
        played.append((fix, nil))
      }
      if played.count == 3000 { break }
    }
    return played
  }

  @Test(
    "of the package is shown as it was recorded, apart from the rests",
    arguments: ["null-island-walk.gpx", "null-island-loop.gpx"])
  func bundled(name: String) async throws {
    let played = try await play(SharedFiles.package.appending(path: "Traces/\(name)").path)
    #expect(played.count > 30)
    for (fix, shown) in played {
      guard let shown else {
        Issue.record("held at \(fix.time)")
        continue
      }
      #expect(shown.averaged == nil ? shown == fix : shown.position.distance(to: fix.position) < 5)
    }
  }

  static var recordings: [String] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
    let paths = files?.compactMap { $0 as? URL }.filter { file in
      let size = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? .max
      return file.pathExtension == "gpx" && size < 1_500_000
    }
    return (paths ?? []).map(\.path).sorted()
  }

  @Test(
    "of somebody else is not stuck, and held up for longer than two fixes only where its times are nonsense",
    .enabled(if: SharedFiles.has("data/gpx")),
    arguments: recordings)
  func others(path: String) async throws {
    // Files that are no good are another test's subject.
    guard let played = try? await play(path) else { return }
    let held = played.split { $0.shown != nil }
    // Lines made for tests and edited lists, whose times mean supersonic speeds.
    let isNonsense = ["opencpn.gpx", "interptrack.gpx", "simpletrack.gpx", "fells_loop.gpx"].contains {
      path.hasSuffix($0)
    }
    let most = isNonsense ? OutlierGate.mostHeld : OutlierGate.witnesses - 1
    #expect(held.allSatisfy { $0.count <= most })
  }
}
