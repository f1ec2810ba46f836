internal import Geodesy

/// A point whose element has begun and not ended.
struct PendingPoint {
  /// Nothing when the point is to be skipped.
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
  /// What Groundspeak's extension says, once it has begun.
  var cache: PendingCache?
}

extension GPXBuilder {
  /// A point begins: without a good position it is skipped, whatever follows.
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

  private mutating func angle(_ name: StaticString, limit: Double, _ attributes: XMLAttributes, line: Int) -> Double? {
    guard let raw = attributes[name] else {
      log.add(.warning, line: line, "no \(name): point skipped")
      return nil
    }
    let bytes = trimmed(raw)
    guard let value = DecimalNumber.read(bytes) else {
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
      elevation: point.elevation, speed: point.speed, course: point.course, horizontalDilution: point.dilution)
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
      type: point.type, line: point.line, cache: point.cache?.finished)
  }

  private mutating func checkOrder(_ time: Int64) {
    if let previousTime {
      if time < previousTime {
        log.add(.warning, line: point.line, "time runs backwards")
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
    case .time: point.time = value("is no time of the years 1 to 9999") { ISOTime.milliseconds($0) }
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
    guard let number = value("is no decimal number", { DecimalNumber.read($0) }) else { return nil }
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
