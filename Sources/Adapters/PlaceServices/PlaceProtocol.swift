internal import Geodesy
internal import HuntDomain

/// Seam: how a kind of service is asked for the places of one cell.
protocol PlaceProtocol: Sendable {
  /// Who is asked, for messages.
  var place: String { get }
  /// The largest radius in metres that it is asked for.
  var widest: Double { get }

  /// The places of a cell; all there are for no cell.
  ///
  /// Throws: when nothing at all is to be had.
  func portion(of cell: GridCell?, through access: inout ServiceAccess) async throws(ServiceTrouble) -> PlacePortion
}

/// What a service says of one cell.
struct PlacePortion: Hashable, Sendable {
  var places: [PointOfInterest] = []
  /// Who has to be named; sanitised.
  var attribution: [String] = []
  /// Why this is not all.
  var trouble: String?
  /// Of its oldest page.
  var age: Duration?
}
