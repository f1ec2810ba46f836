import Geodesy
import HuntDomain
import Testing

@Suite("Heading")
struct HeadingTests {
  @Test(
    "the uncertainty is cut to 0 ... 180, and what is no number is no certainty at all",
    arguments: [(12.0, 12.0), (-3, 0), (500, 180), (.nan, 180), (.infinity, 180)])
  func uncertainty(given: Double, kept: Double) {
    #expect(Heading(bearing: .north, source: .compass, uncertainty: given).uncertainty == kept)
  }
}
