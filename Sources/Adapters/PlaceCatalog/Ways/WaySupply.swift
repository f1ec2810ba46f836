/// What a region has of the ways that people walk on.
package enum WaySupply: Hashable, Sendable {
  /// So many ways.
  case ways(Int)
  /// None: it was imported before regions kept ways.
  case tooOld
  /// None: what it was imported from has none. Only files of OpenStreetMap have.
  case none

  /// What the number in a region's file says, or that there is none.
  init(stored number: Int64?) {
    switch number {
    case nil: self = .tooOld
    case let number? where number > 0: self = .ways(Int(clamping: number))
    default: self = .none
    }
  }

  /// How many ways there are.
  package var count: Int { if case .ways(let count) = self { count } else { 0 } }

  /// What there is to say of it to somebody who wants to walk there; nothing where there are ways.
  package func note(_ region: RegionName) -> String? {
    switch self {
    case .ways: nil
    case .tooOld: "The region \(region) was imported without its streets. Import it again to have them."
    case .none: "The region \(region) has no streets: only OpenStreetMap's own files (PBF, XML) bring them."
    }
  }
}
