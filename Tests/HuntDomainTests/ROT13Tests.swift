import HuntDomain
import Numbers
import Testing

@Suite("ROT13")
struct ROT13Tests {
  @Test(
    "letters move by half the alphabet; digits, accents and what stands in brackets stay",
    arguments: [
      ("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm"), ("Why, 2 steps!", "Jul, 2 fgrcf!"),
      ("Größe [A] b", "Teößr [A] o"), ("a [b", "n [b"), ("", ""),
    ])
  func examples(plain: String, turned: String) {
    #expect(ROT13.turned(plain) == turned)
  }

  @Test("twice is as it was")
  func inverse() {
    var chance = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let text = String(
        String.UnicodeScalarView(
          (0..<40).map { _ in Unicode.Scalar(UInt8.random(in: 32...126, using: &chance)) }))
      #expect(ROT13.turned(ROT13.turned(text)) == text)
    }
  }
}
