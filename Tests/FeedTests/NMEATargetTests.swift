import ReceiverFeed
import Testing

@Suite("Where sentences go")
struct NMEATargetTests {
  @Test(
    "targets are read",
    arguments: [
      ("-", .standardOutput), ("pty", .terminal(link: nil)), ("pty:/tmp/gps", .terminal(link: "/tmp/gps")),
      ("udp:example.org:10110", .datagrams(host: "example.org", port: 10110)),
      ("udp:[::1]:5", .datagrams(host: "::1", port: 5)), ("udp::5", .datagrams(host: "127.0.0.1", port: 5)),
    ] as [(String, NMEATarget)])
  func good(text: String, target: NMEATarget) { #expect(NMEATarget(text) == target) }

  @Test(
    "what is none is refused",
    arguments: ["", "pty:", "tty", "udp:", "udp:host", "udp:h:0", "udp:h:70000", "udp:::1:5"])
  func bad(text: String) { #expect(NMEATarget(text) == nil) }
}
