// Whole numbers of floating-point numbers that no one has bounded.
import CoreGraphics
import Testing

@Suite struct BoundedNumberTests {
  @Test(
    "R-A4a: no floating-point number traps on its way to a whole one",
    arguments: [
      (0, 0), (-0.9, 0), (2.9, 2), (-2.9, -2), (.nan, 0), (-.nan, 0), (.infinity, 1 << 53), (-.infinity, -(1 << 53)),
      (1e300, 1 << 53), (-1e300, -(1 << 53)), (0x1p53, 1 << 53), (0x1p53 - 1, (1 << 53) - 1),
      (.leastNonzeroMagnitude, 0),
    ] as [(Double, Int)])
  func integers(value: Double, expected: Int) {
    #expect(Int(bounded: value) == expected)
    #expect(Int(bounded: Float(value)) == (abs(value) == 0x1p53 - 1 ? 1 << 53 : expected))
  }

  @Test func memory() {
    #expect(3.formattedAsMemory == "3 bytes" && 1536.formattedAsMemory == "1.5 KiB")
    #expect((1 << 30).formattedAsMemory == "1 GiB" && Int.max.formattedAsMemory == "8 EiB")
  }
}
