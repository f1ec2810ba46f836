import Foundation
import ProcessTesting
import Testing

@Suite("The program and its system")
struct ProcessHygieneTests {
  /// A folder of its own, gone with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "trove-hygiene-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    /// Runs a line of the shell here, where `$T` is the program and `$P` the package.
    func shell(_ line: String) async throws -> Command {
      try await Command.run(
        "sh", ["-c", line], in: url,
        environment: [
          "T": TroveBinary.path, "P": SharedFiles.package.path, "HOME": url.path, "XDG_DATA_HOME": "",
          "XDG_STATE_HOME": "", "TROVE_SAVES": "", "TROVE_REGIONS": "", "TROVE_SESSIONS": "", "TMPDIR": url.path,
        ])
    }
  }

  @Test("what it makes can be read by nobody else, though the shell's mask takes nothing away")
  func modes() async throws {
    let folder = try Folder()
    let run = try await folder.shell(
      """
      umask 000
      hunt=$P/Maps/null-island-hunt.geojson
      "$T" play "$hunt" --from walker:3 --speed max --json --save --session s.flight --record r.gpx --track t.jsonl >/dev/null
      "$T" import $P/Maps/null-island-places.geojson --name z
      "$T" finish s.flight f.finish
      "$T" export --track --from r.gpx --output e.gpx
      "$T" record s.flight p.svg
      "$T" simulate "$hunt" --players 2 --svg h.svg
      "$T" hunt new n.geojson </dev/null
      """)
    let files = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
    let open = try files.filter { file in
      let path = folder.url.appending(path: file).path
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      return mode.map { $0 & 0o077 != 0 } ?? true
    }
    // A hunt is made to be given away: it has the permissions that the shell wants.
    #expect(open == ["n.geojson"])
    let names = ["s.flight", "r.gpx", "t.jsonl", "f.finish", "e.gpx", "h.svg", "n.geojson", "game-1.jsonl", "z.places"]
    #expect(names.filter { name in !files.contains { $0.hasSuffix(name) } } == [], "\(run.error)")
  }

  @Test("the files of a session are unpacked where nobody else can read them", .enabled(if: hasProgram("cc")))
  func unpacked() async throws {
    let folder = try Folder()
    // They are removed after they were read, and stay here because a library between the program and its system removes
    // nothing.
    try "int unlink(const char *path) { return 0; }\nint rmdir(const char *path) { return 0; }\n"
      .write(to: folder.url.appending(path: "keep.c"), atomically: false, encoding: .utf8)
    let run = try await folder.shell(
      """
      umask 000
      cc -shared -fPIC -o keep.so keep.c
      "$T" play $P/Maps/null-island-hunt.geojson --from walker:3 --speed max --json --session s.flight >/dev/null
      LD_PRELOAD=$PWD/keep.so "$T" replay s.flight --json >/dev/null
      stat -c '%a' trove-*
      stat -c '%a %n' trove-*/*
      """)
    let modes = run.lines.map { $0.split(separator: "/") }
    #expect(modes.count == 2 && modes.first == ["700"], "\(run.output) \(run.error)")
    #expect(modes.last?.first?.hasPrefix("600 trove-") == true && modes.last?.last == "null-island-hunt.geojson")
  }

  @Test(
    "files never get the number of a standard descriptor that is closed",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func closedDescriptors(closed: String) async throws {
    let folder = try Folder()
    // A receiver that waits for whoever reads it, and what it has open, looked at from outside.
    let run = try await folder.shell(
      """
      "$T" feed $P/Maps/null-island-hunt.geojson --nmea pty:link --wait \(closed) &
      feed=$!
      while test ! -L link && kill -0 $feed; do sleep 0.1; done
      readlink /proc/$feed/fd/0 /proc/$feed/fd/1 /proc/$feed/fd/2 >fds
      kill $feed
      true
      """)
    let held = try String(contentsOf: folder.url.appending(path: "fds"), encoding: .utf8).split(separator: "\n")
    #expect(run.status == 0)
    #expect(held.count == 3)
    #expect(held.filter { $0 != "/dev/null" && !$0.hasPrefix(FileManager.default.temporaryDirectory.path) } == [])
  }

  @Test("a game whose output is closed ends with a code, as one that writes to a full disk does")
  func closedOutput() async throws {
    let folder = try Folder()
    let run = try await folder.shell("\"$T\" games >&-; echo $?")
    #expect(run.output == "74\n")
    #expect(run.error == "The output cannot be written: Bad file descriptor.\n")
  }
}
