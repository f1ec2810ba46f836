import Doctor
import Foundation
import SystemInspection
import Testing

/// A made-up tree of the system's files, gone with the test.
private final class Tree {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "trove-system-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// Writes a file, with the folders above it.
  func write(_ path: String, _ text: String = "", mode: Int = 0o644) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  func link(_ path: String, to target: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
  }

  /// A process that runs, by its number.
  func process(_ id: Int, _ name: String, user: UInt32 = 0, groups: [UInt32] = [], arguments: [String] = []) throws {
    try write("proc/\(id)/comm", name + "\n")
    let groupList = groups.map { "\($0)" }.joined(separator: " ")
    try write(
      "proc/\(id)/status",
      """
      Name:\t\(name)
      Uid:\t0\t\(user)\t\(user)\t\(user)
      Gid:\t0\t\(groups.first ?? 0)\t0\t0
      Groups:\t\(groupList)

      """)
    try write("proc/\(id)/cmdline", ([name] + arguments).map { $0 + "\0" }.joined())
  }

  func facts(about devices: [String] = [], path: String = "/usr/bin") -> SystemFacts {
    SystemInspector(SystemFolders(root: root.path), path: path).facts(about: devices)
  }
}

@Suite("Looking at the computer")
struct SystemInspectorTests {
  @Test("an empty computer has nothing, and that is no error")
  func empty() throws {
    #expect(try Tree().facts() == SystemFacts())
    let nowhere = SystemInspector(SystemFolders(root: "/no/such/root")).facts(about: ["/dev/ttyUSB0"])
    #expect(nowhere.missing == ["/dev/ttyUSB0"])
    #expect(nowhere.ports.isEmpty)
  }

