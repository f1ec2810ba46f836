internal import GeoFormats

/// The record of a game: its sittings, one after the other, and what is damaged in it.
package struct GameRecord: Hashable, Sendable {
  /// The sittings that were recorded, at least one.
  package private(set) var sittings: [SessionLog] = []
  /// The ids of the hunts whose saved games the record has, as it says before each sitting of one.
  package private(set) var hunts: Set<String> = []
  /// The lines that are not as they were written, counted from 1; they are passed over.
  package private(set) var damaged: [Int] = []
  /// The lines before which others were taken out.
  package private(set) var gaps: [Int] = []

  /// Whether the sitting that is being read saves hunt events, and whether its session has begun.
  private var isSaved = false, isOpen = false

  /// The last sitting.
  package var last: SessionLog { sittings[sittings.count - 1] }

  /// Reads a record.
  ///
  /// A last line that is cut off is left out. In the first format, which has no seals, all else has to be as it was
  /// written.
  package init(path: String) throws(SessionLogError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileBytes.contents(of: path, limit: SessionLog.largest) } catch {
      throw SessionLogError(.unreadable(error.description), line: 1)
    }
    try self.init(bytes[...])
  }

  /// The line from which on it is not as it was written, counted from 1; `nil` if it is.
  package var firstDamage: Int? { (damaged + gaps).min() }

  /// Reads a record from its bytes.
  package init(_ bytes: [UInt8]) throws(SessionLogError) { try self.init(bytes[...]) }

  init(_ bytes: ArraySlice<UInt8>) throws(SessionLogError) {
    var (rest, number, last) = (bytes, 0, Seal?.some(.beginning))
    var isSealed = false
    while let line = rest.cutLine() {
      number += 1
      if number == 1 { isSealed = try Self.isSealed(line) }
      if isSealed {
        let seal = Seal(line)
        if let seal, let last, seal.link != last.own { gaps.append(number) }
        last = seal
        guard seal != nil else {
          damaged.append(number)
          continue
        }
      }
      try add(line, number)
    }
    guard number > 0 else { throw SessionLogError(.noRecord, line: 1) }
    guard !sittings.isEmpty else { throw SessionLogError(.noSession, line: 1) }
    // Text after the last line break is an incomplete line.
    sittings[sittings.count - 1].isTorn = !rest.isEmpty
  }

  private static func isSealed(_ line: ArraySlice<UInt8>) throws(SessionLogError) -> Bool {
    guard SessionLog.isHead(line), let kind = RecordJSON.value(SessionLog.Kind.self, line) else {
      // Where the first line is damaged, the others need not be.
      if line.starts(with: HeaderLine.beginning) || line.starts(with: SittingLine.beginning) { return true }
      throw SessionLogError(.noRecord, line: 1)
    }
    guard (1...SessionLogHeader.format).contains(kind.format) else {
      throw SessionLogError(.otherFormat(kind.format), line: 1)
    }
    return kind.format > 1
  }

  private mutating func add(_ line: ArraySlice<UInt8>, _ number: Int) throws(SessionLogError) {
    if line.starts(with: SittingLine.beginning) {
      (isSaved, isOpen) = (true, false)
      if let game = RecordJSON.value(SittingLine.self, line) { hunts.insert(game.hunt) }
    } else if line.starts(with: HeaderLine.beginning) || number == 1 {
      guard let read = RecordJSON.value(HeaderLine.self, line), var header = read.header else {
        throw SessionLogError(.badLine, line: number)
      }
      if read.format > 1, let own = RecordJSON.object(of: HeaderLine(header))?.dropLast() {
        header.isAsWritten = line.starts(with: own + Array(#","seal""#.utf8))
      }
      sittings.append(SessionLog(header, isSaved: isSaved))
      (isSaved, isOpen) = (false, true)
    } else if isOpen, line.starts(with: EndLine.beginning), let end = RecordJSON.value(EndLine.self, line)?.end {
      sittings[sittings.count - 1].ended = end.asName
      isOpen = false
    } else if !line.starts(with: RecordFile.events), !line.starts(with: RecordFile.pointer) {
      // The line with which its session begins was damaged.
      guard isOpen else { return damaged.append(number) }
      try sittings[sittings.count - 1].add(line, number)
    }
  }
}
