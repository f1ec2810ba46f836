import ChanceTesting
import Testing
import VectorTiles

@Suite("Inflating")
struct InflateTests {
  private static let text = Array(String(repeating: "The river goes round the old town. ", count: 300).utf8)

  @Test("what gzip, zlib and deflate make small comes out as it was", arguments: [0, 1, 2, 65_535, 65_536, 300_000])
  func roundTrip(size: Int) throws {
    var chance = Chance(seed: UInt64(size))
    let bytes = (0..<size).map { _ in UInt8(chance.integer(in: 0...15)) }
    #expect(try Inflate.inflate(Deflate.gzip(bytes)) == bytes)
    #expect(try Inflate.inflate(Deflate.zlib(bytes)) == bytes)
    #expect(try Inflate.inflate(Deflate.raw(bytes), .raw) == bytes)
  }

  @Test("a file of several members is all of them, one behind the other")
  func members() throws {
    let bytes = Deflate.gzip(Self.text) + Deflate.gzip([]) + Deflate.gzip([7, 8, 9])
    #expect(try Inflate.inflate(bytes) == Self.text + [7, 8, 9])
  }

  @Test("every stream that is cut is refused", arguments: [Inflate.Wrapping.header, .raw])
  func cut(wrapping: Inflate.Wrapping) {
    let whole = wrapping == .raw ? Deflate.raw(Self.text) : Deflate.gzip(Self.text)
    for count in 0..<whole.count {
      #expect(throws: InflateError.cut) { try Inflate.inflate(Array(whole[..<count]), wrapping) }
    }
  }

  @Test("something else behind the stream is refused")
  func trailing() {
    #expect(throws: InflateError.damaged) { try Inflate.inflate(Deflate.gzip(Self.text) + [0]) }
    #expect(throws: InflateError.damaged) { try Inflate.inflate(Deflate.zlib(Self.text) + Deflate.zlib([1])) }
    #expect(throws: InflateError.cut) { try Inflate.inflate(Deflate.gzip(Self.text) + [0x1F, 0x8B]) }
  }

  @Test("a wrong checksum, and what is no such stream, are refused")
  func damage() {
    var bytes = Deflate.gzip(Self.text)
    bytes[bytes.count - 6] ^= 1
    #expect(throws: InflateError.damaged) { try Inflate.inflate(bytes) }
    #expect(throws: InflateError.damaged) { try Inflate.inflate(Array("no stream at all".utf8)) }
    #expect(throws: InflateError.cut) { try Inflate.inflate([]) }
  }

  @Test("as much as the limit comes out, and not a byte more")
  func limit() throws {
    for bytes in [Deflate.gzip(Self.text), Deflate.zlib(Self.text)] {
      #expect(try Inflate.inflate(bytes, limit: Self.text.count) == Self.text)
      #expect(throws: InflateError.tooLarge(limit: Self.text.count - 1)) {
        try Inflate.inflate(bytes, limit: Self.text.count - 1)
      }
    }
  }

  @Test("one byte too many is refused also where the first guess had room for all but it", arguments: 1...40)
  func lastByte(limit: Int) throws {
    let bytes = Deflate.zlib((0...limit).map { UInt8($0) })
    #expect(throws: InflateError.tooLarge(limit: limit)) { try Inflate.inflate(bytes, limit: limit) }
    #expect(try Inflate.inflate(bytes, limit: limit + 1).count == limit + 1)
  }

  @Test("a bomb is refused, whatever its end says about its size")
  func bomb() {
    var bomb = Deflate.bomb(megabytes: 20)
    #expect(throws: InflateError.tooLarge(limit: 4 << 20)) { try Inflate.inflate(bomb, limit: 4 << 20) }
    bomb.replaceSubrange((bomb.count - 4)..., with: [1, 0, 0, 0])
    #expect(throws: InflateError.tooLarge(limit: 4 << 20)) { try Inflate.inflate(bomb, limit: 4 << 20) }
  }

  @Test(
    "a size at the end that is not true is found out by the checksum, too small or too large",
    arguments: [0, 9, 90_000])
  func lyingEnd(size: UInt32) {
    var bytes = Deflate.gzip(Self.text)
    let said = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    bytes.replaceSubrange((bytes.count - 4)..., with: said)
    #expect(throws: InflateError.damaged) { try Inflate.inflate(bytes) }
  }

  @Test("turned bits are refused or give other bytes, and nothing else happens")
  func flips() {
    var chance = Chance(seed: 5)
    let whole = Deflate.gzip(Self.text)
    for _ in 0..<500 {
      let bytes = flipped(whole, times: chance.integer(in: 1...4), using: &chance)
      let result = try? Inflate.inflate(bytes, limit: 1 << 20)
      #expect(result.map { $0.count <= 1 << 20 } ?? true)
    }
  }

  @Test("gzip and zlib are told by their first bytes, and no vector tile begins like that")
  func looks() {
    #expect(Inflate.looksCompressed(Deflate.gzip([1])) && Inflate.looksCompressed(Deflate.zlib([1])))
    for second in UInt8.min...UInt8.max { #expect(!Inflate.looksCompressed([0x1A, second])) }
    #expect(!Inflate.looksCompressed([0x1F]) && !Inflate.looksCompressed([]))
  }
}
