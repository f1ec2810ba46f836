import Foundation
import GeoFormats
import Testing

@Suite("Hostile files", .enabled(if: HostileCorpus.isPresent, "no hostile corpus beside the package"))
struct HostileCorpusTests {
  @Test(
    "each is taken, taken with a warning at its line, or refused, as its contract says",
    arguments: [("gpx", 237), ("geojson", 145), ("nmea", 98), ("gpsd", 106)])
  func contract(format: String, count: Int) async throws {
    let corpus = try await HostileCorpus(format)
    defer { try? FileManager.default.removeItem(at: corpus.folder) }
    #expect(corpus.cases.count == count)
    for hostile in corpus.cases {
      let faults = corpus.faults(hostile)
      #expect(faults.isEmpty, "\(hostile.testDescription): \(faults.joined(separator: "; "))")
    }
  }
}
