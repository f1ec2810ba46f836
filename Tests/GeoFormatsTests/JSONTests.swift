import GeoFormats
import Numbers
import Testing

@Suite("JSON")
struct JSONTests {
  @Test("every value knows its line")
  func lines() throws {
    let root = try JSONDocument("\u{FEFF}{\n \"a\": [1,\n2],\r\n\"b\":\n{\"c\"\n:null}}\n").root
    #expect(root.line == 1)
    #expect(root["a"]?.line == 2)
    #expect(root["a"]?.elements.map(\.line) == [2, 3])
    #expect(root["b"]?.line == 5)
    #expect(root["b"]?["c"]?.line == 6)
  }

  @Test("values are what the text says")
  func values() throws {
    let root = try JSONDocument(
      #"{"t":true,"f":false,"n":null,"s":"a\u0041\n\ud83d\ude00\/","x":-12.5e1,"o":{},"a":[1,"2",[]]}"#
    ).root
    #expect(root["t"]?.bool == true && root["f"]?.bool == false && root["n"]?.isNull == true)
    #expect(root["s"]?.rawString == "aA\n😀/")
    #expect(root["s"]?.text() == "aA 😀/")
    #expect(root["x"]?.number == -125 && root["x"]?.numberText == "-12.5e1" && root["x"]?.integer == -125)
    #expect(root["o"]?.isObject == true && root["o"]?.count == 0)
    #expect(root["a"]?.count == 3 && root["a"]?.elements.map(\.isNumber) == [true, false, false])
    #expect(root["nothing"] == nil && root["a"]?["t"] == nil && root["t"]?.number == nil)
    #expect(root.members.map(\.key) == ["t", "f", "n", "s", "x", "o", "a"])
  }

