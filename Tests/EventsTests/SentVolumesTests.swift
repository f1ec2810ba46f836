import EventDomain
import Testing

@Suite("What players have sent")
struct SentVolumesTests {
  @Test("counts all their messages, empty ones too, and tells who has sent more than anybody may at once")
  func large() throws {
    let (ann, ben) = (try #require(PlayerID("AAAAAAAAAAAAAAAA")), try #require(PlayerID("BBBBBBBBBBBBBBBB")))
    var sent = SentVolumes([ann: 32 << 20])
    #expect(sent.large == [:])
    sent.add(0, of: ann)
    // 32 MiB of messages of 1 KiB, which count for two.
    for _ in 0..<16_384 { sent.add(1024, of: ben) }
    #expect(sent.large == [ann: 32 << 20 + 1024])
    sent.add(10, of: ben)
    #expect(sent.large == [ann: 32 << 20 + 1024, ben: 32 << 20 + 1034])
    sent.keep([ben])
    #expect(sent.large == [ben: 32 << 20 + 1034])
  }
}
