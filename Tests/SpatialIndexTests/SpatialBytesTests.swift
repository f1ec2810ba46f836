import ChanceTesting
import SpatialIndex
import Testing

@Suite("An index as bytes")
struct SpatialBytesTests {
  private let points = Shape.city.points(900)
  private let place = SpatialPoint(latitude: 48, longitude: 11)

  @Test("bytes give the same answers as what they were made of")
  func roundTrip() throws {
    for count in [0, 1, 16, 900] {
      let index = SpatialIndex(Array(points.prefix(count)))
      let again = try SpatialIndex(bytes: index.bytes)
      #expect(again.count == count)
      #expect(again.bytes == index.bytes)
      #expect(again.nearest(30, to: place) == index.nearest(30, to: place))
    }
  }

  @Test("an index that comes into memory by and by is asked for each byte before it is read")
  func lazyBytes() throws {
    let index = SpatialIndex(points)
    for question in Question.allCases {
      let memory = LazyMemory(index.bytes)
      let lazy = try SpatialIndex(bytes: memory.bytes, need: { memory.need($1, at: $0) })
      #expect(question.answer(lazy, place) == question.answer(index, place), "\(question)")
      #expect(memory.loaded < memory.bytes.count, "\(question)")
    }
    let memory = LazyMemory(index.bytes)
    let lazy = try SpatialIndex(bytes: memory.bytes, need: { memory.need($1, at: $0) })
    #expect(lazy.bytes == index.bytes)
    for size in [0, 1, 63] {
      let short = LazyMemory(Array(index.bytes.prefix(size)))
      #expect(throws: SpatialIndexError.tooShort) {
        try SpatialIndex(bytes: short.bytes, need: { short.need($1, at: $0) })
      }
    }
  }

  @Test("a point takes at most 32 bytes, all levels and paddings included")
  func size() {
    for count in [3200, 4097, 20_000] {
      #expect(SpatialIndex(Shape.globe.points(count)).bytes.count <= 32 * count)
    }
  }

  @Test("every change of the header is noticed, and every other length")
  func header() {
    let bytes = SpatialIndex(points).bytes
    for position in 0..<64 {
      for bit in 0..<8 {
        var changed = bytes
        changed[position] ^= 1 << bit
        #expect(throws: SpatialIndexError.self) { try SpatialIndex(bytes: changed) }
      }
    }
    for count in Array(0...70) + [bytes.count - 64, bytes.count - 1] {
      #expect(throws: SpatialIndexError.self) { try SpatialIndex(bytes: Array(bytes.prefix(count))) }
    }
    #expect(throws: SpatialIndexError.wrongSize) { try SpatialIndex(bytes: bytes + [0]) }
    #expect(throws: SpatialIndexError.wrongSize) { try SpatialIndex(bytes: Array(bytes.dropLast())) }
  }

  @Test("a header made for harm, with a right checksum, is refused")
  func hostileHeader() {
    let bytes = SpatialIndex(points).bytes
    // Points, points that were given, size: the words from byte 16 on.
    for (word, value) in [
      (2, UInt64.max), (2, 1 << 32), (2, 901), (2, 0), (2, 899), (3, .max), (3, 1 << 31), (3, 899), (4, 0), (4, .max),
    ] {
      var changed = bytes
      write(value, word: word, to: &changed)
      write(checksum(changed), word: 7, to: &changed)
      let isSound = (try? SpatialIndex(bytes: changed)) != nil
      // Less than a leaf fewer: an index that is as long, and just lacks a point.
      #expect(isSound == (word == 2 && value == 899))
    }
  }

  @Test("whatever is behind the header, answers are numbers of points, and none is harmful")
  func hostileBody() throws {
    let bytes = SpatialIndex(points).bytes
    var chance = Chance(seed: 11)
    var selection = SpatialSelection()
    for round in 0..<120 {
      var changed = bytes
      for _ in 0..<(round < 60 ? 40 : 4000) {
        let position = 64 + Int(chance.next() % UInt64(bytes.count - 64))
        changed[position] = round % 3 == 0 ? 0xFF : UInt8(truncatingIfNeeded: chance.next())
      }
      if round % 10 == 9 { for index in 64..<changed.count { changed[index] = round % 20 == 9 ? 0x80 : 0x7F } }
      let index = try SpatialIndex(bytes: changed)
      for k in [1, 10, 40, 2000] {
        let hits = index.nearest(k, to: place)
        #expect(hits.count <= 900)
        #expect(hits.allSatisfy { (0..<900).contains($0.index) && $0.metres >= 0 && $0.metres < 2.1e7 })
        #expect(index.nearest(k, to: place) { (0..<900).contains($0) }.allSatisfy { (0..<900).contains($0.index) })
      }
      for metres in [10.0, 3000, 1.5e7, .infinity] {
        #expect(index.within(metres: metres, of: place).allSatisfy { (0..<900).contains($0.index) })
        index.select(within: metres, of: place, into: &selection)
        #expect(selection.withNumbers { $0.allSatisfy { $0 < 900 } })
      }
      #expect(index.inBox(south: 47.99, west: 10.9, north: 48.1, east: 11).allSatisfy { (0..<900).contains($0) })
      #expect(index.inBox(south: -90, west: -180, north: 90, east: 180).count <= 912)
    }
  }

  private func write(_ value: UInt64, word: Int, to bytes: inout [UInt8]) {
    for index in 0..<8 { bytes[8 * word + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
  }

  /// FNV-1a with 64 bits, of all of the header but its last word.
  private func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.prefix(56).reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// Memory of an index that only has what was asked for; everything else is as if it were damaged.
private final class LazyMemory: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let memory: UnsafeMutableRawBufferPointer
  private let whole: [UInt8]
  private var isHere: [Bool]

  init(_ whole: [UInt8]) {
    self.whole = whole
    memory = .allocate(byteCount: whole.count, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0xFF)
    bytes = UnsafeRawBufferPointer(memory)
    isHere = Array(repeating: false, count: whole.count)
  }

  deinit { memory.deallocate() }

  /// How many bytes were asked for.
  var loaded: Int { isHere.count { $0 } }

  func need(_ count: Int, at offset: Int) {
    for byte in offset..<(offset + count) {
      memory[byte] = whole[byte]
      isHere[byte] = true
    }
  }
}

/// The kinds of questions to an index.
private enum Question: CaseIterable {
  case nearest, nearestOfSome, within, select, box, all

  /// The numbers of the answer; sorted where they have no certain order.
  func answer(_ index: SpatialIndex, _ place: SpatialPoint) -> [Int] {
    switch self {
    case .nearest: return index.nearest(10, to: place).map(\.index)
    case .nearestOfSome: return index.nearest(20, to: place) { $0.isMultiple(of: 2) }.map(\.index)
    case .within: return index.within(metres: 300, of: place).map(\.index)
    case .select:
      var selection = SpatialSelection()
      index.select(within: 300, of: place, into: &selection)
      return selection.withNumbers { $0.map { Int($0) }.sorted() }
    case .box: return index.inBox(south: 47.99, west: 10.99, north: 48, east: 11).sorted()
    case .all: return index.within(metres: .infinity, of: place).map(\.index)
    }
  }
}