  @Test("serial ports are found by their names, the likeliest first, and nothing else is")
  func ports() throws {
    let tree = try Tree()
    for name in ["ttyS0", "ttyUSB1", "ttyUSB0", "ttyACM0", "ttyAMA0", "rfcomm0", "tty1", "ttyUSBx", "ttyprintk", "sda"]
    {
      try tree.write("dev/\(name)")
    }
    let ports = tree.facts().ports
    #expect(
      ports.map(\.path)
        == ["/dev/ttyACM0", "/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/rfcomm0", "/dev/ttyAMA0", "/dev/ttyS0"])
    #expect(ports.filter(\.isPluggable).map(\.path) == ports.prefix(4).map(\.path))
    #expect(ports.filter(\.looksLikeModem).map(\.path) == ports.prefix(3).map(\.path))
  }

  @Test("gpsd is found where daemons are installed, and on the player's path")
  func program() throws {
    let tree = try Tree()
    try tree.write("usr/sbin/gpsd", mode: 0o644)
    #expect(tree.facts().program == nil, "what cannot be run is no program")
    try tree.write("usr/sbin/gpsd", mode: 0o755)
    #expect(tree.facts().program == "/usr/sbin/gpsd")
    try tree.write("opt/gps/gpsd", mode: 0o755)
    #expect(tree.facts(path: "relative:/opt/gps").program == "/opt/gps/gpsd")
  }

  @Test("gpsd.socket is absent, disabled, enabled or masked, as systemd sees it")
  func units() throws {
    let tree = try Tree()
    #expect(!tree.facts().hasSystemd)
    try tree.write("run/systemd/system/x")
    #expect(tree.facts().hasSystemd)
    #expect(tree.facts().socketUnit == .absent)
    try tree.write("lib/systemd/system/gpsd.socket")
    #expect(tree.facts().socketUnit == .disabled)
    try tree.link(
      "etc/systemd/system/sockets.target.wants/gpsd.socket", to: "/lib/systemd/system/gpsd.socket")
    #expect(tree.facts().socketUnit == .enabled)
    try tree.link("etc/systemd/system/gpsd.socket", to: "/dev/null")
    #expect(tree.facts().socketUnit == .disabled)
  }

  @Test("running gpsds are named with user, groups and port; ModemManager is noticed")
  func processes() throws {
    let tree = try Tree()
    try tree.write("etc/passwd", "root:x:0:0::/:/bin/sh\ngpsd:x:102:20::/:/bin/false\nbad line\n:::\n")
    try tree.write("etc/group", "dialout:x:20:me,you\nnogroup:x:65534:\n")
    try tree.process(7, "gpsd", user: 102, groups: [20, 4242], arguments: ["-N", "-S", "2948"])
    try tree.process(8, "gpsd", user: 65534, groups: [65534], arguments: ["-S2949"])
    try tree.process(9, "gpsdctl", arguments: ["-S", "1"])
    try tree.process(10, "ModemManager")
    try tree.write("proc/self/comm", "gpsd\n")
    try tree.write("proc/11/status", "half a process")
    let facts = tree.facts()
    #expect(
      facts.daemons == [
        .init(user: "gpsd", groups: ["dialout", "4242"], port: "2948"),
        .init(user: "65534", groups: ["nogroup"], port: "2949"),
      ])
    #expect(facts.hasModemManager)
    // Who serves the port that was asked for counts, and nobody else.
    try tree.write("dev/ttyUSB0", mode: 0o600)
    try tree.process(6, "gpsd", user: 0, arguments: [])
    let inspector = SystemInspector(SystemFolders(root: tree.root.path))
    #expect(inspector.facts(servedAt: "2949").daemons.first?.port == "2949")
    #expect(inspector.facts(servedAt: "2949").ports[0].isOpenToDaemon == false)
    #expect(inspector.facts(servedAt: "2947").daemons.first?.port == nil)
    #expect(inspector.facts(servedAt: "2947").ports[0].isOpenToDaemon == true)
  }

  @Test(
    "whether gpsd may read a port goes by owner, group and others, and the first that fits counts",
    arguments: [
      (mode: 0o660, user: UInt32(4001), isMember: true, isOpen: true),
      (mode: 0o660, user: 4001, isMember: false, isOpen: false),
      (mode: 0o666, user: 4001, isMember: false, isOpen: true),
      (mode: 0o606, user: 4001, isMember: true, isOpen: false),
      (mode: 0o600, user: 0, isMember: false, isOpen: true),
    ])
  func permissions(mode: Int, user: UInt32, isMember: Bool, isOpen: Bool) throws {
    let tree = try Tree()
    try tree.write("dev/ttyUSB0", mode: mode)
    var status = stat()
    #expect(stat(tree.root.appending(path: "dev/ttyUSB0").path, &status) == 0)
    #expect(tree.facts().ports[0].isOpenToDaemon == nil, "nobody runs who could be locked out")
    // Nobody of the test's machine has these numbers.
    try tree.process(7, "gpsd", user: user, groups: isMember ? [status.st_gid] : [4002])
    #expect(tree.facts().ports[0].isOpenToDaemon == isOpen)
    #expect(tree.facts().ports[0].isOpenToGroup == (mode & 0o040 != 0))
  }

  @Test("who has a port open is named, but not gpsd, and not who has others open")
  func holders() throws {
    let tree = try Tree()
    try tree.write("dev/ttyUSB0")
    try tree.write("dev/ttyUSB1")
    try tree.process(7, "gpsd")
    try tree.process(8, "ModemManager")
    try tree.process(9, "minicom")
    for (id, path) in [(7, "/dev/ttyUSB0"), (8, "/dev/ttyUSB0"), (9, "/dev/null")] {
      try tree.link("proc/\(id)/fd/3", to: path)
      try tree.link("proc/\(id)/fd/4", to: "socket:[1234]")
    }
    let ports = tree.facts().ports
    #expect(ports.map(\.holders) == [["ModemManager"], []])
  }

  @Test("a receiver is named as udev does, with the numbers of its USB device")
  func product() throws {
    let tree = try Tree()
    try tree.write("dev/ttyACM0")
    try tree.link("dev/serial/by-id/usb-u-blox_AG_u-blox_7-if00", to: "../../ttyACM0")
    try tree.write("sys/class/tty/ttyACM0/device/x")
    try tree.write("sys/class/tty/ttyACM0/idVendor", "1546\n")
    try tree.write("sys/class/tty/ttyACM0/idProduct", "01a7\n")
    let port = try #require(tree.facts().ports.first)
    #expect(port.product == "u-blox AG u-blox 7")
    #expect(port.usb == .init(vendor: "1546", product: "01a7"))
    try tree.write("sys/class/tty/ttyACM0/idVendor", "'; rm -rf ~ #")
    #expect(tree.facts().ports.first?.usb == nil)
  }

  @Test(
    "a device that somebody spoke of is looked at too: there, a link to a port, a link to nowhere, or no file at all")
  func spokenOf() throws {
    let tree = try Tree()
    try tree.write("dev/ttyUSB0")
    try tree.write("dev/pts/3")
    try tree.link("dev/gps0", to: "ttyUSB0")
    try tree.link("dev/gps1", to: "ttyUSB9")
    let facts = tree.facts(about: ["/dev/pts/3", "/dev/gps0", "/dev/gps1", "/dev/none", "udp://*:5000", "/dev/ttyUSB0"])
    #expect(facts.ports.map(\.path) == ["/dev/ttyUSB0", "/dev/pts/3", "/dev/gps0"])
    #expect(facts.missing == ["/dev/gps1", "/dev/none"])
  }
}
