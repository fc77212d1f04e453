// Delta E beside the published pairs of its test data, and by properties.

import ImageFiles
import Testing

@testable import CoreGraphics

@Suite struct ColorDifferenceTests {
  // Of the table by Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005).
  @Test(
    "CIEDE2000 has the published numbers",
    arguments: [
      (SIMD3(50, 2.6772, -79.7751), SIMD3(50, 0, -82.7485), 2.0425),
      (SIMD3(50, -1.3802, -84.2814), SIMD3(50, 0, -82.7485), 1.0000),
      (SIMD3(50, 0, 0), SIMD3(50, -1, 2), 2.3669), (SIMD3(50, 2.49, -0.001), SIMD3(50, -2.49, 0.0009), 7.1792),
      (SIMD3(50, 2.49, -0.001), SIMD3(50, -2.49, 0.0011), 7.2195), (SIMD3(50, 2.5, 0), SIMD3(73, 25, -18), 27.1492),
      (SIMD3(50, 2.5, 0), SIMD3(50, 3.1736, 0.5854), 1.0000),
      (SIMD3(60.2574, -34.0099, 36.2677), SIMD3(60.4626, -34.1751, 39.4387), 1.2644),
      (SIMD3(22.7233, 20.0904, -46.6940), SIMD3(23.0331, 14.9730, -42.5619), 2.0373),
      (SIMD3(2.0776, 0.0795, -1.1350), SIMD3(0.9033, -0.0636, -0.5514), 0.9082),
    ])
  func e2000(a: SIMD3<Double>, b: SIMD3<Double>, wanted: Double) {
    #expect(abs(ColorAppearance.e2000(a, b) - wanted) < 1e-4)
    #expect(abs(ColorAppearance.e2000(b, a) - wanted) < 1e-4)
    #expect(ColorAppearance.e2000(a, a) == 0)
  }

  @Test("L*a*b* of sRGB, and ICtCp of PQ, have known values")
  func spaces() {
    let srgb = ColorAppearance(.sRGB)
    let red = srgb.lab(SIMD4(1, 0, 0, 1))
    for (found, wanted) in zip([red.x, red.y, red.z], [53.24, 80.09, 67.20]) { #expect(abs(found - wanted) < 0.05) }
    let pq = ColorAppearance(.init(primaries: 9, transfer: 16))
    // A grey's Ct and Cp are 0, and its I is its signal.
    for signal in [0.1, 0.4, 0.58, 0.9] {
      let itp = pq.itp(SIMD4(signal, signal, signal, 1))
      #expect(abs(itp.x - signal) < 2e-3 && abs(itp.y) < 2e-3 && abs(itp.z) < 2e-3, "\(itp)")
    }
    // One step of 10 bits of a grey is 720/1023.
    let step = ColorAppearance.itpDifference(
      pq.itp(SIMD4(0.5, 0.5, 0.5, 1)), pq.itp(SIMD4(SIMD3(repeating: 0.5 + 1 / 1023.0), 1)))
    #expect(abs(step - 720 / 1023.0) < 0.02)
  }
}
