internal import Glibc

/// An error of a system call, by its number (`errno`).
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The number, as `ENOENT`.
  package let code: CInt

  /// The error of a number.
  package init(code: CInt) { self.code = code }

  /// The error of this thread's last failed call.
  package static var last: SystemError { SystemError(code: errno) }

  /// The system's words for it, as `No such file or directory`.
  package var description: String { String(cString: strerror(code)) }
}

/// Reads and writes file descriptors, and repeats a call that a signal interrupted.
package enum SystemIO {
  /// Reads the available bytes, at most the size of `buffer`; a blocking descriptor waits for the first ones.
  ///
  /// Returns: the number of bytes, 0 at the end.
  package static func read(
    _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    try repeated { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Reads what there is into an array, at most as many bytes as it has.
  ///
  /// Returns: the number of bytes, 0 at the end.
  package static func read(_ descriptor: CInt, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    try repeated { bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) } }
  }

  /// Reads from a file until `buffer` is full or the file is at its end.
  ///
  /// - Parameter offset: where in the file; `nil` for the descriptor's own position.
  /// Returns: the number of bytes.
  package static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: CInt, at offset: Int? = nil
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try repeated {
        if let offset {
          pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        } else {
          Glibc.read(descriptor, rest.baseAddress, rest.count)
        }
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads at most `count` bytes of a file; fewer only at its end.
  ///
  /// - Parameter offset: where in the file; `nil` for the descriptor's own position.
  package static func bytes(
    _ count: Int, from descriptor: CInt, at offset: Int? = nil
  ) throws(SystemError) -> [UInt8] {
    var result = Result<Int, SystemError>.success(0)
    // The shared empty array must not be written to.
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: offset)
      } catch {
        result = .failure(error)
      }
    }
    _ = try result.get()
    return bytes
  }

  /// Writes all bytes.
  ///
  /// - Parameters:
  ///   - offset: where in the file; `nil` for the descriptor's own position.
  ///   - goesOn: whether to try again after a signal.
  package static func write(
    _ bytes: [UInt8], to descriptor: CInt, at offset: Int? = nil, goesOn: () -> Bool = { true }
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { rest in
        if let offset {
          pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
        } else {
          Glibc.write(descriptor, rest.baseAddress, rest.count)
        }
      }
      if count < 0 && errno == EINTR && goesOn() { continue }
      guard count >= 0 else { throw .last }
      guard count > 0 else { throw SystemError(code: ENOSPC) }
      written += count
    }
  }

  /// Writes a file, of which others see the old content or all of the new one, also after a power cut.
  ///
  /// A file of the same name with `.new` behind it is overwritten.
  package static func write(
    _ bytes: [UInt8], replacing path: String
  ) throws(SystemError) {
    let part = path + ".new"
    let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last }
    do throws(SystemError) {
      try write(bytes, to: file)
      guard fsync(file) == 0 else { throw .last }
    } catch {
      close(file)
      unlink(part)
      throw error
    }
    close(file)
    guard rename(part, path) == 0 else { throw .last }
  }

  private static func repeated(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let count = call()
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }
}
