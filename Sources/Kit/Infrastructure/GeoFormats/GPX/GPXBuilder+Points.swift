internal import Geodesy

/// A point whose element has begun and not ended.
struct PendingPoint {
  /// The position; `nil` if the point is to be skipped.
  var position: Coordinate?
  var time: Int64?
  var elevation: Double?
  var speed: Double?
  var course: Double?
  var dilution: Double?
  var name: String?
  var comment: String?
  var description: String?
  var symbol: String?
  var type: String?
  var line = 0
  /// Whether its numbers are written with a comma for the point.
  var hasCommas = false
  /// The values of Groundspeak's extension, once it has begun.
  var cache: PendingCache?
}

extension GPXBuilder {
  /// Begins a point; without a valid position it is skipped to its end.
  mutating func startPoint(_ attributes: XMLAttributes, line: Int) {
    point = PendingPoint()
    point.line = line
    // A route that has points has no more names to come.
    if place == .routePoint { handOverTitle() }
    guard let latitude = angle("lat", limit: 90, attributes, line: line),
      let longitude = angle("lon", limit: 180, attributes, line: line)
    else { return }
    point.position = Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Reads a coordinate with a comma for its point, where neither has a point: in a list they would be separators.
  private mutating func angle(
    withComma bytes: UnsafeBufferPointer<UInt8>, of attributes: XMLAttributes, line: Int
  ) -> Double? {
    guard let latitude = attributes["lat"], let longitude = attributes["lon"],
      DecimalNumber.read(withComma: trimmed(latitude)) != nil, DecimalNumber.read(withComma: trimmed(longitude)) != nil
    else { return nil }
    point.hasCommas = true
    if !hasSaidCommas { log.add(.warning, line: line, "lat and lon are written with commas: read as decimal points") }
    hasSaidCommas = true
    return DecimalNumber.read(withComma: bytes)
  }

  private func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    point.hasCommas ? DecimalNumber.read(withComma: bytes) ?? DecimalNumber.read(bytes) : DecimalNumber.read(bytes)
  }

  private mutating func angle(_ name: StaticString, limit: Double, _ attributes: XMLAttributes, line: Int) -> Double? {
    guard let raw = attributes[name] else {
      log.add(.warning, line: line, "no \(name): point skipped")
      return nil
    }
    let bytes = trimmed(raw)
    guard let value = DecimalNumber.read(bytes) ?? angle(withComma: bytes, of: attributes, line: line) else {
      log.add(.warning, line: line, "\(name) \(SafeText.quoted(utf8: bytes)) is not a decimal number: point skipped")
      return nil
    }
    guard abs(value) <= limit else {
      log.add(.warning, line: line, "\(name) \(SafeText.quoted(utf8: bytes)) is out of range: point skipped")
      return nil
    }
    return value
  }

  /// A point ends: it is added, in its kind.
  mutating func finishPoint(_ kind: GPXPlace) {
    guard let position = point.position else { return }
    // The points of a route and waypoints tell when they were made, which is in no order.
    if kind == .trackPoint, let time = point.time { checkOrder(time) }
    let value = GPXPoint(
      position: position, startsSegment: kind != .waypoint && startsSegment, time: point.time,
      elevation: point.elevation, speed: point.speed, course: point.course, horizontalDilution: point.dilution,
      line: point.line)
    switch kind {
    case .waypoint:
      counts.waypoints += 1
      add(.waypoint(waypoint(value)))
    case .routePoint:
      counts.routePoints += 1
      add(.routePoint(waypoint(value)))
      startsSegment = false
    default:
      counts.trackPoints += 1
      batch.append(value)
      startsSegment = false
    }
  }

  private func waypoint(_ value: GPXPoint) -> GPXWaypoint {
    GPXWaypoint(
      point: value, name: point.name, comment: point.comment, description: point.description, symbol: point.symbol,
      type: point.type, cache: point.cache?.finished)
  }

  private mutating func checkOrder(_ time: Int64) {
    if let previousTime {
      if time < previousTime, startsSegment {
        log.add(.warning, line: point.line, "time runs backwards: the segment before ends later")
      } else if time - previousTime > limits.timeStep {
        log.add(.warning, line: point.line, "time leaps ahead by \((time - previousTime) / 86_400_000) days")
      }
    }
    previousTime = time
  }

