import Foundation
import ProcessTesting
import SpectatorPage
import Testing

private func server(_ change: (inout VisitorLimits) -> Void = { _ in }) throws -> WebServer {
  var limits = VisitorLimits()
  limits.look = .milliseconds(10)
  change(&limits)
  return try WebServer(
    [
      WebPage("/", type: "text/html", text: "<p>Grüße"),
      WebPage("/map.svg", type: "image/svg+xml", caching: "max-age=60", bytes: Array(repeating: 0x61, count: 1 << 20)),
    ], stream: "/events", headers: [("X-Content-Type-Options", "nosniff")],
    at: .init(address: "127.0.0.1", port: 0), limits: limits)
}

@Suite("A web server gives", .timeLimit(.minutes(5)))
struct WebPageLiveTests {
  @Test("its pages, with its headers, and nothing else")
  func pages() async throws {
    let server = try server()
    let page = try await Visitor.answer(of: server, "/?x=1")
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.hasSuffix("\r\n\r\n<p>Grüße"))
    #expect(page.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
    #expect(
      page.contains("\r\nX-Content-Type-Options: nosniff\r\n") && page.contains("\r\nCache-Control: no-store\r\n"))
    let map = try await Visitor.answer(of: server, "/map.svg")
    #expect(map.contains("\r\nCache-Control: max-age=60\r\n") && map.utf8.count > 1 << 20)
    for path in ["/x", "/../etc/passwd", "/map.svg/", "//", "/%2e%2e/"] {
      let answer = try await Visitor.answer(of: server, path)
      #expect(answer.hasPrefix("HTTP/1.1 404 ") && answer.contains("nosniff"), "\(path)")
    }
  }

  @Test("heads without bodies, and many pages over one connection")
  func heads() async throws {
    let server = try server()
    let head = try await Visitor.answer(of: server, "/", method: "HEAD")
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
    let visitor = try Visitor(server)
    for _ in 0..<3 {
      visitor.ask("/")
      #expect(try await visitor.read(until: "<p>Grüße").hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test(
    "nothing to those who want to write",
    arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
  func methods(method: String) async throws {
    let server = try server()
    let answer = try await Visitor.answer(of: server, "/", method: method)
    #expect(answer.hasPrefix("HTTP/1.1 405 ") && answer.contains("\r\nAllow: GET, HEAD\r\n"))
  }

  @Test(
    "nothing to those who send a body",
    arguments: [
      "Content-Length: 1000000000000", "Content-Length: -5", "Transfer-Encoding: chunked", "Content-Length: x",
    ])
  func bodies(line: String) async throws {
    let server = try server()
    let answer = try await Visitor.answer(of: server, "/", [line])
    #expect(answer.hasPrefix("HTTP/1.1 413 ") || answer.hasPrefix("HTTP/1.1 400 "), "\(answer.prefix(40))")
  }

  @Test(
    "its pages to whoever asks for this computer by a number or by one of its names, and to nobody else",
    arguments: [
      ("localhost", true), ("LOCALHOST:8080", true), ("127.0.0.1:80", true), ("192.168.1.5", true),
      ("[::1]:8080", true),
      ("laptop.local", true), ("evil.example", false), ("localhost.evil.example", false),
      ("1.2.3.4.evil.example", false),
      ("[localhost]", false), ("", false), (nil, false),
    ] as [(String?, Bool)])
  func names(host: String?, isGiven: Bool) async throws {
    let server = try WebServer(
      [WebPage("/", type: "text/html", text: "<p>")], stream: "/events",
      at: .init(address: "127.0.0.1", port: 0, names: ["localhost", "laptop.local"]))
    let visitor = try Visitor(server)
    visitor.ask("/", host: host, ["Connection: close"])
    let answer = try await visitor.read()
    #expect(answer.hasPrefix(isGiven ? "HTTP/1.1 200 " : "HTTP/1.1 4"), "\(answer.prefix(60))")
  }

  @Test("nothing to those who send heads without end")
  func largeHeads() async throws {
    let server = try server()
    let visitor = try Visitor(server)
    visitor.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    for _ in 0..<100 where visitor.send(String(repeating: "x", count: 1000)) {}
    let answer = try await visitor.read()
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(40))")
    #expect(try await Visitor.answer(of: server, "/").hasPrefix("HTTP/1.1 200"))
  }
}

