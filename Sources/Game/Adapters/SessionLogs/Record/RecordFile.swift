internal import Glibc
internal import SystemKit

/// The file of a record, open for writing: the one owner of its descriptor, its lock and the chain of its lines.
///
/// ``note(_:limit:)`` writes and does not wait for the disk; ``save(_:)`` does, outside of the lock, so that notes do
/// not wait for it either. What the disk has not confirmed is kept, and written again after an error: the system may
/// drop it then, and report success later.
final class RecordFile: Sendable {
  /// What a line begins with that holds hunt events, and one that tells where the last of them is.
  static let events = Array(#"{"events":"#.utf8), pointer = Array(#"{"latest":"#.utf8)

  /// Bytes between two lines that tell where the last hunt events are.
  private static let stride = 32 << 10
  /// Bytes that may wait for the disk.
  private static let mostWaiting = 4 << 20

  /// The line that tells where the last hunt events are.
  struct Pointer: Codable {
    /// The offset of their line; -1 without any.
    var latest: Int
  }

  private struct State {
    var tail: RecordTail
    /// The end of the last line from which the last hunt events are found.
    var pointed: Int
    /// What is not confirmed by the disk, and whether it may have dropped it.
    var waiting: [UInt8] = []
    var isSuspect = false
  }

  /// The path of the file when it was opened.
  let path: String
  private let descriptor: CInt
  private let keepsWaiting: Bool
  private let state: Guarded<State>

  /// Takes over the descriptor of a file, of which `tail` was read; cuts off what follows the last whole line.
  ///
  /// - Parameter isSaved: whether ``save(_:)`` is to be used.
  init(_ descriptor: CInt, path: String, tail: RecordTail, isSaved: Bool) {
    (self.descriptor, self.path, keepsWaiting) = (descriptor, path, isSaved)
    state = Guarded(State(tail: tail, pointed: tail.end))
    ftruncate(descriptor, off_t(tail.end))
  }

  deinit { close(descriptor) }

  /// Makes a new file; the lock on it lasts as long as it is open.
  static func make(_ path: String, isSaved: Bool) throws(SystemError) -> RecordFile {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    return RecordFile(descriptor, path: path, tail: RecordTail(), isSaved: isSaved)
  }

  /// Whether it still is the file that has its name.
  var isInPlace: Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino
      && own.st_dev == named.st_dev
  }

  /// The offset of the last hunt events; -1 without any.
  var latest: Int { state.withLock { $0.tail.latest } }

  /// Writes a line, without waiting for the disk; after an error the file is as before.
  ///
  /// - Parameter limit: the bytes that the file may have.
  func note(_ object: [UInt8], limit: Int = .max) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      try put(object, &state, limit: limit)
      guard keepsWaiting, state.tail.end - state.pointed > Self.stride else { return }
      guard let pointer = RecordJSON.object(of: Pointer(latest: state.tail.latest)) else { return }
      try put(pointer, &state)
      state.pointed = state.tail.end
      guard state.waiting.count > Self.mostWaiting else { return }
      guard fsync(descriptor) == 0 else {
        state.isSuspect = true
        throw .last
      }
      state.waiting = []
    }
  }

  /// Writes a line of hunt events; when this returns, it and all before it are on the disk.
  func save(_ object: [UInt8]) throws(SystemError) {
    let (offset, tail) = try state.withLock { state throws(SystemError) in
      if state.isSuspect {
        try SystemIO.write(state.waiting, to: descriptor, at: state.tail.end - state.waiting.count)
      }
      let offset = state.tail.end
      try put(object, &state)
      return (offset, state.tail)
    }
    guard fsync(descriptor) == 0 else {
      let error = SystemError.last
      state.withLock { $0.isSuspect = true }
      throw error
    }
    state.withLock { state in
      state.waiting = state.waiting.suffix(state.tail.end - tail.end)
      state.isSuspect = false
      state.tail.latest = offset
      state.pointed = tail.end
    }
  }

  private func put(_ object: [UInt8], _ state: inout State, limit: Int = .max) throws(SystemError) {
    let (line, seal) = Seal.line(of: object, after: state.tail.seal)
    guard state.tail.end + line.count <= limit else { throw SystemError(code: EFBIG) }
    do throws(SystemError) { try SystemIO.write(line, to: descriptor, at: state.tail.end) } catch {
      // Where this fails as well, the next line is written over it.
      ftruncate(descriptor, off_t(state.tail.end))
      throw error
    }
    state.tail.end += line.count
    state.tail.seal = seal
    if keepsWaiting { state.waiting += line }
  }
}