  // MARK: - Fields

  /// An element with text ends: its text becomes a value, or a complaint.
  mutating func finishField() {
    if !place.isPoint, field == .name { return finishTitle() }
    guard point.position != nil else { return }
    switch field {
    case .name: point.name = words(limit: SafeText.nameLimit)
    case .comment: point.comment = words(limit: SafeText.proseLimit)
    case .description: point.description = words(limit: SafeText.proseLimit)
    case .symbol: point.symbol = words(limit: SafeText.nameLimit)
    case .type: point.type = words(limit: SafeText.nameLimit)
    case .time: point.time = time()
    case .elevation: point.elevation = number(in: limits.elevation)
    // Phones write -1 for "not known".
    case .speed: point.speed = number(in: -1...15_000).flatMap { $0 < 0 ? nil : $0 }
    case .course: point.course = number(in: -1...360).flatMap { $0 < 0 ? nil : $0 }
    case .dilution: point.dilution = number(in: 0...Double.greatestFiniteMagnitude)
    }
  }

  private mutating func finishTitle() {
    let name = words(limit: SafeText.nameLimit)
    if place == .route || place == .track { return title = name }
    if let name { add(.title(name)) }
  }

  private mutating func words(limit: Int) -> String? {
    let (words, isShortened) = SafeText.cleaned(utf8: text, limit: limit)
    if isShortened || isTextCut { log.add(.warning, line: fieldLine, "<\(field.element)> is too long: shortened") }
    return words.isEmpty ? nil : words
  }

  private mutating func number(in range: ClosedRange<Double>) -> Double? {
    guard let number = value("is no decimal number", decimal) else { return nil }
    guard range.contains(number) else {
      drop("is out of range")
      return nil
    }
    return number
  }

  private mutating func value<Value>(_ fault: String, _ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
    let value: Value? = isTextCut ? nil : text.withUnsafeBufferPointer { read(trimmed($0)) }
    if value == nil { drop(fault) }
    return value
  }

  private mutating func time() -> Int64? {
    do throws(ISOTime.Fault) {
      return try text.withUnsafeBufferPointer { (text) throws(ISOTime.Fault) in try ISOTime.read(text) }
    } catch {
      drop(error.description)
      return nil
    }
  }

  private mutating func drop(_ fault: String) {
    let quoted = SafeText.quoted(utf8: text)
    log.add(.warning, line: fieldLine, "<\(field.element)> \(quoted) \(fault): dropped")
  }

  /// Without the white space of XML around it.
  func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var part = bytes[...]
    while let first = part.first, isSpace(first) { part = part.dropFirst() }
    while let last = part.last, isSpace(last) { part = part.dropLast() }
    return UnsafeBufferPointer(rebasing: part)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
}

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
  /// The meaning of an element of a geocache; `nil` for all other elements.
  mutating func cacheChild(_ name: ElementName, in place: GPXPlace, parent: GPXPlace?, line: Int) -> GPXPlace? {
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
    case (.waypoint, "cache"), (.extensions, "cache"):
      if name.isDeclared, !hasOddCaches, !names.isKnownGroundspeak(name) {
        hasOddCaches = true
        log.add(
          .warning, line: line, "unknown namespace \(SafeText.quoted(name.namespace)): read as that of Groundspeak")
      }
      return point.cache == nil ? .cache : nil
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
    // Taken out while it changes, to avoid a copy.
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
    dropCacheField("is not 1 to 5")
    return nil
  }

  private mutating func date() -> Int64? {
    do throws(ISOTime.Fault) {
      return try text.withUnsafeBufferPointer { (text) throws(ISOTime.Fault) in try ISOTime.read(text) }
    } catch {
      dropCacheField(error.description)
      return nil
    }
  }

  private mutating func dropCacheField(_ fault: String) { complain("\(SafeText.quoted(utf8: text)) \(fault): dropped") }

  private mutating func complain(_ fault: String) {
    log.add(.warning, line: fieldLine, "<groundspeak:\(cacheField.element)> \(fault)")
  }
}
