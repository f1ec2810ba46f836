internal import Glibc

/// Files without a name in the folder for temporary files, which are gone when they are closed.
package enum NamelessFile {
  /// Makes an empty one; returns its descriptor.
  package static func open() throws(SystemError) -> CInt {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = (folder + "/trove-input-XXXXXX").utf8CString
    let file = path.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
    guard file >= 0 else { throw .last }
    path.withUnsafeBufferPointer { _ = $0.baseAddress.map { unlink($0) } }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  /// The path of an open file, by which it is opened anew.
  package static func path(of descriptor: CInt) -> String { "/proc/\(getpid())/fd/\(descriptor)" }
}
