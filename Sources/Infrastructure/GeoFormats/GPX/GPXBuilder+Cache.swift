/// A geocache whose element has begun.
struct PendingCache {
  var listing: Geocache
  /// The short description, which the file may write behind the long one.
  var summary: [String] = []
  /// Whether the description that has begun is said to be HTML.
  var isHTML = false
  /// Entries of the log book beyond those that are kept.
  var surplusLogs = 0

  /// The listing, when all of the element is read.
  var finished: Geocache {
    var listing = listing
    listing.description = summary + listing.description
    return listing
  }
}

/// The elements of Groundspeak's extension whose text counts.
enum CacheField: String {
  case name, owner, type, container, difficulty, terrain
  case placedBy = "placed_by"
  case summary = "short_description"
  case description = "long_description"
  case hint = "encoded_hints"
  case logDate = "date"
  case logKind
  case logFinder = "finder"
  case logText = "text"

  /// The field that a child element of `parent` holds, if its text counts.
  init?(_ name: String, in parent: GPXPlace) {
    switch (parent, name) {
    case (.cacheLog, "type"): self = .logKind
    case (.cacheLog, "date"), (.cacheLog, "finder"), (.cacheLog, "text"): self.init(rawValue: name)
    case (.cache, "date"), (.cache, "finder"), (.cache, "text"), (.cache, "logKind"): return nil
    case (.cache, _): self.init(rawValue: name)
    default: return nil
    }
  }

  /// The element as the file writes it.
  var element: String { self == .logKind ? "type" : rawValue }
}

/// Groundspeak's extension: read inside waypoints only, in its own namespaces.
extension GPXBuilder {
  /// What an element is to a geocache; nothing for all that is no part of one.
  mutating func cacheChild(_ name: ElementName, in place: GPXPlace, parent: GPXPlace?) -> GPXPlace? {
    switch place {
    // GPX 1.0 has extensions in the waypoint itself.
    case .waypoint: break
    case .extensions: guard parent == .waypoint else { return nil }
    case .cache, .cacheLogs, .cacheLog: break
    default: return nil
    }
    guard names.isGroundspeak(name) else { return nil }
    switch (place, name.local) {
    // A second listing of one place would be another cache's.
    case (.waypoint, "cache"), (.extensions, "cache"): return point.cache == nil ? .cache : nil
    case (.cache, "logs"): return .cacheLogs
    case (.cacheLogs, "log"): return hasRoomForLog() ? .cacheLog : nil
    default: break
    }
    guard let field = CacheField(name.local, in: place) else { return nil }
    cacheField = field
    return .cacheField
  }

  mutating func startCache(_ attributes: XMLAttributes, line: Int) {
    var listing = Geocache(line: line)
    listing.isAvailable = flag(attributes["available"]) ?? true
    listing.isArchived = flag(attributes["archived"]) ?? false
    point.cache = PendingCache(listing: listing)
  }

  mutating func startCacheLog() { point.cache?.listing.logs.append(Geocache.Log()) }

  mutating func startCacheField(_ attributes: XMLAttributes) {
    let isHTML = flag(attributes["html"]) ?? false
    point.cache?.isHTML = isHTML
  }

  private mutating func hasRoomForLog() -> Bool {
    guard var cache = point.cache else { return false }
    if cache.listing.logs.count < Geocache.logLimit { return true }
    cache.surplusLogs += 1
    if cache.surplusLogs == 1 {
      log.add(
        .warning, line: cache.listing.line, "more than \(Geocache.logLimit) logs of one cache: the others are left out")
    }
    point.cache = cache
    return false
  }

  /// `True` and `False` as Groundspeak writes them, in any case, and the other spellings of XML Schema.
  private func flag(_ raw: UnsafeBufferPointer<UInt8>?) -> Bool? {
    switch raw.map({ String(decoding: trimmed($0).prefix(8), as: UTF8.self).lowercased() }) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  // MARK: - Fields

  /// An element of the extension ends: its text becomes a value, or a complaint.
  mutating func finishCacheField() {
    guard point.position != nil, var cache = point.cache else { return }
    // Taken out while it changes, so that nothing is copied.
    point.cache = nil
    defer { point.cache = cache }
    switch cacheField {
    case .name: cache.listing.name = cacheWords(SafeText.nameLimit)
    case .owner: cache.listing.owner = cache.listing.owner ?? cacheWords(SafeText.nameLimit)
    // As the owner wants to be called.
    case .placedBy: cache.listing.owner = cacheWords(SafeText.nameLimit) ?? cache.listing.owner
    case .type: cache.listing.type = cacheWords(SafeText.nameLimit)
    case .container: cache.listing.container = cacheWords(SafeText.nameLimit)
    case .difficulty: cache.listing.difficulty = rating()
    case .terrain: cache.listing.terrain = rating()
    case .summary: cache.summary = paragraphs(isHTML: cache.isHTML)
    case .description: cache.listing.description = paragraphs(isHTML: cache.isHTML)
    case .hint: cache.listing.hint = line()
    case .logDate, .logKind, .logFinder, .logText: finishLogField(&cache.listing.logs)
    }
  }

  private mutating func finishLogField(_ logs: inout [Geocache.Log]) {
    guard !logs.isEmpty else { return }
    let last = logs.count - 1
    switch cacheField {
    case .logDate: logs[last].time = date()
    case .logKind: logs[last].kind = cacheWords(SafeText.nameLimit)
    case .logFinder: logs[last].finder = cacheWords(SafeText.nameLimit)
    default: logs[last].text = line() ?? ""
    }
  }

  private mutating func cacheWords(_ limit: Int) -> String? {
    let (words, isShortened) = SafeText.cleaned(utf8: text, limit: limit)
    if isShortened || isTextCut { complain("is too long: shortened") }
    return words.isEmpty ? nil : words
  }

  private mutating func paragraphs(isHTML: Bool) -> [String] {
    let (paragraphs, isShortened) = PlainHTML.read(text, isHTML: isHTML)
    if isShortened || isTextCut { complain("is too long: shortened") }
    return paragraphs
  }

  /// Lines and marks of HTML made one line: hints and logs have no other form.
  private mutating func line() -> String? {
    let line = paragraphs(isHTML: false).joined(separator: " ")
    return line.isEmpty ? nil : line
  }

  private mutating func rating() -> Double? {
    let number = text.withUnsafeBufferPointer { DecimalNumber.read(trimmed($0)) }
    if let number, Geocache.rating.contains(number) { return number }
    drop("is not 1 to 5")
    return nil
  }

  private mutating func date() -> Int64? {
    let time = text.withUnsafeBufferPointer { ISOTime.milliseconds(trimmed($0)) }
    if time == nil { drop("is no time of the years 1 to 9999") }
    return time
  }

  private mutating func drop(_ fault: String) { complain("\(SafeText.quoted(utf8: text)) \(fault): dropped") }

  private mutating func complain(_ fault: String) {
    log.add(.warning, line: fieldLine, "<groundspeak:\(cacheField.element)> \(fault)")
  }
}