@Suite("A stream gives", .timeLimit(.minutes(5)))
struct WebStreamLiveTests {
  @Test("whoever comes the newest message of each channel, and then each new one")
  func newest() async throws {
    let server = try server()
    server.publish("data: old\n\n", on: 0)
    server.publish("data: one\n\n", on: 0)
    server.publish("data: two\n\n", on: 1)
    let visitor = try Visitor(server)
    visitor.ask("/events")
    let first = try await visitor.read(until: "data: two")
    #expect(first.hasPrefix("HTTP/1.1 200 OK") && first.contains("\r\nContent-Type: text/event-stream\r\n"))
    #expect(first.contains("data: one") && !first.contains("old"))
    for number in 0..<20 {
      server.publish("data: number \(number).\n\n", on: 0)
      #expect(try await visitor.read(until: "number \(number).").contains("number \(number)."))
    }
  }

  @Test("a slow reader the newest, and keeps nothing for them; whoever does not read is sent away")
  func slow() async throws {
    let server = try server { $0.sending = .seconds(1) }
    let (deaf, good) = (try Visitor(server), try Visitor(server))
    for visitor in [deaf, good] { visitor.ask("/events") }
    try await wait("two readers") { server.counts.streams == 2 }
    // More than what the kernel keeps for them; the good one reads the newest, or one of those before.
    let large = String(repeating: "x", count: 1 << 20)
    var number = 0
    while server.counts.streams == 2, number < 10_000 {
      number += 1
      server.publish("data: \(large) \(number).\n\n", on: 0)
      _ = try await good.read(until: " \(number).")
    }
    #expect(server.counts.streams == 1)
    server.publish("data: end.\n\n", on: 1)
    #expect(try await good.read(until: "end.").contains("end."))
  }

  @Test("no place to those who are gone")
  func gone() async throws {
    let server = try server()
    do {
      let visitor = try Visitor(server)
      visitor.ask("/events")
      try await wait("a reader") { server.counts.streams == 1 }
    }
    try await wait("no reader") {
      server.publish(": \n\n", on: 2)
      return server.counts.streams == 0
    }
    try await wait("no connection") { server.counts.connections == 0 }
  }

  @Test("no more readers a stream than it may have, and pages to all")
  func full() async throws {
    let server = try server { $0.streams = 2 }
    let visitors = try (0..<2).map { _ in try Visitor(server) }
    for visitor in visitors { visitor.ask("/events") }
    try await wait("two readers") { server.counts.streams == 2 }
    #expect(try await Visitor.answer(of: server, "/events").hasPrefix("HTTP/1.1 503 "))
    #expect(try await Visitor.answer(of: server, "/").hasPrefix("HTTP/1.1 200 "))
    #expect(server.counts.streams == 2)
  }

  @Test("everybody an end when the server ends, also those who wait and those who do not read")
  func end() async throws {
    let server = try server()
    let visitors = try (0..<5).map { _ in try Visitor(server) }
    for visitor in visitors { visitor.ask("/events") }
    try await wait("five readers") { server.counts.streams == 5 }
    let deaf = try Visitor(server)
    deaf.ask("/map.svg")
    server.stop()
    for visitor in visitors { #expect(try await visitor.read().hasPrefix("HTTP/1.1 200 OK")) }
    #expect(server.counts == (0, 0))
    // A server that has ended takes no harm.
    server.publish("data: late\n\n", on: 0)
    server.stop()
    #expect(throws: TimedOut.self) { try Visitor(server) }
  }
}

@Suite("A web server bounds", .timeLimit(.minutes(5)))
struct WebLimitLiveTests {
  @Test("the time for a request, however it trickles in, also the second one of a connection")
  func slowLoris() async throws {
    let server = try server { $0.asking = .milliseconds(300) }
    let visitor = try Visitor(server)
    visitor.ask("/")
    _ = try await visitor.read(until: "<p>")
    let fresh = try Visitor(server)
    for trickling in [visitor, fresh] {
      trickling.send("GET / HTTP/1.1\r\n")
      var isOpen = true
      for number in 0..<6000 where isOpen {
        try await Task.sleep(for: .milliseconds(10))
        isOpen = trickling.send("X-\(number): y\r\n")
      }
      #expect(!isOpen)
    }
    try await wait("no connection") { server.counts.connections == 0 }
  }