  @Test("keys are found as they are meant, the last of equal ones counts")
  func keys() throws {
    let root = try JSONDocument(#"{"name":1,"n\u0061me":2,"nam":3,"name\"":4,"names":5,"":6,"name\u0000":7}"#).root
    #expect(root["name"]?.number == 2)
    #expect(root["nam"]?.number == 3)
    #expect(root["name\""]?.number == 4)
    #expect(root[""]?.number == 6)
    #expect(root.members.map(\.key).last == "name\u{0}")
  }

  @Test("a string is printable when asked for as text")
  func safe() throws {
    let root = try JSONDocument(#"["\u001b[2J\u202ex", "a\#u{9B}b", "\u0000"]"#).root
    #expect(root.elements.map { $0.text() } == ["[2Jx", "ab", ""])
  }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", " ", "{", "[", "[1,", "[1", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "\"a", "tru", "-", "1.", "1e", ".5",
      "+1", "01", "-01", "0x1",
      "NaN", "Infinity", "-Infinity", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "['a']", "[1 2]", "{\"a\" 1}", "1 2",
      "{}{}", "{}x", "]",
      "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "\"\t\"",
      "\"\u{0}\"", "nul", "True",
      "[1,,2]", "{\"a\":1,,}", "/* c */ 1", "[1]//", "\u{A0}1", "1\u{0}", "{1:2}", "[\"a\",\n",
    ])
  func refuses(text: String) { #expect(throws: FormatError.self) { try JSONDocument(text) } }

  @Test("the error tells the line")
  func errorLine() {
    #expect(throws: FormatError(.expected("a value"), line: 3)) { try JSONDocument("[1,\n2,\nx]") }
    #expect(throws: FormatError(.truncated, line: 2)) { try JSONDocument("[1,\n2") }
    #expect(throws: FormatError(.trailing, line: 2)) { try JSONDocument("1\n2") }
  }

  @Test(
    "bytes that are no UTF-8 are refused",
    arguments: [
      [0xC3, 0x28], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xFF],
      [0xF0, 0x80, 0x80, 0x80],
    ])
  func invalidUTF8(bytes: [UInt8]) {
    #expect(throws: FormatError(.invalidUTF8, line: 1)) { try JSONDocument([0x22] + bytes + [0x22]) }
  }

  @Test(
    "every character is a valid string and comes back",
    arguments: stride(from: 0x20, through: 0x10FFFF, by: 0x1555).map { $0 })
  func characters(code: Int) throws {
    guard let scalar = Unicode.Scalar(UInt32(code)), scalar != "\"", scalar != "\\" else { return }
    #expect(try JSONDocument("\"\(scalar)\"").root.rawString == String(scalar))
  }

  @Test("nesting up to the limit is read, more is refused, without recursion")
  func depth() throws {
    let limit = JSONDocument.depthLimit
    let deep = { (levels: Int) in String(repeating: "[", count: levels) + String(repeating: "]", count: levels) }
    #expect(try JSONDocument(deep(limit)).root.count == 1)
    #expect(throws: FormatError(.tooDeep("values", limit: limit), line: 1)) { try JSONDocument(deep(limit + 1)) }
    #expect(throws: FormatError.self) { try JSONDocument(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: FormatError.self) { try JSONDocument(String(repeating: "{\"a\":", count: 1_000_000)) }
  }

  @Test("numbers are what the standard library reads, to the last bit", arguments: UInt64(1)...10)
  func numbers(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(try JSONDocument("\(value)").root.number?.bitPattern == value.bitPattern)
    }
  }

  @Test("a number that no double can hold is a number without value")
  func hugeNumbers() throws {
    let root = try JSONDocument("[1e999, -1e999, 1e-999, 1e99999999999999999999, 0e99999999999999999999]").root
    #expect(root.elements.map(\.number) == [nil, nil, 0, nil, 0])
    #expect(root.elements.map(\.isNumber) == [true, true, true, true, true])
    #expect(root.elements.first { _ in true }?.integer == nil)
  }

  @Test("a mutated text is refused or read, never a crash", arguments: UInt64(1)...40)
  func mutations(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let whole = Array(
      #"{"type":"Feature","id":1.5e3,"properties":{"n\u00e4me":"é😀","a":[1,-2.5,true,null]},"x":"\\\""}"#.utf8)
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let root = try? JSONDocument(bytes).root else { continue }
      walk(root)
    }
  }

  /// Touches everything that can be asked for.
  private func walk(_ value: JSONValue) {
    _ = (value.text(), value.rawString, value.number, value.numberText, value.integer, value["id"]?.line)
    for member in value.members { _ = member.key }
    for element in value.elements { walk(element) }
  }

  @Test("the test suite of others: y is read, n is refused", .enabled(if: Shared.isPresent, "needs ../shared"))
  func suite() throws {
    let files = Shared.files("hostile/json/JSONTestSuite", suffix: ".json")
    #expect(files.count > 200)
    for file in files {
      let bytes = try Shared.bytes("hostile/json/JSONTestSuite/\(file)")
      let isRead = (try? JSONDocument(bytes)) != nil
      if file.hasPrefix("y_") { #expect(isRead, "\(file)") }
      if file.hasPrefix("n_") { #expect(!isRead, "\(file)") }
    }
  }
}

@Suite("JSON on one line")
struct JSONTextTests {
  @Test("members come in the order of the calls, numbers with fixed decimals")
  func order() {
    var inner = JSONText()
    inner.add("lat", 48.1371556, decimals: 7)
    var line = JSONText()
    line.add("event", "find")
    line.add("n", 3)
    line.add("distance", 12.345, decimals: 1)
    line.add("lost", Double.nan, decimals: 1)
    line.add("ok", true)
    line.add("at", inner)
    line.add("all", [inner, JSONText()])
    line.addNull("none")
    #expect(
      line.text
        == #"{"event":"find","n":3,"distance":12.3,"lost":null,"ok":true,"at":{"lat":48.1371556},"all":[{"lat":48.1371556},{}],"none":null}"#
    )
  }

  @Test("any text comes back, and nothing in the line acts on a terminal", arguments: UInt64(1)...30)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var text = String.UnicodeScalarView()
    for _ in 0..<300 {
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2100, using: &generator)) { text.append(scalar) }
    }
    let quoted = JSONText.quoted(String(text))
    #expect(try JSONDocument(quoted).root.rawString == String(text))
    #expect(
      !quoted.unicodeScalars.contains {
        $0.properties.generalCategory == .control || (0x202A...0x202E).contains($0.value)
      })
  }
}
