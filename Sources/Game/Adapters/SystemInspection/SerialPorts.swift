internal import Doctor

/// The serial ports of this computer to which a receiver can be attached, and what is known of them.
struct SerialPorts {
  private let folders: SystemFolders

  init(_ folders: SystemFolders) { self.folders = folders }

  /// USB, modem class, Bluetooth, a Raspberry Pi's own, and what has always been there; the likeliest first.
  private static let kinds = ["ttyACM", "ttyUSB", "rfcomm", "ttyAMA", "ttyS"]

  /// The paths of all that are there.
  var paths: [String] {
    let names = folders.names(in: "/dev")
    return Self.kinds.flatMap { kind in
      names.filter { name in
        let number = name.dropFirst(kind.count)
        return name.hasPrefix(kind) && !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }.map { "/dev/" + $0 }
    }
  }

  /// The product name that udev gives a port: `usb-u-blox_AG_u-blox_7-if00` is `u-blox AG u-blox 7`.
  func product(of path: String) -> String? {
    let folder = "/dev/serial/by-id"
    guard let name = folders.names(in: folder).first(where: { folders.target(of: "\(folder)/\($0)") == path }) else {
      return nil
    }
    var words = name.hasPrefix("usb-") ? name.dropFirst(4) : name[...]
    if let end = words.range(of: "-if")?.lowerBound { words = words[..<end] }
    return String(words.map { $0 == "_" ? " " : $0 })
  }

  /// The numbers of the USB device: one or two floors above the port in `/sys`, by the kind of port.
  func usb(of path: String) -> SystemFacts.USB? {
    let device = "/sys/class/tty/\(path.split(separator: "/").last ?? "")/device"
    for floor in ["/..", "/../..", "/../../.."] {
      guard let vendor = number("\(device)\(floor)/idVendor"), let product = number("\(device)\(floor)/idProduct")
      else {
        continue
      }
      return SystemFacts.USB(vendor: vendor, product: product)
    }
    return nil
  }

  /// Four hexadecimal digits, and nothing else: they become part of a command.
  private func number(_ path: String) -> String? {
    guard let text = folders.text(of: path) else { return nil }
    let digits = text.prefix { $0 != "\n" }
    return digits.utf8.count == 4 && digits.allSatisfy(\.isHexDigit) ? String(digits) : nil
  }
}

extension Substring {
  /// The range of the first occurrence of `text`; `nil` if there is none.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }
}
