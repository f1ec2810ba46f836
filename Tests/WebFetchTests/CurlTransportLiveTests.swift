import Foundation
import ProcessTesting
import SystemKit
import Testing
import WebFetch

private func reply(_ body: String, _ lines: [String] = [], status: String = "200 OK") -> LoopbackServer.Reply {
  let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + lines
  return LoopbackServer.Reply((head + ["", body]).joined(separator: "\r\n"))
}

@Suite(
  "libcurl", .timeLimit(.minutes(5)),
  .enabled(if: CurlTransport.version != nil, "libcurl is not installed"))
struct CurlTransportLiveTests {
  private let curl = CurlTransport(agent: "trove/1.2 (+https://trove.example)")

  private func fetch(
    _ server: LoopbackServer, _ path: String = "/", form: String? = nil, _ change: (inout WebLimits) -> Void = { _ in }
  ) async throws(WebError) -> WebResponse {
    var limits = WebLimits()
    change(&limits)
    return try await curl.fetch(
      WebRequest(try WebAddress("http://127.0.0.1:\(server.port)\(path)"), accept: "application/json", form: form),
      limits: limits)
  }

  @Test("a page comes with its status, heads and body, and the request says who asks and nothing else")
  func page() async throws {
    let server = try LoopbackServer { _ in reply("hello", ["ETag: \"1\"", "Set-Cookie: a=b"], status: "404 Gone away") }
    let response = try await fetch(server, "/x?y=1")
    #expect(response.status == 404 && String(decoding: response.body, as: UTF8.self) == "hello")
    #expect(response["etag"] == "\"1\"" && response.address.path == "/x")
    let lines = server.asked.withLock { $0[0] }.components(separatedBy: "\r\n")
    #expect(lines.first == "GET /x?y=1 HTTP/1.1")
    let names = Set(lines.dropFirst().map { String($0.prefix { $0 != ":" }) })
    #expect(names == ["Host", "User-Agent", "Accept", "Accept-Encoding", ""])
    #expect(
      lines.contains("User-Agent: trove/1.2 (+https://trove.example)") && lines.contains("Accept: application/json"))
    _ = try await fetch(server)
    #expect(server.asked.withLock { !$0[1].lowercased().contains("cookie") })
  }

  @Test("a form is sent by POST")
  func form() async throws {
    let server = try LoopbackServer { _ in reply("{}") }
    _ = try await fetch(server, "/api/interpreter", form: "data=%5Bout%5D")
    let request = server.asked.withLock { $0[0] }
    #expect(request.hasPrefix("POST /api/interpreter ") && request.hasSuffix("\r\n\r\ndata=%5Bout%5D"))
    #expect(request.contains("Content-Type: application/x-www-form-urlencoded"))
  }

  @Test("three redirects are followed and a fourth is not")
  func redirects() async throws {
    let server = try LoopbackServer { request in
      let number = request.dropFirst("GET /".count).first?.wholeNumberValue ?? 0
      return number == 0 ? reply("end") : reply("", ["Location: /\(number - 1)"], status: "302 Found")
    }
    #expect(try await fetch(server, "/3").address.path == "/0")
    let place = "127.0.0.1:\(server.port)"
    await #expect(throws: WebError.tooManyRedirects(place, limit: 3)) { try await fetch(server, "/4") }
  }

  @Test(
    "redirects to files, other protocols and addresses with passwords are not followed",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "http://u:p@127.0.0.1/"])
  func badRedirects(target: String) async throws {
    let server = try LoopbackServer { _ in reply("", ["Location: \(target)"], status: "302 Found") }
    await #expect(throws: WebError.badRedirect("127.0.0.1:\(server.port)")) { try await fetch(server) }
  }

  @Test(
    "redirects to other hosts are not followed, whatever their addresses look like",
    arguments: [
      ("http://127.0.0.2:80/", "127.0.0.2"), ("//169.254.169.254/latest", "169.254.169.254"),
      ("http://2130706433/", "2130706433"), ("http://[::1]/", "[::1]"), ("https://other.example/", "other.example"),
    ])
  func otherHosts(target: String, host: String) async throws {
    let server = try LoopbackServer { _ in reply("", ["Location: \(target)"], status: "307 Elsewhere") }
    await #expect(throws: WebError.otherHost("127.0.0.1:\(server.port)", host)) { try await fetch(server) }
    #expect(server.asked.withLock { $0.count } == 1)
  }

  @Test("a form is sent again where a redirect leads", arguments: ["301", "302", "307", "308"])
  func redirectedForm(status: String) async throws {
    let server = try LoopbackServer { request in
      request.hasPrefix("POST /old") ? reply("", ["Location: /new"], status: "\(status) Moved") : reply("{}")
    }
    _ = try await fetch(server, "/old", form: "data=1")
    let asked = server.asked.withLock { $0 }
    #expect(asked.count == 2 && asked[1].hasPrefix("POST /new ") && asked[1].hasSuffix("\r\n\r\ndata=1"))
  }

  @Test("a body over the limit is refused, whether its length is told or not")
  func size() async throws {
    let body = String(repeating: "x", count: 2000)
    for told in [true, false] {
      let server = try LoopbackServer { _ in
        told ? reply(body) : LoopbackServer.Reply("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body)
      }
      await #expect(throws: WebError.tooLarge("127.0.0.1:\(server.port)", limit: 1999)) {
        try await fetch(server) { $0.size = 1999 }
      }
      #expect(try await fetch(server) { $0.size = 2000 }.body.count == 2000)
    }
  }

  @Test("heads over the limit are refused")
  func heads() async throws {
    let server = try LoopbackServer { _ in reply("x", (0..<100).map { "X-\($0): y" }) }
    await #expect(throws: WebError.headTooLarge("127.0.0.1:\(server.port)")) {
      try await fetch(server) { $0.heads = 500 }
    }
    #expect(try await fetch(server).headers.count == 102)
  }

  @Test("packings that were not asked for are refused", arguments: ["br", "zstd", "gzip, gzip", "x"])
  func packing(name: String) async throws {
    let server = try LoopbackServer { _ in reply("x", ["Content-Encoding: \(name)"]) }
    await #expect(throws: WebError.badReply("127.0.0.1:\(server.port)")) { try await fetch(server) }
  }

  @Test("silence ends by itself, and sooner when its task is cancelled")
  func silence() async throws {
    let server = try LoopbackServer { _ in LoopbackServer.Reply("", hangs: true) }
    let place = "127.0.0.1:\(server.port)"
    await #expect(throws: WebError.silent(place, after: .seconds(1))) {
      try await fetch(server) { $0.idle = .seconds(1) }
    }
    await #expect(throws: WebError.slow(place, after: .milliseconds(500))) {
      try await fetch(server) { $0.total = .milliseconds(500) }
    }
    let task = Task { () -> WebError? in
      do throws(WebError) { _ = try await fetch(server) } catch { return error }
      return nil
    }
    while server.asked.withLock({ $0.count < 3 }) { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    // Left to itself it would end as silent.
    #expect(await task.value == .cancelled)
  }

  @Test("a port without anybody, a name without a host and http without s are told apart")
  func unreachable() async throws {
    let port = try freePort(SOCK_STREAM)
    await #expect(throws: WebError.unreachable("127.0.0.1:\(port)")) {
      try await curl.fetch(WebRequest(try WebAddress("http://127.0.0.1:\(port)/")), limits: WebLimits())
    }
    let server = try LoopbackServer { _ in reply("x") }
    await #expect(throws: WebError.notSecure("127.0.0.1:\(server.port)")) {
      try await curl.fetch(WebRequest(try WebAddress("https://127.0.0.1:\(server.port)/")), limits: WebLimits())
    }
  }

  @Test("many at once do not disturb each other")
  func many() async throws {
    let server = try LoopbackServer { request in reply(String(request.dropFirst(4).prefix { $0 != " " })) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<30 {
        group.addTask { String(decoding: try await fetch(server, "/\(number)").body, as: UTF8.self) == "/\(number)" }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
