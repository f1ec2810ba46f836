/// Exact sums over the points that a reader found in a track.
struct TrackSums: Hashable {
  var count = 0
  /// Ten-millionths of a degree.
  var latitude: Int64 = 0
  /// Ten-millionths of a degree.
  var longitude: Int64 = 0
  /// Tenths of a metre.
  var elevation: Int64 = 0
  /// Seconds since 1970.
  var time: Int64 = 0

  /// Whether `other` is the same as far as a sum of rounded numbers can tell: a thousandth of a degree in all.
  func agrees(with other: TrackSums) -> Bool {
    count == other.count && abs(latitude - other.latitude) <= 10_000 && abs(longitude - other.longitude) <= 10_000
      && abs(elevation - other.elevation) <= 1 && time == other.time
  }
}
