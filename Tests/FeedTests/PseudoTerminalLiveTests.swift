import Foundation
import GeoFormats
import ProcessTesting
import ReceiverFeed
import SystemKit
import Testing

@Suite("The pseudo-terminal of a feed", .timeLimit(.minutes(5)))
struct PseudoTerminalLiveTests {
  private func link() -> String { FileManager.default.temporaryDirectory.path + "/feed-\(UUID().uuidString)" }

  @Test("the link leads to it and goes with it; one that somebody else has put there stays")
  func links() throws {
    let (mine, other) = (link(), link())
    defer { unlink(other) }
    let first = try feedServer([.terminal(link: mine)], onPort: false)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: mine) == first.terminals.first?.path)
    first.close(grace: .zero)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: mine)) == nil)
    try "a file".write(toFile: other, atomically: true, encoding: .utf8)
    #expect(throws: FeedError.self) { try feedServer([.terminal(link: other)], onPort: false) }
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "a file")
    // A link that a feed has left behind is replaced.
    unlink(other)
    symlink("/dev/pts/99999", other)
    let second = try feedServer([.terminal(link: other)], onPort: false)
    let replaced = try FileManager.default.destinationOfSymbolicLink(atPath: other)
    symlink("/nowhere", mine)
    second.close(grace: .zero)
    #expect(replaced == second.terminals.first?.path)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: other)) == nil)
    unlink(mine)
  }

  @Test("whoever opens it late hears what is said now, whole sentences, and may come again")
  func lateReader() async throws {
    let server = try feedServer([.terminal(link: nil)])
    let path = try #require(server.terminals.first).path
    let witness = try Caller(#require(server.port))
    witness.watch()
    #expect(await server.hasListeners(1))
    // It reads all the time, so that it is not dropped, also after a silence: on a busy machine that may be a long one.
    let (heardLast, isOver) = (Guarded(""), Guarded(false))
    let listening = Task.detached {
      await waiting {
        while !isOver.withLock({ $0 }) {
          if let line = witness.line(of: "TPV") { heardLast.withLock { $0 = line } }
        }
      }
    }
    let walk = try FeedSamples.walk(600)
    for (start, length, stop) in [(0, 60, 300), (300, 60, 600)] {
      let (early, late) = (walk[start..<start + length], walk[start + length..<stop])
      for epoch in early { server.publish(epoch) }
      // Once the witness has heard the last of them, all before it have gone past the terminal.
      let last = try #require(early.last)
      let end = "\(GPSDWriter.position(last, device: "/dev/trove").text)\r"
      #expect(await comes { heardLast.withLock { $0 == end } })
      let lines = Task.detached { await waiting { Self.read(path, 30) } }
      #expect(await server.hasListeners(2))
      let publisher = server.publish(late)
      let heard = await lines.value
      publisher.cancel()
      #expect(heard.count == 30 && heard.allSatisfy { Sentence($0) != nil })
      let known = Set(([last] + late).flatMap { NMEAWriter.sentences(for: $0) })
      #expect(heard.allSatisfy { known.contains($0) })
      #expect(await server.hasListeners(1))
      await publisher.value
    }
    isOver.withLock { $0 = true }
    server.close(grace: .zero)
    await listening.value
  }

  /// The first lines that come from a device, as a program reads them that sets up nothing; fewer when nothing comes
  /// for half a minute.
  private static func read(_ path: String, _ count: Int) -> [String] {
    let descriptor = open(path, O_RDONLY | O_NOCTTY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var lines = 0
    while lines < count {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 30_000) > 0 else { break }
      var buffer = [UInt8](repeating: 0, count: 256)
      let size = Glibc.read(descriptor, &buffer, buffer.count)
      guard size > 0 else { break }
      text += buffer[..<size]
      lines = text.count { $0 == 0x0A }
    }
    let all = String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n")
    return Array(all.prefix(count))
  }
}
