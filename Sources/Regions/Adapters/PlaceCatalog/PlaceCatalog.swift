package import Geodesy

/// The regions that were imported, in one folder.
///
/// ```swift
/// let catalog = PlaceCatalog(folder: CatalogFolder("/home/me/.local/share/trove/places"))
/// let summary = try catalog.importer(files: ["helsinki.osm.pbf"]).run(now: now)
/// let hits = try await catalog.open(summary.region.name).search("kahvi", near: here)
/// ```
package struct PlaceCatalog: Sendable {
  /// The folder of the regions.
  package let folder: CatalogFolder
  /// Languages in which places are named where they have a name in one of them, the dearest first: `de`, `zh-Hant`.
  package let languages: [String]

  /// The catalog in a folder, which need not be there.
  package init(folder: CatalogFolder, languages: [String] = []) { (self.folder, self.languages) = (folder, languages) }

  /// A region that is there, or why it cannot be used.
  package struct Entry: Sendable {
    /// The region's name.
    package let name: RegionName
    /// The summary of the region, or why it cannot be read.
    package let state: Result<RegionSummary, CatalogProblem>
    /// Bytes that it takes on the disk.
    package let size: Int64
    /// The path of its map; `nil` if it has none.
    package let map: String?
  }

  /// All regions, by name.
  ///
  /// Throws: if the folder exists and cannot be read.
  package func regions() throws(CatalogProblem) -> [Entry] {
    try folder.regions().map { name in
      let state = Result { () throws(CatalogProblem) in try RegionFile(name, in: folder).summary }
      let files = [folder.database(name), folder.index(name), folder.map(name)]
      return Entry(
        name: name, state: state, size: files.reduce(0) { $0 + (FileStamp($1)?.size ?? 0) }, map: map(of: name))
    }
  }

  /// Whether there is a region of this name.
  package func has(_ region: RegionName) -> Bool { folder.has(region) }

  /// The path of a region's map; `nil` if it has none.
  package func map(of region: RegionName) -> String? {
    has(region) && FileStamp(folder.map(region)) != nil ? folder.map(region) : nil
  }

  /// Opens a region.
  ///
  /// Throws: where there is none, or it cannot be used.
  package func open(_ region: RegionName) throws(CatalogProblem) -> CatalogRegion {
    try CatalogRegion(region, in: folder, languages: languages)
  }

  /// The import of files into a region; without a name its name is that of the first file.
  ///
  /// - Parameter boot: the boot id, so that a staging file from before a power cut is not trusted; `nil` reads it from
  ///   the system.
  ///
  /// Throws: if no name is given and the files suggest none.
  package func importer(
    files: [String], name: RegionName? = nil, only selection: PlaceSelection = .usual, boot: String? = nil
  ) throws(CatalogProblem) -> PlaceImport {
    guard let region = name ?? files.first.flatMap({ RegionName(file: $0) }) else {
      throw CatalogProblem(.usage, "The name of the first file gives the region no name: say one with --name.")
    }
    return PlaceImport(region, files, selection, in: folder, boot: boot ?? MachineStart.name)
  }

  /// Removes a region and the remains of its imports.
  ///
  /// Programs that have it open keep working with it.
  ///
  /// Throws: if there is none, an import of it is running, or the folder cannot be written.
  package func forget(_ region: RegionName) throws(CatalogProblem) {
    guard folder.has(region) else { throw CatalogProblem(missing: region, in: folder) }
    guard let lock = try RegionLock(region, in: folder) else {
      throw CatalogProblem(.busy, CatalogProblem.importElsewhere(region))
    }
    defer { withExtendedLifetime(lock) {} }
    CatalogFolder.remove(folder.database(region))
    CatalogFolder.remove(folder.index(region))
    CatalogFolder.remove(folder.map(region))
    folder.clean(region, all: true)
    if folder.has(region) {
      throw CatalogProblem(.unwritable, "The region \(region) cannot be removed: \(folder.path) cannot be written.")
    }
  }

  /// Searches some regions, or all, the best match first; see ``CatalogRegion/search(_:near:_:limit:)``.
  ///
  /// Throws: if one of them cannot be used.
  package func search(
    _ text: String, in names: [RegionName] = [], near centre: Coordinate? = nil, _ filter: PlaceFilter = .all,
    limit: Int = 20
  ) async throws(CatalogProblem) -> [CatalogHit] {
    var hits: [CatalogHit] = []
    for name in names.isEmpty ? try folder.regions() : names {
      hits += try await open(name).search(text, near: centre, filter, limit: limit)
    }
    // Stable, so that within a region the order is its own.
    let order = hits.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    return order.prefix(max(0, limit)).map(\.element)
  }
}
