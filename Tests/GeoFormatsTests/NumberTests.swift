import GeoFormats
import Numbers
import Testing

@Suite("Decimal numbers")
struct DecimalNumberTests {
  @Test(
    "is a number",
    arguments: [
      ("0", 0.0), ("00005", 5), ("-.5", -0.5), ("+5", 5), ("5.", 5), ("-90", -90),
      ("5.123456789012345678", 5.123456789012345678),
      ("0.1", 0.1), ("123456789012345678901234567890", 123456789012345678901234567890.0),
      ("9007199254740993", 9_007_199_254_740_992), ("0.000000000000000000000000000001", 1e-30),
    ])
  func reads(text: String, value: Double) { #expect(DecimalNumber.read(text) == value) }

  @Test(
    "is none",
    arguments: [
      "", ".", "-", "+", "--1", "1,5", "1e5", "4.8E+1", "1e", "e1", "0x1p3", "0b1", "inf", "NaN", "-nan", "1f", "1 2",
      "1_0",
      "٣", "１２", "½", "∞", "1\u{A0}2", "1.2.3", " 1", "1 ", "TRUE", "1\u{0}",
    ])
  func refuses(text: String) { #expect(DecimalNumber.read(text) == nil) }

  @Test("is what the standard library reads, to the last bit", arguments: UInt64(1)...20)
  func agrees(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let text = randomDecimal(&generator)
      #expect(DecimalNumber.read(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test("a number of many digits is exact, one of too many is none")
  func long() {
    let digits = "0." + String(repeating: "0", count: 300) + "1" + String(repeating: "0", count: 500) + "1"
    #expect(DecimalNumber.read(digits) == Double(digits))
    #expect(DecimalNumber.read(String(repeating: "1", count: 5000)) == nil)
  }

  private func randomDecimal(_ generator: inout SeededGenerator) -> String {
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in Character(String(Int.random(in: 0...9, using: &generator))) })
    }
    let sign = ["", "-", ""].randomElement(using: &generator) ?? ""
    let whole = digits(Int.random(in: 1...20, using: &generator))
    return sign + whole + "." + digits(Int.random(in: 1...25, using: &generator))
  }
}

@Suite("Written decimals")
struct WrittenDecimalTests {
  @Test("seven decimals of any angle come back as they were", arguments: UInt64(1)...10)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let value = Double(Int.random(in: -1_800_000_000...1_800_000_000, using: &generator)) / 1e7
      let text = try #require(DecimalText.fixed(value, decimals: 7))
      #expect(DecimalNumber.read(text) == value)
    }
  }
}
