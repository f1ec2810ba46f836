internal import Glibc
internal import Numbers
internal import SystemKit

/// Replies on disk, one file each in one folder, bounded in size: the oldest go first.
///
/// Any number of programs may use one folder. What cannot be written is not kept and what is damaged is not there:
/// nothing here ever fails. Plain files and no database, because nothing is ever looked for but by its whole key, and
/// because each stands alone: a damaged one is one miss.
package struct WebCache: Sendable {
  /// Bytes of all files together, as many as they take on disk.
  package let limit: Int
  /// Bytes of one entry; a larger one is not kept.
  private static let entryLimit = WebLimits().size + (64 << 10)
  private static let suffix = ".web"
  private let folder: String

  /// Uses the folder at `folder`, which is made when something is to be kept.
  package init(folder: String, limit: Int = 64 << 20) {
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    self.limit = limit
  }

  /// Returns the cached entry of a key, if there is one.
  package func entry(for key: String) -> WebCacheEntry? {
    guard let bytes = Self.read(path(of: key)), let entry = WebCacheEntry(bytes: bytes) else { return nil }
    // Two keys may have one sum.
    return entry.key == key ? entry : nil
  }

  /// Keeps an entry, in the place of an older one of its key, and forgets the oldest when there are too many.
  package func keep(_ entry: WebCacheEntry) {
    let bytes = entry.bytes
    guard bytes.count <= min(limit, Self.entryLimit), makeFolder() else { return }
    // Not made safe against a power cut: what that tears is damaged, and what is damaged is not there.
    let temporary = "\(folder).\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
    guard Self.write(bytes, to: temporary), rename(temporary, path(of: entry.key)) == 0 else {
      unlink(temporary)
      return
    }
    trim()
  }

  private func path(of key: String) -> String { folder + WebCacheEntry.sum(Array(key.utf8)[...]) + Self.suffix }

  // MARK: - The folder

  private func makeFolder() -> Bool {
    var path = folder.hasPrefix("/") ? "/" : ""
    for part in folder.split(separator: "/") {
      path += part + "/"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || access(path, X_OK) == 0 else { return false }
    }
    return true
  }

  private struct Kept {
    let path: String
    let size: Int
    let written: Int
  }

  /// Takes the oldest away until the rest has room, and what writers that ended in the middle left behind.
  private func trim() {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    var files: [Kept] = []
    while let record = readdir(stream) {
      let name = withUnsafePointer(to: &record.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let isPart = name.hasSuffix(".part")
      guard isPart || name.hasSuffix(Self.suffix), let file = Self.kept(folder + name) else { continue }
      if !isPart { files.append(file) } else if time(nil) - file.written > 3600 { unlink(file.path) }
    }
    var size = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { ($0.written, $0.path) < ($1.written, $1.path) }) where size > limit {
      unlink(file.path)
      size -= file.size
    }
  }

  private static func kept(_ path: String) -> Kept? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = max(Int(status.st_size), Int(status.st_blocks) * 512)
    return Kept(path: path, size: size, written: Int(status.st_mtim.tv_sec))
  }

  // MARK: - Files

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...entryLimit).contains(Int(status.st_size))
    else { return nil }
    let bytes = try? SystemIO.bytes(Int(status.st_size), from: descriptor)
    return bytes?.count == Int(status.st_size) ? bytes : nil
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = (try? SystemIO.write(bytes, to: descriptor)) != nil
    return close(descriptor) == 0 && isWritten
  }
}

/// A reply that is kept, with what it answers and when it was true.
package struct WebCacheEntry: Hashable, Sendable {
  /// ``WebRequest/key`` of what it answers.
  package let key: String
  /// When the server last said so, in seconds since 1970.
  package var fetched: Int64
  /// With status 200.
  package let response: WebResponse

  /// Creates an entry.
  package init(key: String, fetched: Int64, response: WebResponse) {
    (self.key, self.fetched, self.response) = (key, fetched, response)
  }

  /// The request headers that let the server answer that nothing has changed.
  package var conditions: [WebHeader] {
    let marks = [("if-none-match", response["etag"]), ("if-modified-since", response["last-modified"])]
    return marks.compactMap { name, value in
      // Sent back only when it cannot be more than one line.
      guard let value, value.utf8.count <= 1024, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return nil }
      return WebHeader(name, value)
    }
  }

  // MARK: - As a file

  /// Heads that matter later.
  private static let keptHeaders: Set = ["content-type", "etag", "last-modified", "cache-control", "link"]
  private static let mark = "trove web 1"
  /// Bytes of the first two lines at most.
  private static let longestStart = 64

  /// Lines of text, an empty one, the body; the sum is over all that stands behind its line.
  var bytes: [UInt8] {
    let headers = response.headers.filter { Self.keptHeaders.contains($0.name) && !$0.value.contains("\n") }
    let lines = ["\(fetched)", key, response.address.text, "\(response.body.count)"]
    let head = lines + headers.map { "\($0.name): \($0.value)" } + ["", ""]
    let text = Array(head.joined(separator: "\n").utf8)
    // The body may have megabytes: it is copied once.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.longestStart + text.count + response.body.count)
    bytes += text
    bytes += response.body
    bytes.insert(contentsOf: "\(Self.mark)\n\(Self.sum(bytes[...]))\n".utf8, at: 0)
    return bytes
  }

  /// Reads a cache file; `nil` if its checksum does not match.
  init?(bytes: [UInt8]) {
    var rest = bytes[...]
    guard Self.line(&rest) == Self.mark, let sum = Self.line(&rest), sum == Self.sum(rest),
      let fetched = Self.line(&rest).flatMap({ Int64($0) }), let key = Self.line(&rest),
      let address = Self.line(&rest).flatMap({ try? WebAddress($0) }), let count = Self.line(&rest).flatMap({ Int($0) })
    else { return nil }
    var headers: [WebHeader] = []
    while let line = Self.line(&rest), !line.isEmpty {
      guard let colon = line.firstRange(of: ": ") else { return nil }
      headers.append(WebHeader(String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
    }
    guard rest.count == count else { return nil }
    self.init(
      key: key, fetched: fetched,
      response: WebResponse(status: 200, headers: headers, body: Array(rest), address: address))
  }

  private static func line(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: 0x0A) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// The checksum of words of eight bytes and the rest.
  static func sum(_ bytes: ArraySlice<UInt8>) -> String {
    var sum = Checksum()
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        sum.add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        sum.fold()
        place += 8
      }
      while place < bytes.count {
        sum.add(bytes[place])
        place += 1
      }
    }
    return String(sum.value ^ UInt64(bytes.count), radix: 16)
  }
}
