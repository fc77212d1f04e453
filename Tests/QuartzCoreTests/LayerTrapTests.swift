// NaN in the geometry that places a layer ends the process, as Apple's framework raises CALayerInvalidGeometry.

import QuartzCore
import Testing

@Suite struct LayerTrapTests {
  private static func expect(_ result: ExitTest.Result?, says words: String) {
    #if DEBUG
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains(words), "\(message)")
    #endif
  }

  @Test("NaN in position")
  func position() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().position = CGPoint(x: 0, y: CGFloat.nan)
    }
    Self.expect(result, says: "CALayer.position contains NaN")
  }

  @Test("NaN in bounds")
  func bounds() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().bounds = CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)
    }
    Self.expect(result, says: "CALayer.bounds contains NaN")
  }

  @Test("NaN in frame")
  func frame() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().frame = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
    }
    Self.expect(result, says: "CALayer.frame contains NaN")
  }

  @Test("NaN by key path")
  func keyPath() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().setValue(Double.nan, forKeyPath: "position.x")
    }
    Self.expect(result, says: "CALayer.position contains NaN")
  }
}
