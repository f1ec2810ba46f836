import Glibc
import Testing
import WebFetch

@Suite("Dates in heads")
struct HTTPDateTests {
  @Test(
    "are read in all three notations, as the standard's own example",
    arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
  func notations(text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

  @Test("are what the C library writes, over two centuries")
  func truth() {
    for step in 0..<2000 {
      var seconds = time_t(step) * 3_155_761
      var fields = tm()
      gmtime_r(&seconds, &fields)
      var buffer = [CChar](repeating: 0, count: 64)
      let count = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &fields)
      let text = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      #expect(HTTPDate.seconds(text) == Int64(seconds), "\(text)")
    }
  }

  @Test(
    "that there are not are none",
    arguments: [
      "", "soon", "Fri, 31 Feb 9999 99:99:99 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 29 Feb 2100 00:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 06 Nov -1994 08:49:37 GMT x", String(repeating: "9", count: 100_000),
    ])
  func impossible(text: String) { #expect(HTTPDate.seconds(text) == nil) }

  private func response(_ name: String, _ value: String) throws -> WebResponse {
    WebResponse(status: 429, headers: [WebHeader(name, value)], address: try WebAddress("http://a.example/"))
  }

  @Test(
    "Retry-After is seconds or a date, and else nothing",
    arguments: [
      ("120", .seconds(120)), ("0", .zero), ("999999999", .seconds(999_999_999)), ("9999999999999", nil), ("-5", nil),
      ("1.5", nil), ("", nil), ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)),
      ("Sun, 06 Nov 1994 08:00:00 GMT", .zero), ("Fri, 31 Feb 9999 99:99:99 GMT", nil),
    ] as [(String, Duration?)])
  func retryAfter(text: String, expected: Duration?) throws {
    #expect(try response("Retry-After", text).wait(now: 784_111_777) == expected)
  }

  @Test(
    "Cache-Control says how long an answer is fresh",
    arguments: [
      ("max-age=60", .seconds(60)), ("public, Max-Age=5", .seconds(5)), ("no-cache, max-age=60", .zero),
      ("max-age=-1", nil), ("max-age=99999999999", nil), ("private", nil), ("", nil),
    ] as [(String, Duration?)])
  func freshness(text: String, expected: Duration?) throws {
    #expect(try response("Cache-Control", text).freshness == expected)
    #expect(try response("Cache-Control", text).mayBeKept)
    #expect(try !response("Cache-Control", "no-store, " + text).mayBeKept)
  }
}