  @Test("the time for taking an answer")
  func slowReader() async throws {
    let server = try server { $0.sending = .milliseconds(300) }
    let visitors = try (0..<8).map { _ in try Visitor(server) }
    // More than what the kernel keeps for them.
    for visitor in visitors { for _ in 0..<20 { visitor.ask("/map.svg") } }
    try await wait("no connection") { server.counts.connections == 0 }
    #expect(try await Visitor.answer(of: server, "/").hasPrefix("HTTP/1.1 200 "))
  }

  @Test("connections of one address, and lets others in when one is gone")
  func perAddress() async throws {
    let server = try server { $0.connectionsPerAddress = 3 }
    do {
      let visitors = try (0..<3).map { _ in try Visitor(server) }
      for visitor in visitors { visitor.ask("/events") }
      try await wait("three readers") { server.counts.streams == 3 }
      let fourth = try Visitor(server)
      fourth.ask("/")
      #expect(try await fourth.read().isEmpty)
      #expect(server.counts.streams == 3)
    }
    try await wait("no reader") {
      server.publish(": \n\n", on: 0)
      return server.counts.connections == 0
    }
    #expect(try await Visitor.answer(of: server, "/").hasPrefix("HTTP/1.1 200 "))
  }

  @Test("connections that say nothing, more than it has room for")
  func many() async throws {
    let server = try server {
      $0.connections = 40
      $0.connectionsPerAddress = 1000
      $0.asking = .milliseconds(300)
    }
    let visitors = (0..<200).compactMap { _ in try? Visitor(server) }
    #expect(server.counts.connections <= 40)
    try await wait("no connection") { server.counts.connections == 0 }
    withExtendedLifetime(visitors) {}
    #expect(try await Visitor.answer(of: server, "/").hasPrefix("HTTP/1.1 200 "))
  }
}

@Suite("A web server says why it cannot start", .timeLimit(.minutes(5)))
struct WebStartLiveTests {
  @Test("a port is used already")
  func taken() throws {
    let first = try server()
    #expect(throws: WebServerError.inUse(port: first.port)) {
      try WebServer([], stream: "/events", at: .init(address: "127.0.0.1", port: first.port))
    }
    #expect("\(WebServerError.inUse(port: 80))" == "port 80 is used by another program; take another one")
  }

  @Test("its address is none of this computer's, or its certificate is none")
  func wrong() throws {
    #expect(throws: WebServerError.self) {
      try WebServer([], stream: "/events", at: .init(address: "192.0.2.1", port: 0))
    }
    #expect(throws: WebServerError.self) {
      try WebServer([], stream: "/events", at: .init(address: "example", port: 0))
    }
    #expect(throws: WebServerError.self) {
      try WebServer([], stream: "/events", at: .init(address: "127.0.0.1", port: 0, identity: ("no", "no")))
    }
  }

  @Test(
    "nothing, and speaks TLS with a certificate",
    .enabled(if: hasProgram("openssl") && hasProgram("curl"), "openssl or curl is not installed"))
  func encrypted() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "trove-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let (key, certificate) = (home.appending(path: "key.pem"), home.appending(path: "cert.pem"))
    let made = try await Command.run(
      "/usr/bin/env",
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=x",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key.path, "-out", certificate.path,
      ])
    #expect(made.status == 0, "\(made.error)")
    let server = try WebServer(
      [WebPage("/", type: "text/plain", text: "safe")], stream: "/events",
      at: .init(
        address: "127.0.0.1", port: 0,
        identity: (try String(contentsOf: certificate, encoding: .utf8), try String(contentsOf: key, encoding: .utf8))))
    server.publish("data: one\n\n", on: 0)
    let page = try await Command.run(
      "/usr/bin/env", ["curl", "-sS", "--cacert", certificate.path, "https://127.0.0.1:\(server.port)/"])
    #expect(page.output == "safe", "\(page.error)")
    let reading = Task {
      try await Command.run(
        "/usr/bin/env", ["curl", "-sSN", "--cacert", certificate.path, "https://127.0.0.1:\(server.port)/events"])
    }
    try await wait("a reader") { server.counts.streams == 1 }
    server.publish("data: two\n\n", on: 1)
    server.stop()
    #expect(try await reading.value.output.contains("data: one\n\n"))
  }
}
