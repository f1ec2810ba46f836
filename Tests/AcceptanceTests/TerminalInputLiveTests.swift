import Foundation
import ProcessTesting
import Testing

@Suite(
  "What a terminal sends, and when", .enabled(if: hasProgram("python3"), "python3 is not installed"),
  .timeLimit(.minutes(10)), .serialized)
struct TerminalInputLiveTests {
  /// A terminal that answers questions for its status so many milliseconds later, and sends input before the last key.
  ///
  /// It says how the program ended, how many answers came after its end, and how much of the input it took.
  private static let terminal = #"""
    import fcntl, os, pty, select, signal, struct, sys, termios, time
    kind, delay, key, command = sys.argv[1], int(sys.argv[2]) / 1000, sys.argv[3], sys.argv[4:]
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        os.execvp(command[0], command)
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    os.set_blocking(fd, False)
    output, due, late, ended = b"", [], 0, None

    def turn(wait=0.01, data=b""):
        global output, late, ended
        taken = 0
        try:
            reads, writes, _ = select.select([fd], [fd] if data else [], [], wait)
            if reads:
                got = os.read(fd, 65536)
                output = (output + got)[-100000:]
                due.extend([time.monotonic() + delay] * got.count(b"\x1b[5n"))
            if writes:
                taken = os.write(fd, data[:4096])
        except OSError:
            pass
        if ended is None:
            gone, status = os.waitpid(pid, os.WNOHANG)
            if gone:
                ended = os.waitstatus_to_exitcode(status)
        while ended is None and due and due[0] <= time.monotonic():
            try: os.write(fd, b"\x1b[0n")
            except BlockingIOError: break
            due.pop(0)
        return taken

    def until(condition, limit):
        end = time.monotonic() + limit
        while not condition() and ended is None and time.monotonic() < end:
            turn()

    until(lambda: b"walker 3D" in output, 60)
    inputs = {"none": b"", "keys": b"xyz" * 40000, "paste": b"\x1b[200~" + b"q\r " * 50000 + b"\x1b[201~",
              "mouse": b"".join(b"\x1b[<32;%d;7M" % (n % 90 + 1) for n in range(30000)), "sizes": b""}
    data = inputs[kind]
    end = time.monotonic() + 120
    while data and ended is None and time.monotonic() < end:
        data = data[turn(0.5, data):]
    for n in range(500 if kind == "sizes" else 0):
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 20 + n % 17, 60 + n % 60, 0, 0))
        turn(0)
    # Something is on its way.
    until(lambda: due, 5)
    if key == "TERM": os.kill(pid, signal.SIGTERM)
    elif ended is None: os.write(fd, {"q": b"q", "Ctrl-C": b"\x03"}[key])
    until(lambda: False, 120)
    if ended is None: os.kill(pid, signal.SIGKILL)
    print(f"ended {ended} late {len(due)} left {len(data)}")
    """#

  private func run(_ kind: String, delay: Int = 0, key: String = "q") async throws -> String {
    let saves = FileManager.default.temporaryDirectory.appending(path: "trove-input-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: saves) }
    let run = try await Command.run(
      "python3",
      [
        "-c", Self.terminal, kind, "\(delay)", key, TroveBinary.path, "play", "Maps/null-island-hunt.geojson", "--from",
        "walker",
      ],
      environment: ["TROVE_SAVES": saves, "TROVE_SESSIONS": saves + "/sessions", "TROVE_REGIONS": saves + "/regions"],
      limit: 400)
    return run.output
  }

  @Test(
    "no answer of a slow terminal comes after the program",
    arguments: [("q", 0), ("q", 300), ("q", 600), ("Ctrl-C", 600), ("TERM", 600)])
  func answers(key: String, delay: Int) async throws {
    let status = key == "q" ? "0" : key == "TERM" ? "-15" : "130"
    #expect(try await run("none", delay: delay, key: key) == "ended \(status) late 0 left 0\n")
  }

  @Test(
    "a flood of keys, of the mouse, of sizes and of pasted text is taken as a whole, and q quits after it",
    arguments: ["keys", "paste", "mouse", "sizes"])
  func floods(kind: String) async throws {
    #expect(try await run(kind) == "ended 0 late 0 left 0\n")
  }
}

@Suite("In the background", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .timeLimit(.minutes(5)))
struct BackgroundLiveTests {
  @Test("a game that is sent there, or begins there, stops and draws nothing until fg brings it back")
  func background() async throws {
    let terminal = try await Tmux("PS1='P> ' bash --norc --noprofile -i", columns: 90, rows: 30)
    _ = try await terminal.wait(for: "P>")
    // A busy machine takes its time until the game asks for the terminal.
    let untilStopped = "until jobs -s | grep .; do sleep 0.1; done"
    try await terminal.type(
      "\(TroveBinary.path) play Maps/null-island-hunt.geojson --from walker & \(untilStopped)", "Enter")
    let begun = try #require(try await terminal.wait(for: "Stopped"))
    #expect(!begun.contains("walker 3D"))
    for _ in 0..<2 {
      try await terminal.type("fg", "Enter")
      #expect(try await terminal.wait(for: "walker 3D") != nil)
      var isFull = try await terminal.isFullScreen
      #expect(isFull)
      try await terminal.type("C-z")
      _ = try await terminal.wait(for: "P>")
      try await terminal.type("clear", "Enter", "bg; \(untilStopped)", "Enter")
      #expect(try await terminal.wait(for: "Stopped") != nil)
      isFull = try await terminal.isFullScreen
      #expect(!isFull)
    }
    // bash does not wait for a job that it believes to be stopped, as this one until it has ended.
    let untilGone = "while kill -0 $! 2> /dev/null; do sleep 0.1; done"
    try await terminal.type("kill %1; \(untilGone); wait $!; echo ended with $?", "Enter")
    #expect(try await terminal.wait(for: "ended with 143") != nil)
    let isFull = try await terminal.isFullScreen
    #expect(!isFull)
  }
}
