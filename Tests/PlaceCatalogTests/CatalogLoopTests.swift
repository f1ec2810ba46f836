import Foundation
import HuntDomain
import Numbers
import ProcessTesting
import Testing

@testable import PlaceCatalog

/// Programs that were built with these tests.
enum Built {
  static func program(_ name: String) -> String {
    // The test bundle lies beside them; its path is among the runner's arguments, or is the runner itself.
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    return bundle.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/") + "/" + name
  }
}

@Suite("An import that is cut off", .serialized, .timeLimit(.minutes(10)))
struct CatalogLoopTests {
  private static let loop = Built.program("trove-catalog-loop")

  @Test("killed at any moment, it leaves the region whole: as it was before or as it is now")
  func killed() async throws {
    let folder = Folder()
    var shown: [String] = []
    for kill in 0..<10 {
      let output = folder.url.appending(path: "output")
      let child = try ChildProcess([Self.loop, "run", folder.url.path], output: output.path)
      for _ in 0..<6000 where kill % 5 == 0 && !text(output).contains("ack") {
        try await Task.sleep(for: .milliseconds(10))
      }
      try await Task.sleep(for: .milliseconds(.random(in: 1...400)))
      child.kill()
      try await waitForLocks(on: folder.url.appending(path: "places/catalog.lock"))
      let acks = text(output).split(separator: "\n").filter { $0.hasPrefix("ack ") }.map { String($0.dropFirst(4)) }
      let show = try await Command.run(Self.loop, ["show", folder.url.path])
      let found = try #require(show.lines.first)
      #expect(["heron 1500", "osprey 2300", "none 0"].contains(found))
      // Once something is there, something stays there; and what was said is there unless a further import was done.
      #expect(shown.last.map { $0 == "none 0" || found != "none 0" } ?? true)
      #expect(acks.isEmpty || found != "none 0")
      shown.append(found)
    }
    #expect(shown.contains { $0 != "none 0" })
    // The next import cleans up what all of them left.
    try folder.take(try folder.list(Sample.many(10)))
    let loop = try #require(RegionName("loop"))
    _ = try folder.catalog.importer(files: [folder.url.path + "/heron.geojson"], name: loop).run(
      now: .init(milliseconds: 0))
    #expect(folder.files == ["loop.index", "loop.places", "test.index", "test.places"])
  }

  private func text(_ file: URL) -> String {
    String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
  }

  @Test("is followed by the next without a moment in which there is no region")
  func noGap() async throws {
    let folder = Folder()
    let loop = try #require(RegionName("loop"))
    let output = folder.url.appending(path: "output")
    let child = try ChildProcess([Self.loop, "run", folder.url.path], output: output.path)
    for _ in 0..<1000 where !text(output).contains("ack") { try await Task.sleep(for: .milliseconds(10)) }
    try #require(text(output).contains("ack"))
    var gaps = 0
    for _ in 0..<300 where text(output).split(separator: "\n").count < 12 {
      for _ in 0..<4000 where !folder.catalog.has(loop) { gaps += 1 }
      await Task.yield()
    }
    child.kill()
    #expect(gaps == 0)
  }

  @Test("that cannot write what it has to says so, and leaves the region as it was and no ruins")
  func noRoom() async throws {
    let folder = Folder()
    let loop = try #require(RegionName("loop"))
    let (errors, output) = (folder.url.appending(path: "errors"), folder.url.appending(path: "output"))
    // The lists that it imports, and a region.
    let first = try ChildProcess([Self.loop, "run", folder.url.path], output: output.path)
    for _ in 0..<1000 where !text(output).contains("osprey") { try await Task.sleep(for: .milliseconds(10)) }
    first.kill()
    try await waitForLocks(on: folder.url.appending(path: "places/catalog.lock"))
    let list = try folder.list(Sample.many(5))
    _ = try folder.catalog.importer(files: [list], name: loop).run(now: .init(milliseconds: 0))
    let before = folder.contents
    // Files of at most so many blocks of 512 bytes: too little for what is gathered.
    let child = try ChildProcess(
      ["sh", "-c", "ulimit -f 150; exec \(Self.loop) run \(folder.url.path)"], error: errors.path)
    for _ in 0..<1000 where !text(errors).contains("Nothing was changed") && !text(errors).contains("untouched") {
      try await Task.sleep(for: .milliseconds(10))
    }
    child.kill()
    #expect(text(errors).contains("Nothing was changed") || text(errors).contains("untouched"))
    #expect(before.allSatisfy { folder.contents[$0.key] == $0.value })
  }

  @Test("by two programs at once: one of them is told, and the region is whole all the time")
  func two() async throws {
    let folder = Folder()
    let (first, second) = (folder.url.appending(path: "first"), folder.url.appending(path: "second"))
    let children = try [first, second].map { file in
      try ChildProcess([Self.loop, "run", folder.url.path], output: file.path + ".out", error: file.path)
    }
    var seen: Set<String> = []
    for _ in 0..<20 {
      let show = try await Command.run(Self.loop, ["show", folder.url.path])
      let found = try #require(show.lines.first)
      #expect(["heron 1500", "osprey 2300", "none 0"].contains(found))
      seen.insert(found)
      let told = text(first) + text(second)
      if seen.count > 1, told.contains("at this moment") { break }
    }
    children.forEach { $0.kill() }
    #expect((text(first) + text(second)).contains("Another program is importing loop at this moment"))
  }
}
