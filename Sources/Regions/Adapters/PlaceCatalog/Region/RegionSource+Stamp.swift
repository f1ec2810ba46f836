extension RegionSource {
  /// Describes the file at `path` before it is imported; reads it once to compute its hash.
  ///
  /// Throws: if it cannot be read, or is a file that cannot be read twice.
  init(path: String) throws(CatalogProblem) {
    let shown = PlaceText.clean(path)
    guard let stamp = FileStamp(path) else {
      throw CatalogProblem(.missing, "\(shown) is not there, or is no ordinary file.")
    }
    let format = try SourceFormat(path: path)
    guard let file = ReadFile(path), let hash = file.hash() else {
      throw CatalogProblem(.missing, "\(shown) cannot be read.")
    }
    self.init(
      path: shown, format: format, size: stamp.size, modified: stamp.modified,
      hash: String(hash, radix: 16), count: 0)
  }
}
