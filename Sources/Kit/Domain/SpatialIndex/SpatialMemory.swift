internal import CSpatialKernel
internal import Glibc

/// The memory with an index in it, until the last copy of the index is gone.
///
/// Immutable after `init`, but for what is brought into it by and by, so any thread may read.
final class SpatialMemory: @unchecked Sendable {
  /// Pages of its own, to be given back; `nil` for the memory of others.
  private let pages: UnsafeMutableRawBufferPointer?
  /// Brings bytes into the memory of others, and keeps it.
  private let need: (@Sendable (Int, Int) -> Void)?
  /// The view of the index for the C kernel; valid as long as this object.
  private let view: UnsafeMutablePointer<trove_spatial_view>

  private init(pages: UnsafeMutableRawBufferPointer?, need: (@Sendable (Int, Int) -> Void)?) {
    (self.pages, self.need) = (pages, need)
    view = .allocate(capacity: 1)
    view.initialize(to: trove_spatial_view())
  }

  deinit {
    if let pages { munmap(pages.baseAddress, pages.count) }
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
    guard let pages, pages != MAP_FAILED else { throw .noMemory }
    // Queries leap: with large pages fewer of the leaps need a table of pages. Without them it works as well.
    if size >= 4 << 20 { madvise(pages, size, MADV_HUGEPAGE) }
    let memory = SpatialMemory(pages: UnsafeMutableRawBufferPointer(start: pages, count: size), need: nil)
    guard fill(pages) else { throw .noMemory }
    try memory.open(UnsafeRawBufferPointer(start: pages, count: size))
    return memory
  }

  /// Uses the memory of others, which `need` keeps, and into which it brings what is to be read.
  convenience init(
    _ bytes: UnsafeRawBufferPointer, need: @escaping @Sendable (Int, Int) -> Void
  ) throws(SpatialIndexError) {
    self.init(pages: nil, need: need)
    need(0, min(bytes.count, Int(TROVE_SPATIAL_HEADER)))
    try open(bytes)
    view.pointee.context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    view.pointee.load = { context, offset, count in
      guard let context else { return }
      Unmanaged<SpatialMemory>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.need?(offset, count) }
    }
  }

  private func open(_ bytes: UnsafeRawBufferPointer) throws(SpatialIndexError) {
    if let error = SpatialIndexError(trove_spatial_open(bytes.baseAddress, bytes.count, view)) { throw error }
  }

  /// The bytes of the index.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    need?(0, view.pointee.size)
    return withExtendedLifetime(self) {
      body(UnsafeRawBufferPointer(start: view.pointee.base, count: view.pointee.size))
    }
  }

  /// Calls `body` with the view of the index for the C kernel; it is valid only during the call.
  @inline(__always)
  func withView<Result>(_ body: (UnsafePointer<trove_spatial_view>) -> Result) -> Result {
    withExtendedLifetime(self) { body(UnsafePointer(view)) }
  }
}
