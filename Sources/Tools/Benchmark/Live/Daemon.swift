import Glibc

/// A real gpsd on a port of its own, with one receiver, fed over UDP.
final class Daemon {
  let port: UInt16
  private let feed: Int32
  private let receiver: sockaddr_in
  private let process: pid_t
  private let control: String
  private var step = 0

  /// Starts gpsd; `nil` if it or its tools are not installed.
  init?() {
    guard let gpsd = Self.program("gpsd"), Self.program("gpspipe") != nil, Self.program("cgps") != nil,
      let port = FreePorts.first(), let feedPort = FreePorts.first(SOCK_DGRAM)
    else { return nil }
    self.port = port
    receiver = FreePorts.loopback(feedPort)
    feed = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    control = "/tmp/trove-bench-gpsd-\(port)"
    // As root, gpsd changes its user and leaves shared memory behind; with a key of its own it does not disturb other
    // instances.
    let drop = getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
    let command =
      drop + ["env", "GPSD_SHM_KEY=0x48\(port)", gpsd, "-N", "-n", "-S", "\(port)", "-F", control]
      + ["udp://127.0.0.1:\(feedPort)"]
    guard let process = spawn(command, on: "/dev/null") else { return nil }
    self.process = process
    usleep(500_000)
  }

  deinit {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
    unlink(control)
    close(feed)
  }

  /// Sends one epoch of a walker who goes north at 1.4 m/s; returns when its last byte was sent.
  func sendEpoch(dilution: Int) -> Double {
    step += 1
    let sentences = LiveEpoch(step: step, dilution: dilution).sentences
    for sentence in sentences { send(sentence) }
    return ProcessorTime.wall
  }

  /// Ten epochs a second, while the programs' screens are read.
  func walk(seconds: Double, before programs: [MeasuredProgram]) {
    let start = ProcessorTime.wall
    for epoch in 1...max(1, Int(seconds * 10)) {
      _ = sendEpoch(dilution: 1)
      while case let rest = start + Double(epoch) / 10 - ProcessorTime.wall, rest > 0 {
        MeasuredProgram.wait(for: programs, seconds: rest)
        for program in programs { _ = program.read() }
      }
    }
  }

  private func send(_ sentence: String) {
    let bytes = Array(sentence.utf8)
    var receiver = receiver
    _ = withUnsafePointer(to: &receiver) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(feed, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  // MARK: - The system

  /// Daemons often lie outside of a user's path.
  static func program(_ name: String) -> String? {
    let path = (getenv("PATH").map { String(cString: $0) } ?? "") + ":/usr/sbin:/usr/local/sbin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}

/// A receiver's sentences for one epoch, a tenth of a second.
private struct LiveEpoch {
  let step: Int
  let dilution: Int

  /// Altitude, satellites, position and speed, with checksums and line ends; in this order because gpsd 3.22 reports an
  /// epoch of such a rate when its RMC comes, with the dilution that it knows by then.
  var sentences: [String] {
    let tenths = step % 600
    let clock = "10" + two(step / 600 % 60) + two(tenths / 10) + ".\(tenths % 10)0"
    let place = "48" + number(7 + Double(step) * 0.14 / 1852, 5).padded(8) + ",N,01131.00000,E"
    return [
      "GPGGA,\(clock),\(place),1,08,\(dilution).0,545.4,M,46.9,M,,",
      "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.5,\(dilution).0,1.2", "GPRMC,\(clock),A,\(place),2.7,0.0,010526,,,A",
    ].map { body in
      let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
      return "$\(body)*\(sum.padded(2))\r\n"
    }
  }

  private func two(_ number: Int) -> String { String(number).padded(2) }
}

extension String {
  /// The number with leading zeros.
  fileprivate func padded(_ width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }
}
