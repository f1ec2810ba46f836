import GPSDLocation
import Testing

@Suite("GPSD addresses")
struct GPSDAddressTests {
  @Test(
    "are read as gps tools read them",
    arguments: [
      ("", "localhost", "2947", nil),
      ("example.org", "example.org", "2947", nil),
      ("localhost:2948", "localhost", "2948", nil),
      (":2948", "localhost", "2948", nil),
      ("localhost:gpsd", "localhost", "gpsd", nil),
      ("localhost::/dev/ttyS1", "localhost", "2947", "/dev/ttyS1"),
      ("::/dev/ttyS1", "localhost", "2947", "/dev/ttyS1"),
      ("/dev/ttyUSB0", "localhost", "2947", "/dev/ttyUSB0"),
      ("[::1]", "::1", "2947", nil),
      ("[fe80::1%eth0]:2948:/dev/gps", "fe80::1%eth0", "2948", "/dev/gps"),
      ("[]:2948", "localhost", "2948", nil),
      ("10.0.0.1:2947:udp://127.0.0.1:5000", "10.0.0.1", "2947", "udp://127.0.0.1:5000"),
      ("host:", "host", "2947", nil),
      ("host::", "host", "2947", nil),
      ("gpsd://192.0.2.7", "192.0.2.7", "2947", nil),
      ("//192.0.2.7", "192.0.2.7", "2947", nil),
      ("//example.org:2948", "example.org", "2948", nil),
      ("//example.org/", "example.org", "2947", nil),
      ("//example.org:2948/dev/ttyUSB0", "example.org", "2948", "/dev/ttyUSB0"),
      ("//example.org/dev/ttyUSB0", "example.org", "2947", "/dev/ttyUSB0"),
      ("gpsd://[::1]:2948/dev/gps", "::1", "2948", "/dev/gps"),
      ("///dev/ttyUSB0", "localhost", "2947", "/dev/ttyUSB0"),
    ] as [(String, String, String, String?)])
  func reading(text: String, host: String, port: String, device: String?) throws {
    let address = try GPSDAddress(parsing: text)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.device == device)
  }

  @Test(
    "that nobody can mean are refused with a hint",
    arguments: [
      ("localhost:0", "a number from 1 to 65535"),
      ("localhost:65536", "a number from 1 to 65535"),
      ("localhost:99999999999999999999", "a number from 1 to 65535"),
      ("localhost:-1x!", "a number from 1 to 65535"),
      ("localhost:abc", "a number from 1 to 65535"),
      ("//localhost:abc", "a number from 1 to 65535"),
      ("::1", "in brackets"),
      ("fe80::1", "in brackets"),
      ("[::1", "not closed"),
      ("[::1]2947", "host:port"),
      ("local host", "control character"),
      ("local\u{1B}[2Jhost", "control character"),
      ("höst", "control character"),
      ("-rf", "host:port"),
      ("http://localhost:2947", "is no"),
      ("localhost:2947:ttyUSB0", "write its path"),
      (String(repeating: "a", count: 500), "longer than"),
    ])
  func refusing(text: String, hint: String) {
    let error = #expect(throws: GPSDAddressError.self) { try GPSDAddress(parsing: text) }
    #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("\u{1B}") == false)
  }

  @Test("print as host and port, IPv6 in brackets")
  func printing() throws {
    #expect(try GPSDAddress(parsing: "[::1]:2948:/dev/x").description == "[::1]:2948")
    #expect(GPSDAddress.local.description == "localhost:2947")
  }

  @Test("ask gpsd for their device only, whatever it is called")
  func watching() throws {
    #expect(GPSDAddress.local.watchCommand == "?WATCH={\"enable\":true,\"json\":true};\n")
    let address = try GPSDAddress(parsing: #"::/dev/a"b\c"#)
    #expect(address.watchCommand == #"?WATCH={"enable":true,"json":true,"device":"/dev/a\"b\\c"};"# + "\n")
  }
}
