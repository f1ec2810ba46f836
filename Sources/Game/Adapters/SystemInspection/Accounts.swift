/// The names of users and groups in the system's own files; an id without an entry is shown as its number.
struct Accounts {
  private let users: [UInt32: String]
  private let groups: [UInt32: String]

  init(_ folders: SystemFolders) {
    users = Self.names(in: folders.text(of: "/etc/passwd") ?? "")
    groups = Self.names(in: folders.text(of: "/etc/group") ?? "")
  }

  func user(_ number: UInt32) -> String { users[number] ?? String(number) }
  func group(_ number: UInt32) -> String { groups[number] ?? String(number) }

  /// Both files have the name in the first field and the number in the third; the first of a number counts.
  private static func names(in text: String) -> [UInt32: String] {
    text.split(separator: "\n").reduce(into: [:]) { names, line in
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count > 2, let number = UInt32(fields[2]), names[number] == nil else { return }
      names[number] = String(fields[0])
    }
  }
}
