import Foundation
import ProcessTesting

/// A game in lines over two named pipes, as a program that plays it has it.
final class PlainPipe {
  private let folder: URL
  private let child: ChildProcess
  private let (input, output): (CInt, CInt)
  private var waiting: [UInt8] = []
  /// Every line that has come so far.
  private(set) var lines: [String] = []

  /// Starts the program; it is killed after so many seconds.
  init(_ arguments: [String], environment: [String: String] = [:], limit: Int = 120) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (commands, lines) = (folder.appending(path: "commands").path, folder.appending(path: "lines").path)
    guard mkfifo(commands, 0o600) == 0, mkfifo(lines, 0o600) == 0 else { throw POSIXError(.EIO) }
    // For both ways, so that neither side has to wait for the other one to open.
    input = open(commands, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    output = open(lines, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0, output >= 0 else { throw POSIXError(.EIO) }
    child = try ChildProcess(
      ["env", "-C", SharedFiles.package.path, TroveBinary.path] + arguments, input: commands, output: lines,
      environment: environment, limit: limit)
  }

  deinit {
    child.kill()
    close(input)
    close(output)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Types a line.
  func type(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// Fills the pipe for its lines with blanks, so that the program is held up in writing until they are read.
  func fill() {
    let blanks = [UInt8](repeating: 0x20, count: 4096)
    for count in [4096, 1] { while write(output, blanks, count) > 0 {} }
  }

  /// Whether the program has read everything that was typed.
  var hasReadAll: Bool {
    var count = CInt(0)
    return ioctl(input, UInt(FIONREAD), &count) == 0 && count == 0
  }

  /// The next line, or nothing when the program has ended or none came within a minute.
  func next() async throws -> String? {
    for _ in 0..<6000 {
      if let line = take() { return line }
      let hasEnded = child.hasEnded
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &bytes, bytes.count)
      if count > 0 { waiting += bytes[..<count] }
      if count <= 0, hasEnded { return nil }
      if count <= 0 { try await Task.sleep(for: .milliseconds(10)) }
    }
    return nil
  }

  /// Waits for a line that has `text` in it; returns it.
  func wait(for text: String) async throws -> String? {
    while let line = try await next() { if line.contains(text) { return line } }
    return nil
  }

  /// Waits until the program has ended by itself; returns whether it has.
  func ends() async throws -> Bool {
    while try await next() != nil {}
    return child.hasEnded
  }

  private func take() -> String? {
    guard let end = waiting.firstIndex(of: 0x0A) else { return nil }
    let line = String(decoding: waiting[..<end], as: UTF8.self)
    waiting.removeSubrange(...end)
    lines.append(line)
    return line
  }
}
