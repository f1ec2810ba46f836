internal import Glibc

/// The program's standard input as a file, which can be read at any place and more than once; and other pipes that a
/// shell has opened for it (`<(command)`).
package enum StandardInput {
  /// Bytes of a pipe that are kept.
  private static let largest = 1 << 30

  /// The path by which this program, and those it starts, open a file: of `-` that of the input, which is read to its end
  /// at the first call.
  package static func resolve(_ path: String) throws(SystemError) -> String {
    guard let descriptor = descriptor(path) else { return path }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return try files.withLock { files in
      let file = files[status.st_ino] ?? file(descriptor)
      files[status.st_ino] = file
      return file
    }.get()
  }

  /// The same for functions of the system, which fail if there is no such file.
  package static func path(_ path: String) -> String { (try? resolve(path)) ?? path }

  /// What was kept of each pipe, by its number.
  private static let files = Guarded<[ino_t: Result<String, SystemError>]>([:])

  /// The descriptor that a path stands for: the input's, or that of another pipe.
  private static func descriptor(_ path: String) -> CInt? {
    if path == "-" || path == "/dev/stdin" { return STDIN_FILENO }
    guard path.hasPrefix("/dev/fd/"), let descriptor = CInt(path.dropFirst("/dev/fd/".count)) else { return nil }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO ? descriptor : nil
  }

  private static func file(_ descriptor: CInt) -> Result<String, SystemError> {
    do throws(SystemError) {
      var status = stat()
      let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      return .success(NamelessFile.path(of: isFile ? descriptor : try kept([], from: descriptor)))
    } catch { return .failure(error) }
  }

  /// Copies what is left of a pipe to a file without a name; returns its descriptor.
  ///
  /// - Parameter beginning: what has been read of it before.
  package static func kept(_ beginning: some Sequence<UInt8>, from pipe: CInt) throws(SystemError) -> CInt {
    let file = try NamelessFile.open()
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
}
