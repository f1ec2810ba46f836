import Glibc

/// A program on a pseudo-terminal of 80 x 24, as a player sees it; ended with it.
final class MeasuredProgram {
  private let window: Int32
  private let process: pid_t

  /// Starts a program; `nil` if there is no free terminal, or no such program.
  init?(_ command: [String]) {
    // Glibc's functions for this do not reach Swift; these are the requests that they make (TIOCSPTLCK, TIOCGPTN).
    let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    let window = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, -1)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard window >= 0, ioctl(window, unlock, &lock) == 0, ioctl(window, askNumber, &number) == 0,
      ioctl(window, UInt(TIOCSWINSZ), &size) == 0,
      let process = spawn(
        ["env", "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8"] + command, on: "/dev/pts/\(number)")
    else {
      close(window)
      return nil
    }
    self.window = window
    self.process = process
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(window)
  }

  /// Waits until one of the programs has written something.
  static func wait(for programs: [MeasuredProgram], seconds: Double) {
    var watched = programs.map { pollfd(fd: $0.window, events: Int16(POLLIN), revents: 0) }
    let milliseconds = Int32((max(0, min(seconds, 10)) * 1000).rounded(.up))
    poll(&watched, nfds_t(watched.count), milliseconds)
    // A program that has ended is readable for ever.
    if watched.contains(where: { $0.revents != 0 && $0.revents & Int16(POLLIN) == 0 }) { usleep(1000) }
  }

  /// Reads what the program has written since the last call, without escape sequences.
  func read() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = Glibc.read(window, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return Self.plain(bytes)
  }

  /// Seconds of processor time so far, of all threads.
  var processorTime: Double {
    let threads = Self.entries(of: "/proc/\(process)/task")
    let nanoseconds = threads.compactMap { thread in
      Self.words(of: "/proc/\(process)/task/\(thread)/schedstat").first.flatMap { Double($0) }
    }
    return nanoseconds.reduce(0, +) / 1e9
  }

  /// Bytes of memory that are resident.
  var residentMemory: Double {
    let pages = Self.words(of: "/proc/\(process)/statm").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  // MARK: - The system

  private static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func words(of file: String) -> [Substring] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self).split { $0 == " " || $0 == "\n" }
  }

  /// Returns the text without control sequences; one that is cut leaves a few characters, which do no harm.
  private static func plain(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == 0x1B, index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "[") {
        index = (bytes[(index + 2)...].firstIndex { (0x40...0x7E).contains($0) } ?? bytes.endIndex - 1) + 1
        text.append(UInt8(ascii: " "))
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
