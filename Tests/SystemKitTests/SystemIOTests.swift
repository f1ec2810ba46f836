import Glibc
import SystemKit
import Testing

@Suite("Reading and writing descriptors")
struct SystemIOTests {
  /// Two ends of a pipe, closed at the end.
  private final class Pipe {
    let reading, writing: CInt
    private var isOpen = true

    init() {
      var ends: [CInt] = [-1, -1]
      #expect(pipe(&ends) == 0)
      // Programs that other tests start would hold it open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }

    func closeWriting() {
      if isOpen { close(writing) }
      isOpen = false
    }

    deinit {
      closeWriting()
      close(reading)
    }
  }

  /// A file without a name.
  private static func file(_ bytes: [UInt8]) throws -> CInt {
    var path = Array("/tmp/trove-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    unlink(path)
    try SystemIO.write(bytes, to: file)
    return file
  }

  @Test("more than a pipe holds arrives whole, in the order in which it was written")
  func throughPipe() throws {
    let pipe = Pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let writing = pipe.writing
    let thread = try #require(SystemThread { try? SystemIO.write(bytes, to: writing) })
    #expect(try SystemIO.bytes(bytes.count, from: pipe.reading) == bytes)
    thread.join()
    pipe.closeWriting()
    var rest = [UInt8](repeating: 0, count: 8)
    #expect(try SystemIO.read(pipe.reading, into: &rest) == 0)
  }

  @Test("a signal interrupts neither a reader nor a writer")
  func signals() throws {
    let pipe = Pipe()
    var action = sigaction()
    // Without SA_RESTART, so that calls do return early.
    action.__sigaction_handler.sa_handler = { _ in }
    var before = sigaction()
    #expect(sigaction(SIGUSR2, &action, &before) == 0)
    defer { sigaction(SIGUSR2, &before, nil) }
    let bytes = [UInt8](repeating: 7, count: 200_000)
    let (reading, writing, this) = (pipe.reading, pipe.writing, pthread_self())
    let thread = try #require(
      SystemThread {
        for _ in 0..<20 {
          pthread_kill(this, SIGUSR2)
          usleep(1000)
        }
        try? SystemIO.write(bytes, to: writing)
      })
    #expect(try SystemIO.bytes(bytes.count, from: reading) == bytes)
    thread.join()
  }

  @Test("a place in a file is read and written without moving the descriptor's own")
  func offsets() throws {
    let file = try Self.file(Array(0..<100))
    defer { close(file) }
    try SystemIO.write([200, 201], to: file, at: 50)
    #expect(try SystemIO.bytes(4, from: file, at: 49) == [49, 200, 201, 52])
    #expect(try SystemIO.bytes(10, from: file, at: 95) == [95, 96, 97, 98, 99])
    #expect(try SystemIO.bytes(10, from: file, at: 100) == [])
    #expect(lseek(file, 0, SEEK_CUR) == 100)
  }

  @Test("nothing is read into nothing")
  func nothing() throws {
    let file = try Self.file([1])
    defer { close(file) }
    #expect(try SystemIO.bytes(0, from: file, at: 0) == [])
    #expect(try SystemIO.fill(UnsafeMutableRawBufferPointer(start: nil, count: 0), from: file, at: 0) == 0)
  }

  @Test("what fails is told by its number and in the system's words")
  func errors() {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    #expect(throws: SystemError(code: ENOSPC)) { try SystemIO.write([1, 2, 3], to: full) }
    #expect(throws: SystemError(code: EBADF)) { try SystemIO.bytes(1, from: -1) }
    #expect(SystemError(code: ENOENT).description == "No such file or directory")
  }
}

@Suite("Threads")
struct SystemThreadTests {
  @Test("a thread has ended when it is joined")
  func joined() throws {
    let done = Guarded(false)
    let thread = try #require(
      SystemThread {
        usleep(20_000)
        done.withLock { $0 = true }
      })
    thread.join()
    #expect(done.withLock { $0 })
  }

  @Test("a detached thread runs by itself")
  func detached() {
    let state = Monitor(0)
    #expect(SystemThread.start { state.withLock { $0 = 1 } })
    #expect(state.wait(atMost: .seconds(60)) { $0 == 1 ? true : nil } == true)
  }

  @Test("signals are blocked on the new thread alone", arguments: [true, false])
  func masks(blocks: Bool) throws {
    func isBlocked() -> Bool {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return sigismember(&mask, SIGUSR2) == 1
    }
    let here = isBlocked()
    let there = Guarded(false)
    let thread = try #require(
      SystemThread(stackSize: 1 << 20, blocksSignals: blocks) {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        let isBlocked = sigismember(&mask, SIGUSR2) == 1
        there.withLock { $0 = isBlocked }
      })
    thread.join()
    #expect(there.withLock { $0 } == (blocks || here))
    #expect(isBlocked() == here)
  }
}
