internal import Glibc

/// The program's standard input as a file, which can be read at any place and more than once.
package enum StandardInput {
  /// What stands for it on a command line.
  private static let names: Set = ["-", "/dev/stdin"]
  /// Bytes of a pipe that are kept.
  private static let largest = 1 << 30

  /// The path by which this program, and those it starts, open a file: of `-` that of the input, which is read to its end
  /// at the first call.
  package static func resolve(_ path: String) throws(SystemError) -> String {
    guard names.contains(path) else { return path }
    return try file.get()
  }

  /// The same for functions of the system, which fail if there is no such file.
  package static func path(_ path: String) -> String { (try? resolve(path)) ?? path }

  private static let file: Result<String, SystemError> = {
    do throws(SystemError) {
      var status = stat()
      let isFile = fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      return .success(Self.path(of: isFile ? STDIN_FILENO : try kept([], from: STDIN_FILENO)))
    } catch { return .failure(error) }
  }()

  /// Copies what is left of a pipe to a file without a name; returns its descriptor.
  ///
  /// - Parameter beginning: what has been read of it before.
  package static func kept(_ beginning: some Sequence<UInt8>, from pipe: CInt) throws(SystemError) -> CInt {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = (folder + "/trove-input-XXXXXX").utf8CString
    let file = path.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
    guard file >= 0 else { throw .last }
    path.withUnsafeBufferPointer { _ = $0.baseAddress.map { unlink($0) } }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    do throws(SystemError) {
      var bytes = Array(beginning)
      var size = 0
      var chunk = [UInt8](repeating: 0, count: 256 << 10)
      while true {
        size += bytes.count
        guard size <= largest else { throw SystemError(code: EFBIG) }
        try SystemIO.write(bytes, to: file)
        let count = try SystemIO.read(pipe, into: &chunk)
        guard count > 0 else { return file }
        bytes = Array(chunk[..<count])
      }
    } catch {
      close(file)
      throw error
    }
  }

  /// The path of an open file, by which it is opened anew.
  private static func path(of descriptor: CInt) -> String { "/proc/\(getpid())/fd/\(descriptor)" }
}
