import Foundation
import Testing
import WebFetch

/// A folder that is gone with the test.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "trove-web-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).map { "\(path)/\($0)" }
  }
}

/// An entry with a body of so many bytes.
func entry(_ key: String, fetched: Int64 = 1_800_000_000, size: Int = 10) throws -> WebCacheEntry {
  let headers = [
    WebHeader("ETag", "\"a:b\""), WebHeader("Content-Type", "application/geo+json"),
    WebHeader("Set-Cookie", "secret=1"),
  ]
  return WebCacheEntry(
    key: key, fetched: fetched,
    response: WebResponse(
      status: 200, headers: headers, body: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) },
      address: try WebAddress("http://a.example/x?y=z")))
}

@Suite("Answers on disk")
struct WebCacheTests {
  private let folder = TemporaryFolder()
  private var cache: WebCache { WebCache(folder: folder.path + "/deep/er") }

  @Test("come back as they were, without cookies", arguments: [0, 1, 7, 8, 9, 100_000])
  func roundTrip(size: Int) throws {
    let kept = try entry("GET http://a.example/x?y=z", size: size)
    cache.keep(kept)
    let found = try #require(cache.entry(for: kept.key))
    #expect(found.fetched == kept.fetched && found.response.body == kept.response.body)
    #expect(found.response["etag"] == "\"a:b\"" && found.response["content-type"] == "application/geo+json")
    #expect(found.response["set-cookie"] == nil && found.response.address == kept.response.address)
    #expect(cache.entry(for: "GET http://a.example/other") == nil)
  }

  @Test("a later one takes the place of an earlier one")
  func replacing() throws {
    cache.keep(try entry("a", fetched: 1))
    cache.keep(try entry("a", fetched: 2))
    #expect(cache.entry(for: "a")?.fetched == 2)
  }

  @Test("a file with one bit changed, or cut off anywhere, is not there")
  func damage() throws {
    let kept = try entry("key", size: 50)
    let cache = WebCache(folder: folder.path)
    cache.keep(kept)
    let path = try #require(folder.files.first)
    let whole = Array(try Data(contentsOf: URL(filePath: path)))
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 1 << UInt8(index % 8)
      try Data(damaged).write(to: URL(filePath: path))
      #expect(cache.entry(for: "key") == nil, "byte \(index)")
      try Data(whole[..<index]).write(to: URL(filePath: path))
      #expect(cache.entry(for: "key") == nil, "cut at \(index)")
    }
    try Data(whole).write(to: URL(filePath: path))
    #expect(cache.entry(for: "key") != nil)
  }

  @Test("another key's file under this key's name is not there")
  func collision() throws {
    let cache = WebCache(folder: folder.path)
    cache.keep(try entry("one"))
    let one = try #require(folder.files.first)
    cache.keep(try entry("two"))
    let two = try #require(folder.files.first { $0 != one })
    try Data(contentsOf: URL(filePath: one)).write(to: URL(filePath: two))
    #expect(cache.entry(for: "two") == nil && cache.entry(for: "one") != nil)
  }

  @Test("the oldest go first, and never is there more than the limit")
  func bounded() throws {
    let cache = WebCache(folder: folder.path, limit: 100_000)
    let dates = (0..<10).map { Date(timeIntervalSince1970: 1_000_000 + Double($0)) }
    for (number, date) in dates.enumerated() {
      cache.keep(try entry("\(number)", size: 20_000))
      // Files of one second would go in any order.
      for path in folder.files {
        let written = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date ?? .distantPast
        guard written.timeIntervalSince1970 > 1_100_000 else { continue }
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      }
      #expect(cache.entry(for: "\(number)") != nil)
    }
    let held = (0..<10).filter { cache.entry(for: "\($0)") != nil }
    #expect(held == Array((10 - held.count)..<10) && (3...5).contains(held.count), "\(held)")
    cache.keep(try entry("huge", size: 200_000))
    #expect(cache.entry(for: "huge") == nil && cache.entry(for: "9") != nil)
  }

  @Test("where nothing can be written, nothing is kept and nothing fails")
  func nowhere() throws {
    for folder in ["/dev/null/x", "/proc/nothing/here", ""] {
      let cache = WebCache(folder: folder)
      if folder.isEmpty { continue }
      cache.keep(try entry("a"))
      #expect(cache.entry(for: "a") == nil)
    }
  }

  @Test("links and other things than files are left alone")
  func links() throws {
    let cache = WebCache(folder: folder.path)
    cache.keep(try entry("a"))
    let path = try #require(folder.files.first)
    let away = path + ".away"
    try FileManager.default.moveItem(atPath: path, toPath: away)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: away)
    #expect(cache.entry(for: "a") == nil)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(cache.entry(for: "a") == nil)
    cache.keep(try entry("a"))
    cache.keep(try entry("b"))
    #expect(cache.entry(for: "b") != nil)
  }

  @Test("only their owner may read them")
  func privacy() throws {
    let cache = WebCache(folder: folder.path)
    cache.keep(try entry("a"))
    for path in [folder.path] + folder.files {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode.map { $0 & 0o077 } == 0, "\(path)")
    }
  }

  @Test("conditions are sent back only when they are one line of plain text")
  func conditions() throws {
    let address = try WebAddress("http://a.example/")
    func conditions(_ tag: String) -> [WebHeader] {
      WebCacheEntry(
        key: "", fetched: 0,
        response: WebResponse(
          status: 200, headers: [WebHeader("ETag", tag), WebHeader("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")],
          address: address)
      ).conditions
    }
    #expect(conditions("W/\"x\"").map(\.value) == ["W/\"x\"", "Sun, 06 Nov 1994 08:49:37 GMT"])
    #expect(conditions("x\r\nHost: y").map(\.name) == ["if-modified-since"])
    #expect(conditions("ü").map(\.name) == ["if-modified-since"])
  }
}
