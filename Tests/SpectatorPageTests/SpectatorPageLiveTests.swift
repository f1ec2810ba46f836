import EventDomain
import Foundation
import HuntDomain
import Numbers
import ProcessTesting
import Room
import SpectatorPage
import SystemKit
import Testing

/// A page of the sample event that runs.
private func page(sharing: Bool = true) throws -> SpectatorPage {
  let page = try SpectatorPage(
    of: Sample.plan(sharing: sharing), map: Sample.map, keeping: Sample.spectators().secrets,
    leaflet: try LeafletFiles(),
    at: .init(address: "127.0.0.1", port: 0))
  let spectators = Sample.spectators(sharing: sharing)
  page.show(spectators.screen)
  page.show(spectators.people(at: Sample.start))
  page.beat(at: Sample.start)
  return page
}

private func get(_ page: SpectatorPage, _ path: String, _ options: String...) async throws -> Command {
  try await Command.run("/usr/bin/env", ["curl", "-s"] + options + ["http://127.0.0.1:\(page.port)\(path)"])
}

private let hasLeaflet = (try? LeafletFiles()) != nil

@Suite(
  "The page for spectators", .timeLimit(.minutes(5)),
  .enabled(if: hasLeaflet && hasProgram("curl"), "Leaflet or curl is not installed"))
struct SpectatorPageLiveTests {
  @Test("has all files that it names, under a policy that lets in nothing else, and no script or style of its own")
  func files() async throws {
    let page = try page()
    let html = try await get(page, "/", "-i").output
    #expect(html.contains("\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';"))
    #expect(!html.contains("style=") && !html.contains("<style") && !html.contains("onclick"))
    let named = html.matches(of: /(?:href|src)="(\/[^"]+)"/).map { String($0.output.1) }
    #expect(Set(named) == ["/icon.svg", "/leaflet.css", "/page.css", "/leaflet.js", "/page.js"])
    for path in named + ["/map.svg"] {
      let file = try await get(page, path, "-o", "/dev/null", "-w", "%{http_code} %{size_download}").output
      #expect(file.hasPrefix("200 ") && !file.hasSuffix(" 0"), "\(path): \(file)")
    }
    let script = try await get(page, "/page.js").output
    #expect(!script.contains("innerHTML") && !script.contains("eval(") && !script.contains("http://127"))
  }

  @Test("has a stream with the newest of everything")
  func stream() async throws {
    let stream = try await get(page(), "/events", "-N", "-m", "2").output
    let events = stream.split(separator: "\n").filter { $0.hasPrefix("event: ") }
    #expect(events == ["event: event", "event: board", "event: people", "event: beat"])
    let hidden = try await get(page(sharing: false), "/events", "-N", "-m", "2").output
    #expect(hidden.contains(#"{"people": []}"#) && hidden.contains(#""positions": false"#))
  }

  @Test("names the package that is missing")
  func missing() {
    #expect(throws: LeafletFiles.Missing.self) { try LeafletFiles(in: ["/nonexistent"]) }
    #expect("\(LeafletFiles.Missing())".contains("apt install libjs-leaflet"))
  }
}

@Suite(
  "In a browser the page for spectators", .timeLimit(.minutes(5)),
  .enabled(
    if: hasLeaflet && hasProgram("chromium") && hasProgram("python3"), "Leaflet, Chromium or Python is not installed"))
struct SpectatorBrowserLiveTests {
  /// What the page says to some expressions; then its colour in the dark, whether it fits on a phone, and complaints.
  ///
  /// - Parameter change: done ten times a second meanwhile, with its number.
  private func look(
    at page: SpectatorPage, until wait: String, _ expressions: String...,
    change: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [Any] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = SharedFiles.package.appending(path: "Tests/SpectatorPageTests/browser.py").path
    let changing = Task {
      for number in 0... {
        change(number)
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
    defer { changing.cancel() }
    let looked = try await Command.run(
      "/usr/bin/env",
      ["python3", script, "http://127.0.0.1:\(page.port)/", folder.path, wait] + expressions)
    try #require(looked.status == 0, "\(looked.error)")
    for name in ["light", "dark", "phone"] {
      let size = try? folder.appending(path: "\(name).png").resourceValues(forKeys: [.fileSizeKey]).fileSize
      #expect(size ?? 0 > 10_000, "\(name)")
    }
    return try looked.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed) }
  }

  @Test("shows names as they are, whatever is in them, in a table, a list and on a map, light and dark and on a phone")
  func shows() async throws {
    let answers = try await look(
      at: page(), until: "document.querySelectorAll('#rows tr').length === 4 && !!document.querySelector('svg.ground')",
      "document.title", "[...document.querySelectorAll('#rows th')].map((head) => head.textContent)",
      "document.querySelectorAll('#map .pin').length", "document.querySelectorAll('img').length",
      "document.getElementById('prizes').textContent", "document.getElementById('news').textContent",
      "getComputedStyle(document.body).backgroundColor", "document.getElementById('state').textContent")
    let bad = Sample.bad.split(whereSeparator: \.isWhitespace)
    #expect(answers[0] as? String == "Spring \(bad.joined(separator: " "))")
    let heads = try #require(answers[1] as? [String])
    #expect(heads.count == 4 && heads[0].hasPrefix(Sample.bad) && heads[3] == "Ann Foxes")
    // Four players, one treasure; the other one is hidden.
    #expect(answers[2] as? Int == 5 && answers[3] as? Int == 0)
    #expect((answers[4] as? String)?.contains("<img src=x") == true)
    #expect(answers[5] as? String == "", "what was found before is no news")
    #expect(answers[6] as? String != answers[8] as? String)
    #expect(answers[7] as? String == "Live" && answers[9] as? Bool == true)
    #expect(answers[10] as? [String] == [])
  }

  @Test("tells of each new find, and moves players on its map")
  func news() async throws {
    let page = try page()
    let spectators = Guarded(Sample.spectators())
    let answers = try await look(
      at: page, until: "document.getElementById('news').textContent.includes('Zoe')",
      "document.querySelector('#finds li').textContent", "document.getElementById('seen').textContent"
    ) { number in
      let time = Timestamp(milliseconds: Sample.start.milliseconds + Int64(number) * 100)
      let place = Sample.spot(Double(number % 100), 0)
      spectators.withLock { spectators in
        let zoe = Sample.player(4 + number % 20, "Zoe", team: nil)
        _ = spectators.handle(.finds([Sample.find("oak \(number)", by: zoe)]), at: time)
        _ = spectators.handle(
          .positions([PlayerPosition(Sample.players[0].id, team: nil, at: place, time: time)]), at: time)
        page.show(spectators.screen)
        page.show(spectators.people(at: Sample.start))
      }
    }
    #expect((answers[0] as? String)?.hasPrefix("Zoe found The oak") == true)
    #expect((answers[1] as? String)?.hasPrefix("4 players on the map") == true)
    #expect(answers.last as? [String] == [])
  }
}
