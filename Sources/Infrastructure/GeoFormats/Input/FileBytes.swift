internal import Glibc
internal import SystemKit

/// Why a file could not be read, in the operating system's words.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// The error that `errno` tells of.
  static func current() -> FileError { FileError(.last) }

  /// Creates an error in words of our own.
  init(description: String) { self.description = description }

  /// The error of a system call.
  init(_ error: SystemError) { description = error.description }
}

/// The bytes of an open file; closed when nobody holds it any more.
package final class FileBytes: ByteSource {
  private let descriptor: CInt

  /// Opens the file at `path` for reading.
  package init(path: String) throws(FileError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current() }
  }

  deinit { close(descriptor) }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    do throws(SystemError) { return try SystemIO.read(descriptor, into: buffer) } catch { throw FileError(error) }
  }

  /// The first bytes of a file, at most `count`.
  package static func beginning(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let file = try FileBytes(path: path)
    do throws(SystemError) { return try SystemIO.bytes(count, from: file.descriptor) } catch { throw FileError(error) }
  }

  private func read(into array: inout [UInt8]) throws(FileError) -> Int {
    do throws(SystemError) { return try SystemIO.read(descriptor, into: &array) } catch { throw FileError(error) }
  }

  /// The whole file, or an error when it is larger than `limit` bytes.
  package static func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = try FileBytes(path: path)
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { throw .current() }
    // The size is a hint only: a pipe has none, and a log may grow meanwhile.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(limit, max(0, Int(status.st_size))) + 1)
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = try file.read(into: &chunk)
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { throw FileError(description: "larger than \(limit >> 20) MiB") }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
