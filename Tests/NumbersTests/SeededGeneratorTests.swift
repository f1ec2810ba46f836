import Numbers
import Testing

@Suite("SeededGenerator")
struct SeededGeneratorTests {
  /// Of the reference implementation (Vigna, splitmix64.c).
  @Test("SplitMix64's known numbers")
  func vectors() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
    var zero = SeededGenerator(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
  }

  @Test("the same seed repeats, another one does not")
  func repeats() {
    var (one, same, other) = (SeededGenerator(seed: 5), SeededGenerator(seed: 5), SeededGenerator(seed: 6))
    let numbers = (0..<100).map { _ in one.next() }
    #expect(numbers == (0..<100).map { _ in same.next() })
    #expect(Set(numbers).isDisjoint(with: (0..<100).map { _ in other.next() }))
  }

  @Test("uniform numbers lie in 0 ..< 1 and fill it evenly")
  func uniform() {
    var generator = SeededGenerator(seed: 7)
    var tenths = [Int](repeating: 0, count: 10)
    for _ in 0..<20_000 {
      let number = generator.uniform()
      #expect((0..<1).contains(number))
      tenths[Int(number * 10)] += 1
    }
    // 2,000 in each, with a deviation of 42.
    #expect(tenths.allSatisfy { (1800...2200).contains($0) })
  }

  @Test("the bell has mean 0, deviation 1, no skew, and ends at 6")
  func bell() {
    var generator = SeededGenerator(seed: 8)
    let numbers = (0..<20_000).map { _ in generator.bell() }
    func moment(_ power: Int) -> Double {
      numbers.reduce(0) { sum, x in sum + (0..<power).reduce(1) { product, _ in product * x } } / Double(numbers.count)
    }
    #expect(abs(moment(1)) < 0.03)
    #expect(abs(moment(2) - 1) < 0.04)
    #expect(abs(moment(3)) < 0.08)
    // Twelve uniform numbers: 3 - 1.2 / 12.
    #expect(abs(moment(4) - 2.9) < 0.2)
    #expect(numbers.allSatisfy { abs($0) <= 6 })
  }
}
