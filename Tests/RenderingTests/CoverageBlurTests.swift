// The blur of a coverage on the CPU, and the plan of the GPU's, against the exact shadow.

import Foundation
import Testing

@testable import Compositor

@Suite struct CoverageBlurTests {
  /// The coverage of a rectangle.
  private func coverage(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double, _ side: Int) -> CoverageMap {
    func part(_ index: Int, _ low: Double, _ high: Double) -> Double {
      max(0, min(high, Double(index + 1)) - max(low, Double(index)))
    }
    let bytes = (0..<side * side).map { index in
      UInt8((part(index % side, minX, maxX) * part(index / side, minY, maxY) * 255).rounded())
    }
    return CoverageMap(width: side, height: side, bytes: bytes)
  }

  @Test(arguments: [2, 2.5, 3.3, 5]) func blurOfARectangle(sigma: Double) {
    let (minX, minY, maxX, maxY) = (22.3, 25.0, 45.75, 33.5)
    let map = coverage(minX, minY, maxX, maxY, 64).blurred(sigmaX: sigma, sigmaY: sigma)
    let oracle = ShadowOracle(width: maxX - minX, height: maxY - minY, sigma: sigma, pixel: 1)
    var worst = 0.0
    for y in 0..<64 {
      for x in 0..<64 {
        let exact = oracle.value(Double(x) + 0.5 - minX, Double(y) + 0.5 - minY)
        worst = max(worst, abs(Double(map.bytes[y * 64 + x]) - exact * 255))
      }
    }
    #expect(worst <= 2, "\(worst)")
  }

  @Test func narrowBlursKeepTheSum() {
    for sigma in [0.0, 0.05, 0.2, 0.31, 0.33, 0.5] {
      let map = coverage(10, 10, 20, 21, 32).blurred(sigmaX: sigma, sigmaY: sigma)
      let sum = map.bytes.reduce(0.0) { $0 + Double($1) } / 255
      #expect(abs(sum - 110) < 0.5, "\(sum) at \(sigma)")
    }
  }

  @Test func plansStayNarrow() {
    for sigma in [0.2, 1, 3.9, 4.1, 8, 33, 100, 400, 5000] {
      let plan = BlurPlan(sigmaX: sigma, sigmaY: sigma / 3)
      #expect(plan.sigmaX <= BlurPlan.widest && plan.sigmaY <= BlurPlan.widest)
      if sigma > 4 && sigma <= BlurPlan.largest { #expect(plan.sigmaX > 1.8) }
      let result = plan.result(content: Box(10, 10, 110, 60), visible: Box(0, 0, 200, 200))
      #expect(result == plan.aligned(result))
      let source = plan.source(content: Box(10, 10, 110, 60), visible: Box(0, 0, 200, 200))
      #expect(source.contains(Box(10, 10, 110, 60)))
    }
  }
}
