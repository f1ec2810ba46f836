import ArgumentParser
import CommandKit
import Game
import GeoFormats
import Glibc
import HuntDomain
import PlainUI
import Synchronization
import SystemKit
import Trials

/// Commands from standard input, while the game goes on.
///
/// A detached thread waits for them: it holds up neither the game nor its end.
struct CommandInput: Sendable {
  /// Lines that are on their way to the game at one time; the thread waits for the game, and the writer for the thread.
  private static let most = 64

  private let waiting = Waiting()

  /// Reads lines until the input is at its end, which is told as nothing; with each comes when it was read.
  func start(_ hear: @escaping @Sendable (String?, SuspendingClock.Instant) -> Void) {
    let waiting = waiting
    // Without a thread to be had the game is played without commands.
    _ = SystemThread.start {
      // A game in the background does not take lines from the foreground, and is not stopped for trying.
      var blocked = sigset_t()
      sigemptyset(&blocked)
      sigaddset(&blocked, SIGTTIN)
      pthread_sigmask(SIG_BLOCK, &blocked, nil)
      var lines = CommandLines()
      while let bytes = Self.read() {
        let time = SuspendingClock.now
        for line in lines.receive(bytes) { waiting.pass(line) { hear($0, time) } }
      }
      let end = SuspendingClock.now
      if let last = lines.end() { waiting.pass(last) { hear($0, end) } }
      hear(nil, end)
    }
  }

  /// The game has followed a line.
  func done() { waiting.count.subtract(1, ordering: .relaxed) }

  /// Reads the next bytes; `nil` at the end.
  private static func read() -> ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      do throws(SystemError) {
        let count = try SystemIO.read(STDIN_FILENO, into: &bytes)
        return count > 0 ? bytes[..<count] : nil
      } catch {
        switch error.code {
        case EAGAIN:
          var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
          poll(&request, 1, -1)
        // The terminal's reply to a process in the background: try again later.
        case EIO where isatty(STDIN_FILENO) == 1: sleep(1)
        default: return nil
        }
      }
    }
  }

  private final class Waiting: Sendable {
    let count = Atomic(0)

    func pass(_ line: String, _ hear: (String?) -> Void) {
      while count.load(ordering: .relaxed) >= most { usleep(5000) }
      count.add(1, ordering: .relaxed)
      hear(line)
    }
  }
}

extension CommandScript {
  /// Bytes of a script that are read.
  private static let largest = 1 << 20

  /// Reads the lines of a script.
  static func lines(of path: String) throws(CommandFailure) -> [String] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw CommandFailure("\(path): \(String(cString: strerror(errno)))", .noSuchFile)
    }
    defer { close(file) }
    var lines = CommandLines()
    var read: [String] = []
    var total = 0
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard let count = try? SystemIO.read(file, into: &bytes) else {
        throw CommandFailure("\(path): \(String(cString: strerror(errno)))", .noSuchFile)
      }
      guard count > 0 else { break }
      total += count
      guard total <= Self.largest else {
        throw CommandFailure("\(path):1: error: more than a megabyte of commands", .badData)
      }
      read += lines.receive(bytes[..<count])
    }
    return read + (lines.end().map { [$0] } ?? [])
  }
}

extension Walkthrough {
  /// Reads a file, or standard input for `-`.
  init(path: String, for hunt: Hunt) throws(CommandFailure) {
    let text: String
    do {
      text = String(decoding: try FileBytes.contents(of: path, limit: 1 << 20), as: UTF8.self)
    } catch {
      throw CommandFailure("\(path): \(error)", error.isContent ? .badData : .noSuchFile)
    }
    do {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
        SafeText.clean(String($0), limit: Self.longestLine + 1)
      }
      try self.init(lines, for: hunt, placing: CoordinateText.read)
    } catch { throw CommandFailure("\(path):\(error.line): error: \(error.problem)", .badData) }
  }
}
