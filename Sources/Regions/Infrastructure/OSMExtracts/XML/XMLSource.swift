internal import COsmium
internal import Glibc
internal import SystemKit

/// An OSM XML file that was looked through to its end, and gives its objects as often as they are asked for.
struct XMLSource {
  /// A path that libosmium takes for no address of the net.
  let path: String
  /// The format in libosmium's words.
  let format: String
  /// Bytes of the file, as it is packed.
  let size: Int
  let isSorted: Bool
  let warnings: OSMWarnings
  private let deleted: Set<OSMDeletion>
  /// What is read in place of the file; `nil` if the file itself is.
  private let copy: BlankedCopy?

  /// Looks through the file at `path`; `progress` is told the bytes done and those of the file, and says whether to go on.
  init(path: String, packing: String, progress: (Int, Int) -> Bool) throws(OSMFault) {
    // A colon in a relative path would make libosmium start another program that fetches it.
    let path = path.hasPrefix("/") ? path : "./" + path
    let format = "osm" + packing
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system() }
    let size = Int(status.st_size)
    var scanner = XMLScanner()
    var fault: OSMFault?
    let outcome = Scan.run(path: path, format: format) { bytes, position in
      do throws(OSMFault) { try scanner.take(bytes) } catch { fault = error }
      if fault == nil, !progress(position, size) { fault = OSMFault(.cancelled, .line(scanner.line)) }
      return fault == nil
    }
    if let fault { throw fault }
    if case .failed(let words, _) = outcome { throw OSMFault(.notRead(words), .line(scanner.line)) }
    try scanner.end()
    self.size = size
    (isSorted, warnings) = (scanner.guardian.isSorted, scanner.guardian.warnings)
    deleted = scanner.guardian.deleted
    copy = try scanner.documentType.map { type throws(OSMFault) in
      try BlankedCopy(of: path, format: format, without: type)
    }
    (self.path, self.format) = copy.map { ($0.path, "osm") } ?? (path, format)
  }

  /// Gives every object whose kind has its bit in `kinds`, in the order of the file.
  ///
  /// - Parameter visit: Takes an object and how many bytes of the file have been read; says whether to go on.
  func visit(_ kinds: UInt8, _ visit: (OSMObject, Int) -> Bool) throws(OSMFault) {
    let outcome = Delivery.run(
      visit: { object, position in isDeleted(object.kind, object.id) || visit(object, position) }
    ) { visitor, context, failure in
      trove_osm_read_file(path, format, UInt32(kinds), visitor, context, failure)
    }
    switch outcome {
    case .end: break
    case .stopped: throw OSMFault(.cancelled, .line(1))
    case .failed(let words, let line): throw OSMFault(.notRead(words), .line(max(1, line)))
    }
  }
}

extension XMLSource {
  /// Whether an object is marked as deleted.
  func isDeleted(_ kind: OSMKind, _ id: Int64) -> Bool {
    !deleted.isEmpty && deleted.contains(OSMDeletion(kind: kind, id: id))
  }
}

/// A copy of an XML file, unpacked, with blanks in place of its document type: lines stay where they are.
///
/// libosmium refuses a file that declares an entity, and its parser takes defaults of attributes from a document type.
private final class BlankedCopy {
  private static let largest = 1 << 30

  private let descriptor: CInt
  var path: String { NamelessFile.path(of: descriptor) }

  init(of path: String, format: String, without documentType: Range<Int>) throws(OSMFault) {
    do throws(SystemError) { descriptor = try NamelessFile.open() } catch {
      throw OSMFault(.unreadable(error.description), .line(1))
    }
    let descriptor = descriptor
    var (offset, fault) = (0, OSMFault?.none)
    let outcome = Scan.run(path: path, format: format) { bytes, _ in
      var bytes = Array(bytes)
      let blanks = documentType.clamped(to: offset..<offset + bytes.count)
      for index in blanks where bytes[index - offset] != 0x0A { bytes[index - offset] = 0x20 }
      offset += bytes.count
      if offset > Self.largest {
        fault = OSMFault(.tooLarge("more than 1 GiB, unpacked, with a DOCTYPE"), .line(1))
      } else {
        do throws(SystemError) { try SystemIO.write(bytes, to: descriptor) } catch {
          fault = OSMFault(.unreadable(error.description), .line(1))
        }
      }
      return fault == nil
    }
    if let fault { throw fault }
    if case .failed(let words, _) = outcome { throw OSMFault(.notRead(words), .line(1)) }
  }

  deinit { close(descriptor) }
}

/// A Swift closure as a C scanner.
enum Scan {
  typealias Take = (UnsafeBufferPointer<UInt8>, Int) -> Bool

  /// Gives the unpacked bytes of a file to `take`, which says whether to go on.
  static func run(path: String, format: String, take: Take) -> Delivery.Outcome {
    withoutActuallyEscaping(take) { take in
      var context = take
      return withUnsafeMutablePointer(to: &context) { context in
        Delivery.outcome { trove_osm_scan(path, format, scanner, UnsafeMutableRawPointer(context), $0) }
      }
    }
  }

  private static let scanner: trove_osm_scanner = { context, bytes, count, position in
    guard let context else { return 0 }
    let take = context.assumingMemoryBound(to: Take.self).pointee
    return take(UnsafeBufferPointer(start: bytes, count: count), Int(clamping: position)) ? 1 : 0
  }
}
