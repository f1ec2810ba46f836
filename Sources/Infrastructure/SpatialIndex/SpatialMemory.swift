internal import CSpatialKernel
internal import Glibc

/// Pages of memory with an index in them, their own or a file's, until the last copy of the index is gone.
///
/// Immutable after `init`, so any thread may read.
final class SpatialMemory: @unchecked Sendable {
  private let pages: UnsafeMutableRawPointer
  private let size: Int
  /// The view of the index for the C kernel; valid as long as this object.
  let view: UnsafeMutablePointer<trove_spatial_view>

  /// Takes over pages that lie in memory; the index begins at `offset`, to be set up by ``open(at:)``.
  private init(pages: UnsafeMutableRawPointer, size: Int) {
    (self.pages, self.size) = (pages, size)
    view = .allocate(capacity: 1)
    view.initialize(to: trove_spatial_view())
  }

  deinit {
    munmap(pages, size)
    view.deallocate()
  }

  /// Makes pages for an index of `size` bytes; `fill` has to write one, and says whether it could.
  ///
  /// Throws: what is wrong with what was written.
  static func filled(
    size: Int, _ fill: (UnsafeMutableRawPointer) -> Bool
  ) throws(SpatialIndexError) -> SpatialMemory {
    guard size > 0 else { throw .tooShort }
    let pages = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED else { throw .current() }
    // Queries leap: with large pages fewer of the leaps need a table of pages. Without them it works as well.
    if size >= 4 << 20 { madvise(pages, size, MADV_HUGEPAGE) }
    let memory = SpatialMemory(pages: pages, size: size)
    guard fill(pages) else { throw .unreadable("there is no memory for it") }
    try memory.open(at: 0)
    return memory
  }

  /// Maps the file at `path`, in which the index takes everything from `offset` on.
  static func mapped(path: String, from offset: Int) throws(SpatialIndexError) -> SpatialMemory {
    // Not waiting: a pipe would never open.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .current() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .current() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("it is no ordinary file") }
    let size = Int(status.st_size)
    guard offset >= 0, offset.isMultiple(of: 8), offset < size else { throw .tooShort }
    let pages = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let pages, pages != MAP_FAILED else { throw .current() }
    let memory = SpatialMemory(pages: pages, size: size)
    try memory.open(at: offset)
    return memory
  }

  private func open(at offset: Int) throws(SpatialIndexError) {
    if let error = SpatialIndexError(trove_spatial_open(pages + offset, size - offset, view)) { throw error }
  }

  /// The bytes of the index.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(UnsafeRawBufferPointer(start: view.pointee.base, count: view.pointee.size)) }
  }

  /// All pages.
  func withFile<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(UnsafeRawBufferPointer(start: pages, count: size)) }
  }

  /// Calls `body` with the view of the index for the C kernel; it is valid only during the call.
  @inline(__always)
  func withView<Result>(_ body: (UnsafePointer<trove_spatial_view>) -> Result) -> Result {
    withExtendedLifetime(self) { body(UnsafePointer(view)) }
  }
}

extension SpatialIndexError {
  /// Creates the error for the current `errno`.
  fileprivate static func current() -> SpatialIndexError { .unreadable(String(cString: strerror(errno))) }
}
