internal import Database
internal import Game

/// Reads the rows of saved games directly from the pages of a database file, without trusting its indexes or tree.
///
/// It reads every leaf page of a table, in the file and in the write-ahead log, wherever it lies (the layout is
/// published: "Database File Format", sqlite.org). A row is recognised by its shape and its checksum.
struct DatabaseSalvage {
  private(set) var kept = SalvagedRows()
  /// Games whose rows are damaged; they count where there is no better one, and where there are events of them.
  private var damaged: [Int64: GameSummary] = [:]
  private static let defaultPageSize = 4096

  /// Reads both files; rows in the write-ahead log are newer.
  init(file: [UInt8], writtenAhead: [UInt8]) {
    let size = Self.pageSize(of: file)
    for start in stride(from: 0, to: file.count, by: size) {
      read(file[start..<min(start + size, file.count)], headerAt: start == 0 ? 100 : 0)
    }
    let ahead = WriteAheadLog(writtenAhead, pageSize: size)
    for frame in ahead.frames {
      // The first page of a file has a header of its own before the page's.
      read(writtenAhead[frame.page], headerAt: frame.number == 1 ? 100 : 0)
    }
    for (id, game) in damaged where kept.games[id] == nil && kept.events[id] != nil { kept.games[id] = game }
  }

  /// The size that the file's header names, if it is one that there can be.
  private static func pageSize(of file: [UInt8]) -> Int {
    guard file.count >= 100 else { return defaultPageSize }
    let named = Int(file[16]) << 8 | Int(file[17])
    let size = named == 1 ? 65_536 : named
    return size >= 512 && size & (size - 1) == 0 ? size : defaultPageSize
  }

  private mutating func read(_ page: ArraySlice<UInt8>, headerAt header: Int) {
    let reader = PageReader(page)
    // 13: a leaf of a table.
    guard reader.byte(header) == 13, let count = reader.short(header + 3) else { return }
    for index in 0..<count {
      guard let start = reader.short(header + 8 + 2 * index), let (row, values) = reader.record(at: start) else {
        continue
      }
      take(row, values)
    }
  }

  private mutating func take(_ row: Int64, _ values: [DatabaseValue]) {
    switch values.count {
    case 10:
      // The row id is stored before the row, not in it.
      let values = [.integer(row)] + values.dropFirst()
      if let game = GameSummary(values) { kept.games[row] = game } else { damaged[row] = GameSummary(damaged: values) }
    case 12:
      var values = Array(values.dropFirst())
      // SQLite stores a number without decimals as an integer.
      if case .integer(let amount) = values[5] { values[5] = .real(Double(amount)) }
      guard let game = values[0].integer, let number = values[1].integer, let event = EventRow(values)?.event else {
        return
      }
      kept.events[game, default: [:]][number] = event
    default: break
    }
  }
}

/// Reads numbers and records of one page; `nil` if they would lie outside of it.
private struct PageReader {
  private let page: ArraySlice<UInt8>

  init(_ page: ArraySlice<UInt8>) { self.page = page }

  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < page.count ? page[page.startIndex + offset] : nil
  }

  func short(_ offset: Int) -> Int? {
    guard let high = byte(offset), let low = byte(offset + 1) else { return nil }
    return Int(high) << 8 | Int(low)
  }

  /// A number of one to nine bytes, seven bits each, eight in the ninth; and where it ends.
  private func variable(_ offset: Int) -> (value: Int64, end: Int)? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = byte(offset + index) else { return nil }
      if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), offset + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (Int64(bitPattern: value), offset + index + 1) }
    }
    return nil
  }

  /// The row's number and the values of the record that begins at `start`, when it lies on this page as a whole.
  func record(at start: Int) -> (row: Int64, values: [DatabaseValue])? {
    guard let size = variable(start), let row = variable(size.end), let header = variable(row.end),
      (1...Int64(page.count)).contains(size.value), (1...size.value).contains(header.value)
    else { return nil }
    var (place, data) = (header.end, row.end + Int(header.value))
    let end = data
    guard row.end + Int(size.value) <= page.count else { return nil }
    var values: [DatabaseValue] = []
    while place < end, values.count <= 12 {
      guard let type = variable(place), let (value, length) = value(type.value, at: data) else { return nil }
      values.append(value)
      place = type.end
      data += length
    }
    return (row.value, values)
  }

  /// The value of a type, and how many bytes it takes.
  private func value(_ type: Int64, at offset: Int) -> (DatabaseValue, Int)? {
    switch type {
    case 0: return (.null, 0)
    case 1...6:
      let length = [1, 2, 3, 4, 6, 8][Int(type) - 1]
      return bits(offset, length).map { (.integer($0), length) }
    case 7: return bits(offset, 8).map { (.real(Double(bitPattern: UInt64(bitPattern: $0))), 8) }
    case 8, 9: return (.integer(type - 8), 0)
    case 13... where type % 2 == 1:
      let length = (type - 13) / 2
      guard length <= page.count, offset + Int(length) <= page.count else { return nil }
      let start = page.startIndex + offset
      return (.text(String(decoding: page[start..<start + Int(length)], as: UTF8.self)), Int(length))
    default: return nil
    }
  }

  /// A whole number with its sign, the highest byte first.
  private func bits(_ offset: Int, _ length: Int) -> Int64? {
    guard let first = byte(offset) else { return nil }
    var value = Int64(Int8(bitPattern: first))
    for index in 1..<max(1, length) {
      guard let byte = byte(offset + index) else { return nil }
      value = value << 8 | Int64(byte)
    }
    return value
  }
}
