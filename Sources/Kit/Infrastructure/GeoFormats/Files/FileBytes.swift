internal import Glibc
internal import SystemKit

/// A source of bytes for a reader, chunk by chunk.
package protocol ByteSource {
  /// Fills the front of `buffer`; returns how many bytes, 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}

/// Bytes that are in memory already.
package struct MemoryBytes: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  /// Reads from `bytes`.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Copies the next bytes.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

/// Why a file could not be read, in the operating system's words or our own.
package struct FileError: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// The file can be read, and what is in it can not.
  package let isContent: Bool

  /// Creates the error for the current `errno`.
  static func current() -> FileError { FileError(.last) }

  /// What was packed ends too early; everything before could be read.
  static let cut = FileError(content: "packed, and cut: its end is missing")

  /// Creates an error about the content of a file.
  init(content: String) { (description, isContent) = (content, true) }

  /// Creates an error in words of our own.
  init(description: String) { (self.description, isContent) = (description, false) }

  /// The error of a system call.
  init(_ error: SystemError) { (description, isContent) = (error.description, false) }
}

/// The bytes of an open file; closed with its last reference.
///
/// What is packed by gzip, bzip2 or in a ZIP archive is unpacked as it is read, by its first bytes and not by its name.
package final class FileBytes: ByteSource {
  private var descriptor: CInt
  /// What was read to see what the file is, and not given yet.
  private var beginning: ArraySlice<UInt8> = []
  private var unpacker: Unpacker?
  /// What belongs to the file that is read of an archive, and was not read yet.
  private var others: ArraySlice<ZIPMember> = []

  /// Opens the file at `path` for reading; `-` is standard input.
  package init(path: String) throws(FileError) {
    let real: String
    do throws(SystemError) { real = try StandardInput.resolve(path) } catch { throw FileError(error) }
    descriptor = open(real, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current() }
    try lookInside(path)
  }

  deinit { close(descriptor) }

  /// Whether a file is packed, and would have to be packed again to be changed.
  package static func isPacked(_ path: String) -> Bool { (try? FileBytes(path: path))?.unpacker != nil }

  /// Finds out whether the file is packed.
  private func lookInside(_ path: String) throws(FileError) {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while beginning.count < 4 {
      // What cannot be read is told when it is asked for, as of a folder.
      guard let count = try? SystemIO.read(descriptor, into: &chunk), count > 0 else { return }
      beginning += chunk[..<count]
    }
    guard let packing = Unpacker.Packing(beginning: beginning) else { return }
    guard packing == .zip else { return unpacker = try Unpacker(packing) }
    if lseek(descriptor, 0, SEEK_CUR) < 0 { try keep() }
    others = try ZIPArchive(descriptor).members(of: path)[...]
    beginning = []
    _ = try goOn()
  }

  /// Goes on with the next file of an archive that belongs to the one that was read, as the parking places and stages of
  /// a pocket query; says whether there is one.
  func goOn() throws(FileError) -> Bool {
    guard let member = others.popFirst() else { return false }
    guard lseek(descriptor, off_t(member.offset), SEEK_SET) >= 0 else { throw .current() }
    unpacker = try Unpacker(member)
    return true
  }

  /// Makes a file of a pipe.
  private func keep() throws(FileError) {
    do throws(SystemError) {
      let file = try StandardInput.kept(beginning, from: descriptor)
      close(descriptor)
      descriptor = file
    } catch { throw FileError(error) }
  }

  /// Reads the next bytes of the file, also after a signal.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard let unpacker else { return try readPlain(into: buffer) }
    return try unpacker.read(into: buffer) { (input) throws(FileError) in try readPlain(into: input) }
  }

  private func readPlain(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard beginning.isEmpty else {
      let count = min(buffer.count, beginning.count)
      buffer.copyBytes(from: beginning.prefix(count))
      beginning.removeFirst(count)
      return count
    }
    do throws(SystemError) { return try SystemIO.read(descriptor, into: buffer) } catch { throw FileError(error) }
  }

  /// The first bytes of a file, at most `count`; fewer of one that is packed and cut.
  package static func beginning(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let file = try FileBytes(path: path)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count), alignment: 16)
    defer { bytes.deallocate() }
    var filled = 0
    while filled < count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled..<count])
      let more: Int
      do { more = try file.read(into: rest) } catch {
        guard error == .cut, filled > 0 else { throw error }
        break
      }
      guard more > 0 else { break }
      filled += more
    }
    return Array(bytes[..<filled])
  }

  /// The whole file, or an error when it is larger than `limit` bytes.
  package static func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = try FileBytes(path: path)
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { throw .current() }
    // The size is a hint only: a pipe has none, a log may grow while it is read, and a packed file is larger.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(limit, max(0, Int(status.st_size))) + 1)
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = try file.read(into: chunk)
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { throw FileError(content: "larger than \(limit >> 20) MiB") }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}

/// Files that are written wholly or not at all: a new file beside the old one, made safe, then given its name.
package enum AtomicFile {
  /// Writes the bytes to the file at `path`.
  ///
  /// A file that is there keeps its permissions; a symbolic link keeps pointing to it. After an error the file is as
  /// it was before.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let target = resolved(path)
    let mode = try permissions(of: target)
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "./"
    let (descriptor, temporary) = try create(in: folder)
    do throws(FileError) {
      defer { close(descriptor) }
      if let mode, fchmod(descriptor, mode) != 0 { throw .current() }
      do throws(SystemError) { try SystemIO.write(bytes, to: descriptor) } catch { throw FileError(error) }
      // Before it takes the name: a name without its bytes is what a power cut leaves otherwise.
      guard fsync(descriptor) == 0 else { throw .current() }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      let error = FileError.current()
      unlink(temporary)
      throw error
    }
    synchronise(folder)
  }

  /// Links that lead to one another, as many as the system follows.
  private static let longestChain = 40

  /// Resolves the links of a path, even if the file that they lead to does not exist yet.
  private static func resolved(_ path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var path = path
    for _ in 0..<longestChain {
      guard let next = destination(of: path) else { return path }
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = next.hasPrefix("/") ? next : folder + next
    }
    return path
  }

  /// The target of a symbolic link; `nil` if there is none.
  private static func destination(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// The permissions of an ordinary file, or `nil` if there is none.
  ///
  /// Throws if it is something else, to protect it.
  private static func permissions(of path: String) throws(FileError) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .current() }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(description: "not an ordinary file") }
    return status.st_mode & 0o7777
  }

  /// Creates a new file with an unused name.
  private static func create(in folder: String) throws(FileError) -> (descriptor: CInt, path: String) {
    for number in 0..<1000 {
      let path = "\(folder).trove-\(getpid())-\(number)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, path) }
      guard errno == EEXIST || errno == EINTR else { throw .current() }
    }
    throw .current()
  }

  /// Makes the name safe too, where that is possible: a folder that may be written to need not be readable.
  ///
  /// The file is written by now; to tell of an error would say that it is not.
  private static func synchronise(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
