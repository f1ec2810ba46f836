internal import Game
internal import Glibc
internal import SystemKit

/// What a game's record tells of its hunt events, found from its end: each of their lines leads to the one before.
///
/// Where one of these lines is damaged all of the record is read, and what is damaged is passed over.
struct SavedReading {
  /// How the record ends.
  let tail: RecordTail
  /// The events that could be read.
  private(set) var saved = SavedEvents()
  /// The lines that were read for them; `nil` if that was all of the record.
  private(set) var hops: Int?
  /// The lines that are damaged, counted from 1; of those that were read.
  private(set) var damaged: [Int] = []
  private let descriptor: CInt
  private let size: Int

  /// Bytes that are read at first where a line begins, and those that one has at most.
  private static let usualLine = 4 << 10, longestLine = 64 << 20

  /// Reads the record with this descriptor.
  init(_ descriptor: CInt) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    (self.descriptor, size) = (descriptor, Int(status.st_size))
    tail = try RecordTail(of: descriptor, size: size)
    if let lines = tail.isDamaged ? nil : try hop() { hops = lines } else { try scan() }
  }

  /// How far the game of a record is, by its last line of events; `nil` without one, or if it is damaged.
  static func summary(_ descriptor: CInt) throws(SystemError) -> GameSummary? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    let tail = try RecordTail(of: descriptor, size: Int(status.st_size))
    guard tail.latest >= 0 else { return nil }
    if tail.latest < tail.end, let line = try line(at: tail.latest, of: descriptor) { return line.game }
    return try SavedReading(descriptor).saved.game
  }

  /// What the player should know of the record at a path.
  func notices(_ path: String) -> [String] {
    guard !damaged.isEmpty || saved.missing > 0 else { return [] }
    let lines = damaged.prefix(3).map { "\($0)" }.joined(separator: ", ") + (damaged.count > 3 ? " and more" : "")
    let lost =
      saved.missing == 0
      ? "no event is missing" : "\(saved.missing) event\(saved.missing == 1 ? " is" : "s are") missing"
    return ["\(path) is damaged, in lines \(lines); they are passed over, and \(lost)."]
  }

  /// Reads the events by way of the last line; returns how many lines those are, or `nil` if one is not as it was written.
  private mutating func hop() throws(SystemError) -> Int? {
    var lines: [EventsLine] = []
    var place = tail.latest
    while place >= 0 {
      guard place < size, let line = try Self.line(at: place, of: descriptor), line.previous < place else { return nil }
      lines.append(line)
      // What replaces everything needs nothing of what is before.
      place = line.from == 0 ? -1 : line.previous
    }
    var saved = SavedEvents()
    for line in lines.reversed() { guard saved.add(line) else { return nil } }
    guard saved.missing == 0 else { return nil }
    self.saved = saved
    return lines.count
  }

  private mutating func scan() throws(SystemError) {
    var rest = try SystemIO.bytes(size, from: descriptor, at: 0)[...]
    var number = 0
    while let line = rest.cutLine() {
      number += 1
      let isSound = Seal(line) != nil
      if isSound, !line.starts(with: RecordFile.events) { continue }
      guard isSound, let events = RecordJSON.value(EventsLine.self, line), saved.add(events) else {
        damaged.append(number)
        continue
      }
    }
  }

  /// The hunt events of the line at an offset; `nil` if there is none, or it is not as it was written.
  private static func line(at offset: Int, of descriptor: CInt) throws(SystemError) -> EventsLine? {
    var length = usualLine
    while true {
      var bytes = try SystemIO.bytes(length, from: descriptor, at: offset)[...]
      if let line = bytes.cutLine() { return Seal(line) == nil ? nil : RecordJSON.value(EventsLine.self, line) }
      guard bytes.count == length, length < longestLine else { return nil }
      length *= 16
    }
  }
}
