import ChanceTesting
import SystemKit
import Testing
import WebFetch

@Suite("The client")
struct WebClientTests {
  private let folder = TemporaryFolder()
  private let time = ScriptedTime()

  private func client(_ web: ScriptedWeb) -> WebClient {
    WebClient(transport: web, cache: WebCache(folder: folder.path), time: time.time, generator: Chance(seed: 1))
  }

  private func request(_ path: String = "/", host: String = "a.example") throws -> WebRequest {
    WebRequest(try WebAddress("http://\(host)\(path)"))
  }

  private func good(_ request: WebRequest, _ body: String = "{}", _ headers: [WebHeader] = []) -> WebResponse {
    WebResponse(status: 200, headers: headers, body: Array(body.utf8), address: request.address)
  }

  /// Asks with patience for ten seconds, and keeps the answer.
  @discardableResult
  private func ask(_ client: WebClient, _ request: WebRequest) async throws(WebError) -> WebClient.Answer {
    let answer = try await client.answer(request, freshness: .seconds(60), deadline: client.now + .seconds(10))
    client.keep(answer, for: request)
    return answer
  }

  @Test("what is fresh is not asked again, and grows older")
  func fresh() async throws {
    let web = ScriptedWeb { [self] in good($0) }
    let client = client(web)
    #expect(try await ask(client, request()).age == .zero)
    time.move(.seconds(59))
    #expect(try await ask(client, request()).age == .seconds(59))
    #expect(client.held(try request())?.age == .seconds(59))
    #expect(web.asked.withLock { $0.count } == 1)
    time.move(.seconds(2))
    #expect(try await ask(client, request()).age == .zero)
    #expect(web.asked.withLock { $0.count } == 2)
  }

  @Test("a server's own word makes an answer fresh longer, never shorter and at most for a day")
  func ownFreshness() async throws {
    let web = ScriptedWeb { [self] request in
      let age = request.address.path == "/long" ? "99999999" : "1"
      return good(request, "{}", [WebHeader("Cache-Control", "max-age=\(age)")])
    }
    let client = client(web)
    try await ask(client, request("/long"))
    try await ask(client, request("/short"))
    time.move(.seconds(30))
    try await ask(client, request("/short"))
    #expect(web.asked.withLock { $0.count } == 2)
    time.move(.seconds(80_000))
    try await ask(client, request("/long"))
    #expect(web.asked.withLock { $0.count } == 2)
    time.move(.seconds(10_000))
    try await ask(client, request("/long"))
    #expect(web.asked.withLock { $0.count } == 3)
  }

  @Test("what is stale is asked for with its conditions, and “not changed” makes it new")
  func conditional() async throws {
    let web = ScriptedWeb { [self] request in
      guard request.conditions == [WebHeader("if-none-match", "\"1\"")] else {
        return good(request, "old", [WebHeader("ETag", "\"1\"")])
      }
      return WebResponse(status: 304, address: request.address)
    }
    let client = client(web)
    try await ask(client, request())
    time.move(.seconds(3600))
    let answer = try await ask(client, request())
    #expect(answer.age == .zero && answer.response.status == 200)
    #expect(String(decoding: answer.response.body, as: UTF8.self) == "old")
    time.move(.seconds(5))
    #expect(client.held(try request())?.age == .seconds(5))
    #expect(web.asked.withLock { $0.count } == 2)
  }

