import ImageFiles
import Testing

@Suite struct PremultiplicationTests {
  @Test func roundsToNearest() {
    for alpha in 0...255 {
      var pixels = (0...255).flatMap { value -> [UInt8] in [UInt8(value), 0, 255, UInt8(alpha)] }
      premultiply(&pixels)
      for value in 0...255 {
        let exact = Double(value * alpha) / 255
        #expect(Int(pixels[value * 4]) == Int(exact.rounded()))
        #expect(Int(pixels[value * 4 + 2]) == alpha)
        #expect(Int(pixels[value * 4 + 3]) == alpha)
      }
    }
  }

  @Test func premultipliedPixelsSurviveTheWayThroughStraight() {
    for alpha in 0...255 {
      let premultiplied = (0...alpha).flatMap { value -> [UInt8] in [UInt8(value), 0, UInt8(alpha), UInt8(alpha)] }
      var pixels = unpremultiplied(premultiplied)
      premultiply(&pixels)
      #expect(pixels == premultiplied)
    }
  }

  @Test func componentsAboveAlphaAreClamped() {
    #expect(unpremultiplied([200, 100, 50, 100]) == [255, 255, 128, 100])
    #expect(unpremultiplied([200, 100, 50, 0]) == [0, 0, 0, 0])
  }

  @Test func flatteningShowsTheBackdrop() {
    #expect(
      flattened([100, 0, 0, 100, 0, 0, 0, 0, 1, 2, 3, 255], over: 255) == [255, 155, 155, 255, 255, 255, 1, 2, 3])
    #expect(flattened([100, 0, 0, 100], over: 0) == [100, 0, 0])
  }
}
