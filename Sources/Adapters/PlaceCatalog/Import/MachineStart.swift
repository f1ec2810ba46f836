internal import GeoFormats

/// Which run of the machine this is: what was written without waiting for the disk is whole only within one.
enum MachineStart {
  /// The kernel's own name for it (`random(4)`); empty where it has none.
  static var name: String {
    let bytes = try? FileBytes.beginning(of: "/proc/sys/kernel/random/boot_id", count: 64)
    return bytes.map { String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self) } ?? ""
  }
}
