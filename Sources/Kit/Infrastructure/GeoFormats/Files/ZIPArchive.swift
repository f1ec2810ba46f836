internal import Glibc
internal import SystemKit

/// A file in a ZIP archive, as the archive's directory has it.
struct ZIPMember {
  /// Where its bytes are.
  let offset: Int
  let packedSize: Int
  let size: Int
  let checksum: UInt
  let isDeflated: Bool
}

/// The directory of a ZIP archive (APPNOTE.TXT 6.3): no ZIP64, no encryption, no parts.
struct ZIPArchive {
  private struct Entry {
    let name: String
    let header: [UInt8]

    func number(_ offset: Int, _ count: Int) -> Int { ZIPArchive.number(header, offset, count) }
  }

  private let descriptor: CInt
  private let size: Int
  private let entries: [Entry]

  /// Bytes of the directory that are read, and of the end of the file in which its end lies.
  private static let (largestDirectory, longestEnd) = (1 << 20, 22 + 0xFFFF)

  /// Reads the directory of an open file.
  init(_ descriptor: CInt) throws(FileError) {
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .current() }
    size = Int(status.st_size)
    let start = max(0, size - Self.longestEnd)
    let tail = try Self.bytes(min(size, Self.longestEnd), of: descriptor, at: start)
    guard
      let end = tail.indices.reversed().first(where: { tail[$0...].starts(with: [0x50, 0x4B, 5, 6]) }),
      tail.count - end >= 22
    else { throw Self.damaged }
    let (length, first) = (Self.number(tail, end + 12, 4), Self.number(tail, end + 16, 4))
    guard length <= Self.largestDirectory, first <= size, length <= size - first else { throw Self.damaged }
    let directory = try Self.bytes(length, of: descriptor, at: first)
    var entries: [Entry] = []
    var position = 0
    while directory.count - position >= 46, directory[position...].starts(with: [0x50, 0x4B, 1, 2]) {
      let header = Array(directory[position..<position + 46])
      let (name, more) = (Self.number(header, 28, 2), Self.number(header, 30, 2) + Self.number(header, 32, 2))
      guard directory.count - position - 46 >= name + more else { throw Self.damaged }
      entries.append(
        Entry(name: String(decoding: directory[position + 46..<position + 46 + name], as: UTF8.self), header: header))
      position += 46 + name + more
    }
    self.entries = entries
  }

  /// The members to read: the only one of a known format, or the only GPX file, or of a pocket query the one with the
  /// caches and that with their parking places and stages.
  ///
  /// - Parameter path: the name of the archive, for advice.
  func members(of path: String) throws(FileError) -> [ZIPMember] {
    let files = entries.filter { !$0.name.hasSuffix("/") && !$0.name.hasPrefix("__MACOSX/") }
    if files.contains(where: { $0.name.lowercased().hasSuffix(".kml") }) {
      throw FileError(content: "\(ForeignFormat.kmz): \(ForeignFormat.kmz.advice(path) ?? "")")
    }
    let fitting = files.filter { file in
      let name = file.name.lowercased()
      return FileFormat.hasExtension(name) || Self.more.contains(where: name.hasSuffix)
    }
    let tracks = fitting.filter { $0.name.lowercased().hasSuffix(".gpx") }
    let caches = tracks.first { !$0.name.lowercased().hasSuffix(Self.second) }
    let chosen = fitting.count == 1 ? fitting[0] : caches ?? tracks.first
    let name = (chosen?.name.lowercased().dropLast(4) ?? "") + Self.second
    let others = tracks.filter { $0.name.lowercased() == name }.prefix(1)
    if let chosen, tracks.count <= 1 || !others.isEmpty {
      return try ([chosen] + others).map { (entry) throws(FileError) in try member(entry) }
    }
    guard files.count == 1 else {
      let names = (fitting.isEmpty ? files : fitting).prefix(3).map { SafeText.quoted($0.name) }.joined(separator: ", ")
      throw FileError(
        content: files.isEmpty
          ? "an archive (ZIP) with no file in it"
          : "an archive (ZIP) of \(files.count) files, of which none is meant for certain: \(names); unzip it first")
    }
    return [try member(files[0])]
  }

  /// Endings of what other readers take.
  private static let more = [".csv", ".tsv"]
  /// How the name of the file ends into which geocaching sites put the parking places and stages of the caches.
  private static let second = "-wpts.gpx"

  private func member(_ entry: Entry) throws(FileError) -> ZIPMember {
    let method = entry.number(10, 2)
    guard entry.number(8, 2) & 1 == 0 else { throw FileError(content: "an archive (ZIP) with a password") }
    guard method == 0 || method == 8 else {
      throw FileError(content: "an archive (ZIP) packed in another way than deflate: unzip it first")
    }
    let start = entry.number(42, 4)
    guard start <= size - 30 else { throw Self.damaged }
    let header = try Self.bytes(30, of: descriptor, at: start)
    guard header.starts(with: [0x50, 0x4B, 3, 4]) else { throw Self.damaged }
    let offset = start + 30 + Self.number(header, 26, 2) + Self.number(header, 28, 2)
    let packed = entry.number(20, 4)
    guard offset <= size, packed <= size - offset else { throw Self.damaged }
    return ZIPMember(
      offset: offset, packedSize: packed, size: entry.number(24, 4), checksum: UInt(entry.number(16, 4)),
      isDeflated: method == 8)
  }

  private static let damaged = FileError(content: "an archive (ZIP) that is damaged, or cut")

  private static func bytes(_ count: Int, of descriptor: CInt, at offset: Int) throws(FileError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try SystemIO.bytes(count, from: descriptor, at: offset) } catch {
      throw FileError(error)
    }
    guard bytes.count == count else { throw damaged }
    return bytes
  }

  /// A number of `count` bytes, the lowest first.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
