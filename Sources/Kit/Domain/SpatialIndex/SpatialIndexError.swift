internal import CSpatialKernel

/// Why bytes are not an index that can be used.
package enum SpatialIndexError: Error, Hashable, CustomStringConvertible {
  /// They end within the header.
  case tooShort
  /// They are something else.
  case otherFormat
  /// They are an index as another version of the program makes it.
  case otherVersion
  /// The header is not as it was written.
  case damaged
  /// They are fewer or more than the header says.
  case wrongSize
  /// There is no memory for it.
  case noMemory

  package var description: String {
    switch self {
    case .tooShort: "not a spatial index: it is shorter than the header of one"
    case .otherFormat: "not a spatial index"
    case .otherVersion: "a spatial index of another version; make it anew"
    case .damaged: "a damaged spatial index: its header has changed; make it anew"
    case .wrongSize: "a damaged spatial index: it is not as long as it says; make it anew"
    case .noMemory: "there is no memory for a spatial index"
    }
  }

  init?(_ state: trove_spatial_state) {
    switch state {
    case trove_spatial_sound: return nil
    case trove_spatial_too_short: self = .tooShort
    case trove_spatial_other_format: self = .otherFormat
    case trove_spatial_other_version: self = .otherVersion
    case trove_spatial_wrong_size: self = .wrongSize
    default: self = .damaged
    }
  }
}
