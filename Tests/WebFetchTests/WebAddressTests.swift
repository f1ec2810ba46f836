import Testing
import WebFetch

@Suite("Addresses of the web")
struct WebAddressTests {
  @Test(
    "are read, and written in one form",
    arguments: [
      ("http://places.example", "http://places.example/"),
      ("HTTPS://Places.Example:443/A?b=C#d", "https://places.example/A?b=C"),
      ("http://places.example:80/x", "http://places.example/x"),
      ("http://places.example:443/x", "http://places.example:443/x"),
      ("http://[2001:DB8::1]:8080/x", "http://[2001:db8::1]:8080/x"),
      ("http://[::1]", "http://[::1]/"),
      ("http://a.example?q=1", "http://a.example/?q=1"),
      ("http://a.example/Café au lait", "http://a.example/Caf%C3%A9%20au%20lait"),
      ("http://a.example/%2Fx", "http://a.example/%2Fx"),
      ("http://a.example/\u{1B}]0;x\u{07}\\..", "http://a.example/%1B]0;x%07%5C.."),
    ])
  func reading(text: String, expected: String) throws {
    #expect(try WebAddress(text).text == expected)
    #expect(try WebAddress(expected).text == expected)
  }

  @Test(
    "that programs could read in two ways, or that are none, are refused, and no password is repeated",
    arguments: [
      "", "places.example", "ftp://a.example/", "file:///etc/passwd", "http:///x", "http://", "https://:80/",
      "http://user:secret@a.example/", "http://secret@a.example", "http://a.example:secret@b.example/",
      "http://a.example\\@secret.example/", "http://a b/", "http://a.example:0/", "http://a.example:65536/",
      "http://a.example:+80/", "http://a.example:8 0/", "http://a.example:/", "http://ä.example/", "http://[::1",
      "http://[::1]x/", "http://[]/", "http://a%2eexample/", "http://a.example\r\nHost: secret/",
      "http://" + String(repeating: "a", count: 300) + "/", "http://a/" + String(repeating: "a", count: 9000),
    ])
  func refusals(text: String) {
    let error = #expect(throws: WebError.self) { try WebAddress(text) }
    #expect(error.map { "\($0)".contains("secret") } == false)
    if case .badAddress = error { return }
    Issue.record("refused as \(String(describing: error))")
  }

  @Test(
    "of links are found as RFC 3986 has it",
    arguments: [
      ("http://b.example/x", "http://b.example/x"), ("//b.example/x", "https://b.example/x"),
      ("/x?y", "https://a.example:8443/x?y"), ("?offset=10", "https://a.example:8443/c/items?offset=10"),
      ("items2", "https://a.example:8443/c/items2"), ("", "https://a.example:8443/c/items?limit=1"),
      ("#top", "https://a.example:8443/c/items?limit=1"),
    ])
  func links(link: String, expected: String) throws {
    let page = try WebAddress("https://a.example:8443/c/items?limit=1")
    #expect(try page.resolving(link).text == expected)
  }

  @Test(
    "of links with other schemes are refused",
    arguments: ["file:///etc/passwd", "javascript:alert(1)", "mailto:a@b.example", "http:x", "https://u:p@a.example/"])
  func otherSchemes(link: String) throws {
    let page = try WebAddress("https://a.example/")
    #expect(throws: WebError.self) { try page.resolving(link) }
  }

  @Test("take parameters in the place of those of the same name, and leave the others alone")
  func parameters() throws {
    let address = try WebAddress("http://a.example/items?key=a%26b&limit=10&flag")
    #expect(
      address.setting([("limit", "5"), ("bbox", "1,2,3,4"), ("q", "a&b=ü")]).text
        == "http://a.example/items?key=a%26b&flag&limit=5&bbox=1,2,3,4&q=a%26b%3D%C3%BC")
    #expect(try WebAddress("http://a.example/").setting([("a", "1")]).text == "http://a.example/?a=1")
  }

  @Test("are told from names of files by their scheme")
  func meant() {
    #expect(WebAddress.isMeant(by: "http://x") && WebAddress.isMeant(by: "HTTPS://x"))
    #expect(!WebAddress.isMeant(by: "places.geojson") && !WebAddress.isMeant(by: "http") && !WebAddress.isMeant(by: ""))
  }
}
