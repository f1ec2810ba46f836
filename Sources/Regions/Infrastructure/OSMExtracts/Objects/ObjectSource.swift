internal import Glibc
internal import SystemKit

/// A file of OpenStreetMap that was checked to its end, in whichever format.
enum ObjectSource {
  case pbf(PBFSource)
  case xml(XMLSource)

  /// Opens the file at `path` and checks all of it.
  ///
  /// - Parameter progress: Told the bytes checked and those of the file; says whether to go on.
  init(path: String, progress: (Int, Int) -> Bool) throws(OSMFault) {
    let path = StandardInput.path(path)
    switch try Packing(path: path) {
    case .pbf: self = .pbf(try PBFSource(path: path, progress: progress))
    case .xml: self = .xml(try XMLSource(path: path, packing: "", progress: progress))
    case .gzip: self = .xml(try XMLSource(path: path, packing: ".gz", progress: progress))
    case .bzip2: self = .xml(try XMLSource(path: path, packing: ".bz2", progress: progress))
    }
  }

  var size: Int {
    switch self {
    case .pbf(let source): source.size
    case .xml(let source): source.size
    }
  }

  /// The box that the file says it was cut along; `nil` if it says none, as XML.
  var box: FixedBox? {
    switch self {
    case .pbf(let source): source.box
    case .xml: nil
    }
  }

  /// Whether an object of a PBF file has a negative number.
  var hasNegativeNumbers: Bool {
    switch self {
    case .pbf(let source): source.hasNegativeNumbers
    case .xml: false
    }
  }

  /// Whether nodes come before ways, and those before relations.
  var isSorted: Bool {
    switch self {
    case .pbf(let source): source.isSorted
    case .xml(let source): source.isSorted
    }
  }

  var warnings: OSMWarnings {
    switch self {
    case .pbf(let source): source.warnings
    case .xml(let source): source.warnings
    }
  }

  /// Gives every object whose kind is in `kinds`, in the order of the file, with the bytes of the file before it, until `visit` says to stop.
  func visit(_ kinds: Set<OSMKind>, _ visit: (OSMObject, Int) -> Bool) throws(OSMFault) {
    let bits = kinds.reduce(UInt8(0)) { $0 | 1 << $1.rawValue }
    switch self {
    case .pbf(let source): try source.visit(bits, visit)
    case .xml(let source): try source.visit(bits, visit)
    }
  }
}
