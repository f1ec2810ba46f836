import Foundation
import ProcessTesting
import Testing

/// What the doctor said: objects by their check.
private struct Diagnosis {
  let status: Int32
  let signal: Int32
  let findings: [[String: Any]]

  /// Asks the doctor of the real program about a gpsd; nobody waits longer than a minute and a half for one.
  init(_ spec: String, wait: Double = 20) async throws {
    let run = try await Command.run(TroveBinary.path, ["doctor", spec, "--wait", "\(wait)", "--json"], limit: 90)
    (status, signal) = (run.status, run.signal)
    findings = try objects(run.lines)
  }

  func verdict(_ check: String) -> String? { finding(check)?["verdict"] as? String }
  func text(_ check: String) -> String { finding(check)?["text"] as? String ?? "" }
  func remedy(_ check: String) -> String { finding(check)?["remedy"] as? String ?? "" }

  private func finding(_ check: String) -> [String: Any]? { findings.first { $0["check"] as? String == check } }
}

/// A server on this machine that does the same with each caller: says something, holds on, hangs up.
private final class Server: Sendable {
  let port: UInt16
  private let listener: CInt

  init(saying text: String = "", holding: Duration = .zero, echoes: Bool = false) throws {
    let listener = try boundSocket(SOCK_STREAM)
    self.listener = listener
    listen(listener, 16)
    port = localPort(listener)
    Thread.detachNewThread {
      while true {
        let caller = nextCaller(of: listener)
        // Closed by whoever waits for callers: else the next server could have its number, and share its callers.
        guard caller >= 0 else { return _ = close(listener) }
        Thread.detachNewThread { Self.serve(caller, text, holding, echoes: echoes) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func serve(_ caller: CInt, _ text: String, _ holding: Duration, echoes: Bool) {
    defer { close(caller) }
    var bytes = Array(text.utf8)
    if echoes {
      bytes = [UInt8](repeating: 0, count: 4096)
      bytes = Array(bytes[..<max(0, recv(caller, &bytes, bytes.count, 0))])
    }
    _ = send(caller, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    usleep(UInt32(holding / .microseconds(1)))
  }
}

private let version = #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"# + "\r\n"

@Suite("The doctor and whatever listens there", .timeLimit(.minutes(5)))
struct DoctorServerLiveTests {
  @Test("nothing listens")
  func nothing() async throws {
    // A port that is taken and not listened on: nobody else can begin to.
    let silent = try boundSocket(SOCK_STREAM)
    defer { close(silent) }
    let diagnosis = try await Diagnosis("localhost:\(localPort(silent))")
    #expect(diagnosis.status == 69)
    #expect(diagnosis.verdict("gpsd") == "bad")
    #expect(diagnosis.verdict("ready") == "bad")
    #expect(diagnosis.findings.last?["check"] as? String == "ready")
  }

  @Test("a host that nobody knows, and no SPEC at all")
  func wrongSpecs() async throws {
    let unknown = try await Diagnosis("gpsd:no-such-host.invalid")
    #expect(unknown.status == 69)
    #expect(unknown.text("gpsd") == "No computer called no-such-host.invalid is known.")
    #expect(try await TroveBinary.run("doctor", "a host").status == 64)
    #expect(try await TroveBinary.run("doctor", "localhost:99999").status == 64)
    #expect(try await TroveBinary.run("doctor", "--wait", "-1").status == 64)
    #expect(try await TroveBinary.run("doctor", "--wait", "nan").status == 64)
  }

  @Test("a server that is no gpsd is quoted; an echo is one as well")
  func strangers() async throws {
    let web = try Server(saying: "HTTP/1.0 400 Bad\u{1B}[31m Request\r\n\r\n", holding: .seconds(90))
    let stranger = try await Diagnosis("localhost:\(web.port)")
    #expect(stranger.status == 69)
    #expect(
      stranger.text("gpsd")
        == "What listens at localhost:\(web.port) is no gpsd: it says “HTTP/1.0 400 Bad[31m Request”.")
    let echo = try Server(holding: .seconds(90), echoes: true)
    #expect(try await Diagnosis("localhost:\(echo.port)").text("gpsd").contains("is no gpsd: it says “?WATCH={"))
    let receiver = try Server(saying: "$GPRMC,1\r\n")
    #expect(
      try await Diagnosis("localhost:\(receiver.port)").remedy("gpsd").hasSuffix("tcp://localhost:\(receiver.port)"))
  }

  @Test("a mute server, one that closes at once, and one that greets and hangs up are told apart")
  func brief() async throws {
    let mute = try Server(holding: .seconds(90))
    #expect(try await Diagnosis("localhost:\(mute.port)").text("gpsd").contains("says nothing"))
    let closing = try Server()
    #expect(try await Diagnosis("localhost:\(closing.port)").text("gpsd").contains("hangs up without a word"))
    let greeting = try Server(saying: version)
    let diagnosis = try await Diagnosis("localhost:\(greeting.port)")
    #expect(diagnosis.status == 69)
    #expect(diagnosis.text("gpsd") == "gpsd 3.25 at localhost:\(greeting.port) answers and hangs up at once.")
  }

  @Test("a gpsd that is too old is said so")
  func old() async throws {
    let server = try Server(
      saying: #"{"class":"VERSION","release":"2.40","proto_major":2,"proto_minor":4}"# + "\n", holding: .seconds(90))
    let diagnosis = try await Diagnosis("localhost:\(server.port)", wait: 0.5)
    #expect(diagnosis.status == 69)
    #expect(diagnosis.verdict("version") == "bad")
  }

  @Test(
    "no misbehaviour keeps the doctor longer than it may, or makes it crash",
    .enabled(if: SharedFiles.has("hostile/gpsd_hostile.py") && hasProgram("python3"), "no hostile server"),
    arguments: [
      ("good", [0]), ("drip", [0, 69]), ("mute", [69]), ("rst", [69]), ("flap", [0]), ("flood", [0]), ("half", [69]),
      ("refuse-watch", [69]), ("blackhole", [69]),
    ])
  func hostile(mode: String, statuses: [Int32]) async throws {
    let output = FileManager.default.temporaryDirectory.appending(path: "trove-hostile-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: output) }
    let script = SharedFiles.folder.appending(path: "hostile/gpsd_hostile.py").path
    let server = try ChildProcess(["python3", script, mode], output: output)
    defer { server.kill() }
    var port: Substring?
    for _ in 0..<1200 where port == nil {
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      if text.hasSuffix("\n") { port = text.split(whereSeparator: \.isWhitespace).last }
      try await Task.sleep(for: .milliseconds(50))
    }
    // Who will never be ready is waited for to the end, and who will be ends it.
    let diagnosis = try await Diagnosis("127.0.0.1:\(try #require(port))", wait: statuses.contains(69) ? 5 : 30)
    #expect(diagnosis.signal == 0)
    #expect(statuses.contains(diagnosis.status), "\(diagnosis.findings)")
    #expect(diagnosis.verdict("ready") == (diagnosis.status == 0 ? "good" : "bad"))
  }
}

@Suite(
  "The doctor and a real gpsd", .enabled(if: hasGPSD, "gpsd or gpspipe is not installed"),
  .timeLimit(.minutes(5)))
struct DoctorGPSDLiveTests {
  /// Runs the doctor on a gpsd whose receiver says `sentences` ten times a second, for ever.
  private func diagnosis(
    device: String = "", hasReceiver: Bool = true, wait: Double = 20,
    sentences: @escaping @Sendable (Int) -> [String] = { _ in [] }
  ) async throws -> Diagnosis {
    let gpsd = try RealGPSD(hasReceiver: hasReceiver)
    try await gpsd.start()
    defer { gpsd.kill() }
    let feeder = feed(gpsd, sentences)
    defer { feeder.cancel() }
    return try await Diagnosis("gpsd:127.0.0.1:\(gpsd.port)\(device)", wait: wait)
  }

  private func feed(_ gpsd: RealGPSD, _ sentences: @escaping @Sendable (Int) -> [String]) -> Task<Void, Never> {
    Task.detached {
      for step in 1... {
        sentences(step).forEach(gpsd.send)
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
  }

  @Test("satellites and a position in 3D: ready")
  func threeD() async throws {
    let diagnosis = try await diagnosis { NMEAWalk().sentences($0) }
    #expect(diagnosis.status == 0)
    #expect(["gpsd", "receiver", "fix"].map(diagnosis.verdict) == ["good", "good", "good"])
    #expect(diagnosis.text("fix").contains("in 3D, accurate to "))
    #expect(diagnosis.text("receiver").contains("udp://127.0.0.1"))
    // gpsd reports the compass behind the position.
    #expect(diagnosis.text("heading") == "There is a compass, too.")
  }

  @Test("a position in 2D is in doubt, and does not stop the game")
  func twoD() async throws {
    let flat = NMEAWalk.flat
    let diagnosis = try await diagnosis(wait: 15) { flat($0) }
    #expect(diagnosis.status == 0)
    #expect(diagnosis.verdict("fix") == "doubtful")
    #expect(diagnosis.text("fix").contains("in 2D only"))
  }

  @Test("satellites and no position: not ready, and they are counted")
  func noFix() async throws {
    let diagnosis = try await diagnosis(wait: 15) { NMEAWalk().sentencesWithoutFix($0) }
    #expect(diagnosis.status == 69)
    #expect(["gpsd", "receiver", "sky"].map(diagnosis.verdict) == ["good", "good", "bad"])
    #expect(diagnosis.text("sky") == "The receiver sees 3 satellites and uses none of them yet.")
  }

  @Test("a receiver that says nothing, and a gpsd that has none")
  func silence() async throws {
    let silent = try await diagnosis(wait: 5)
    #expect(silent.status == 69)
    #expect(silent.text("receiver").hasPrefix("gpsd listens at udp://127.0.0.1"))
    let none = try await diagnosis(hasReceiver: false)
    #expect(none.status == 69)
    #expect(none.text("receiver").hasPrefix("gpsd has no receiver"))
  }

  @Test("a device that is not there, and one that gpsd does not have")
  func wrongDevice() async throws {
    let nowhere = try await diagnosis(device: ":/dev/no-such-port") { NMEAWalk().sentences($0) }
    #expect(nowhere.status == 69)
    #expect(nowhere.text("receiver") == "There is no /dev/no-such-port on this computer.")
    let port = FileManager.default.temporaryDirectory.appending(path: "trove-port-\(UUID().uuidString)")
    try Data().write(to: port)
    defer { try? FileManager.default.removeItem(at: port) }
    let other = try await diagnosis(device: ":\(port.path)") { NMEAWalk().sentences($0) }
    #expect(other.status == 69)
    #expect(other.text("receiver").hasPrefix("gpsd does not have the receiver \(port.path); it has udp://127.0.0.1"))
    #expect(other.remedy("receiver").hasSuffix("sudo gpsdctl add \(port.path)"))
  }

  @Test(
    "a device that gpsd may not read: whose it is, and as whom gpsd runs",
    .enabled(if: getuid() == 0, "only root can start a gpsd as somebody else"))
  func forbidden() async throws {
    let port = FileManager.default.temporaryDirectory.appending(path: "trove-port-\(UUID().uuidString)")
    try Data().write(to: port)
    chmod(port.path, 0o600)
    defer { try? FileManager.default.removeItem(at: port) }
    let diagnosis = try await diagnosis(device: ":\(port.path)")
    #expect(diagnosis.status == 69)
    #expect(diagnosis.text("receiver").hasPrefix("gpsd may not read \(port.path): it belongs to the group root"))
    #expect(diagnosis.text("receiver").hasSuffix("gpsd runs as nobody (nogroup)."))
  }

  @Test(
    "listening on a terminal it counts satellites; when gpsd is killed meanwhile, it says so",
    .enabled(if: Tmux.isInstalled, "tmux is not installed"))
  func killed() async throws {
    let gpsd = try RealGPSD()
    try await gpsd.start()
    let feeder = feed(gpsd) { NMEAWalk().sentencesWithoutFix($0) }
    defer {
      feeder.cancel()
      gpsd.kill()
    }
    let tmux = try await Tmux(
      "\(TroveBinary.path) doctor 127.0.0.1:\(gpsd.port) --wait 600", columns: 80, rows: 24)
    let listening = try await tmux.wait(for: "listening to the receiver ... 3 satellites")
    try #require(listening != nil)
    gpsd.kill()
    let page = try #require(try await tmux.wait(for: "Not ready"))
    #expect(page.contains("✗ wrong     gpsd 3.") && page.contains("hung up while it was"))
    #expect(!page.contains("listening to"), "progress is gone when it is over")
  }
}

extension NMEAWalk {
  /// An epoch of a receiver that has three satellites, and so no height.
  fileprivate static let flat: @Sendable (Int) -> [String] = { step in
    let time = String(format: "10%02d%02d.00", step / 60 % 60, step % 60)
    return [
      "GPRMC,\(time),A,4808.00000,N,01134.00000,E,0.00,0.0,010524,,,A",
      "GPGGA,\(time),4808.00000,N,01134.00000,E,1,03,1.0,,M,,M,,", "GPGSA,A,2,01,02,03,,,,,,,,,,1.8,1.0,1.5",
    ].map { body in "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^)) }
  }
}

@Suite("The doctor's page", .timeLimit(.minutes(5)))
struct DoctorPageLiveTests {
  private func page(_ environment: [String: String], _ arguments: String...) async throws -> String {
    // Nobody listens there, and nobody can begin to.
    let silent = try boundSocket(SOCK_STREAM)
    defer { close(silent) }
    let port = localPort(silent)
    let cleared = ["LC_ALL": "", "LC_CTYPE": "", "NO_COLOR": "", "TERM": "xterm-256color", "LANG": "C.UTF-8"]
    let run = try await Command.run(
      TroveBinary.path, ["doctor", "localhost:\(port)"] + arguments, environment: cleared.merging(environment) { $1 },
      limit: 90)
    #expect(run.status == 69)
    #expect(run.error.isEmpty, "progress is for terminals")
    return run.output
  }

  @Test("signs and words; without escapes where there is no terminal")
  func signs() async throws {
    let page = try await page([:])
    #expect(page.hasPrefix("✗ wrong "))
    #expect(page.contains("\n✓ good "))
    #expect(page.hasSuffix("\n✗ Not ready: there is no position yet.\n"))
    // Which port to ask instead depends on what else runs on this machine.
    #expect(page.contains("\n          → "))
    #expect(page.contains("\n              trove doctor localhost"))
    #expect(!page.contains("\u{1B}") && !page.contains("\r"))
  }

  @Test("in ASCII where the locale has nothing else, and where it is asked for")
  func ascii() async throws {
    let plain = try await page(["LANG": "C"])
    #expect(plain.utf8.allSatisfy { $0 < 0x7F })
    #expect(plain.contains("! doubtful  The locale C is not UTF-8"))
    let asked = try await page([:], "--ascii")
    #expect(asked.utf8.allSatisfy { $0 < 0x7F })
    #expect(asked.contains("x wrong ") && asked.contains("+ good ") && asked.contains("\n         -> "))
    let stranger = try Server(saying: "Grüße\n", holding: .seconds(90))
    let quoted = try await TroveBinary.run("doctor", "localhost:\(stranger.port)", "--ascii").output
    #expect(quoted.contains(#"is no gpsd: it says "Gr??e"."#))
  }

  @Test("the environment of the terminal is judged")
  func environment() async throws {
    #expect(try await page(["TERM": "dumb"]).contains("TERM is dumb"))
    #expect(try await page(["TERM": "linux"]).contains("the Linux console"))
    #expect(try await page(["NO_COLOR": "1"]).contains("NO_COLOR is set"))
    #expect(try await page(["TERM": "vt100"]).contains("shows no colours"))
  }

  @Test("on a terminal lines are broken between words", .enabled(if: Tmux.isInstalled, "tmux is not installed"))
  func terminal() async throws {
    let tmux = try await Tmux("\(TroveBinary.path) doctor no-such-host.invalid", columns: 50, rows: 30)
    let screen = try #require(try await tmux.wait(for: "Not ready"))
    let lines = screen.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("✗ wrong     No computer called") })
    #expect(lines.contains { $0.hasPrefix("              trove doctor") })
    // What was broken by the terminal and not between words would fill a line to its last column.
    #expect(lines.allSatisfy { $0.count < 50 })
  }
}