  @Test("a “not changed” that nobody asked for is a refusal")
  func unasked() async throws {
    let client = client(ScriptedWeb { WebResponse(status: 304, address: $0.address) })
    await #expect(throws: WebError.refused("a.example", status: 304, body: [], wait: nil)) {
      try await ask(client, request())
    }
  }

  @Test("an answer that nobody keeps takes no place of a good one, and one with no-store is never kept")
  func keeping() async throws {
    let bodies = Guarded(["good", "<html>sign in"])
    let client = client(ScriptedWeb { [self] request in good(request, bodies.withLock { $0.removeFirst() }) })
    try await ask(client, request())
    time.move(.seconds(3600))
    _ = try await client.answer(try request(), freshness: .zero, deadline: client.now + .seconds(10))
    await client.reject(try request())
    let held = try #require(client.held(try request()))
    #expect(String(decoding: held.response.body, as: UTF8.self) == "good" && held.age == .seconds(3600))
    await #expect(throws: WebError.self) { try await ask(client, request()) }

    let other = self.client(ScriptedWeb { [self] in good($0, "x", [WebHeader("Cache-Control", "no-store")]) })
    try await ask(other, request("/secret"))
    #expect(other.held(try request("/secret")) == nil)
  }

  @Test("a refusal is told with its wait, and then the host is left alone for so long; others are not")
  func refusal() async throws {
    let web = ScriptedWeb { [self] request in
      guard request.address.host == "a.example" else { return good(request) }
      return WebResponse(
        status: 429, headers: [WebHeader("Retry-After", "40")], body: [0x78], address: request.address)
    }
    let client = client(web)
    await #expect(throws: WebError.refused("a.example", status: 429, body: [0x78], wait: .seconds(40))) {
      try await ask(client, request())
    }
    time.move(.seconds(10))
    await #expect(throws: WebError.resting("a.example", for: .seconds(30))) { try await ask(client, request("/other")) }
    try await ask(client, request(host: "b.example"))
    #expect(web.asked.withLock { $0.count } == 2)
    time.move(.seconds(31))
    await #expect(throws: WebError.self) { try await ask(client, request()) }
    #expect(web.asked.withLock { $0.count } == 3)
  }

  @Test("a host is never asked twice at a time, however many want to, and all get their answers")
  func oneAtATime() async throws {
    let (now, most) = (Guarded(0), Guarded(0))
    let client = client(
      ScriptedWeb { [self] request in
        let count = now.withLock { count in
          count += 1
          return count
        }
        most.withLock { $0 = max($0, count) }
        for _ in 0..<20 { await Task.yield() }
        now.withLock { $0 -= 1 }
        return good(request, request.address.path)
      })
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        group.addTask { String(decoding: try await ask(client, request("/\(number)")).response.body, as: UTF8.self) }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers == Set((0..<20).map { "/\($0)" }))
    #expect(most.withLock { $0 } == 1)
    #expect(time.slept.withLock { $0.allSatisfy { $0 <= HostRateLimiter.breath } })
  }

  @Test("who waits for a busy host is let go by the deadline, and by cancellation", .timeLimit(.minutes(5)))
  func waiting() async throws {
    let (begun, signal) = AsyncStream<Void>.makeStream()
    let (freed, free) = AsyncStream<Void>.makeStream()
    let client = client(
      ScriptedWeb { [self] request in
        signal.yield()
        for await _ in freed { break }
        return good(request)
      })
    let first = Task { try await ask(client, request("/1")) }
    for await _ in begun { break }
    let late = Task { try await client.answer(request("/2"), freshness: .zero, deadline: .seconds(4)) }
    let unwanted = Task { try await client.answer(request("/3"), freshness: .zero, deadline: .seconds(9)) }
    for _ in 0..<50 { await Task.yield() }
    unwanted.cancel()
    await #expect(throws: WebError.cancelled) { try await unwanted.value }
    time.move(.seconds(5))
    await #expect(throws: WebError.slow("a.example", after: .seconds(10))) { try await late.value }
    free.finish()
    #expect(try await first.value.response.status == 200)
    // Nobody who has gone is in the way of those who come.
    #expect(try await ask(client, request("/4")).response.status == 200)
  }

  @Test("what is left until the deadline is the time of a fetch; after it nothing is asked")
  func deadlines() async throws {
    let web = ScriptedWeb { [self] in good($0) }
    let client = client(web)
    _ = try await client.answer(try request(), freshness: .zero, deadline: .seconds(4))
    _ = try await client.answer(try request("/2"), freshness: .zero, deadline: .seconds(400))
    #expect(web.limits.withLock { $0.map(\.total) } == [.seconds(4), .seconds(10)])
    time.move(.seconds(500))
    await #expect(throws: WebError.slow("a.example", after: .seconds(10))) {
      try await client.answer(try request("/3"), freshness: .zero, deadline: .seconds(499))
    }
    #expect(web.asked.withLock { $0.count } == 2)
  }

  @Test("a task that was cancelled asks nothing and makes nobody rest")
  func cancelled() async throws {
    let web = ScriptedWeb { [self] in good($0) }
    let client = client(web)
    let wanted = try request()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(WebError) { _ = try await ask(client, wanted) } catch { return error == .cancelled }
      return false
    }
    #expect(await task.value)
    #expect(web.asked.withLock { $0.isEmpty })
    try await ask(client, request())
  }

  @Test("every error is one printable sentence that says what to do, or what will be done")
  func sentences() {
    let errors: [WebError] = [
      .noLibrary, .unknownHost("h"), .unreachable("h"), .slow("h", after: .seconds(10)),
      .silent("h", after: .seconds(5)),
      .tooLarge("h", limit: 8 << 20), .headTooLarge("h"), .tooManyRedirects("h", limit: 3), .badRedirect("h"),
      .otherHost("h", "i.example"),
      .certificate("h", "it has expired"), .notSecure("h"), .cutOff("h"), .badReply("h"), .proxy("h"),
      .refused("h", status: 500, body: [0x1B], wait: nil), .refused("h", status: 429, body: [], wait: .seconds(130)),
      .resting("h", for: .milliseconds(1500)),
    ]
    for text in errors.map(\.description) {
      #expect(!text.hasSuffix(".") && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.count > 20, "\(text)")
    }
    #expect(errors.last?.description == "h is not asked again for 2 s, to spare it")
    #expect("\(errors[16])".hasSuffix("it is asked again in 3 min"))
  }
}
