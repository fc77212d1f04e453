// Filter objects: kinds, inputs, key-value coding, and what a layer makes of them.

import CoreGraphics
import CoreImage
import QuartzCore
import Testing

@Suite struct CIFilterTests {
  @Test func defaults() throws {
    let blur = try #require(CIFilter(name: "CIGaussianBlur"))
    #expect(blur.name == "CIGaussianBlur" && blur.isEnabled)
    #expect(blur.inputKeys == ["inputImage", "inputRadius"] && blur.outputKeys == ["outputImage"])
    #expect(blur.value(forKey: "inputRadius") as? Double == 10)
    let pixels = try #require(CIFilter(name: "CIPixellate"))
    #expect(pixels.value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 150, y: 150))
    let mono = try #require(CIFilter(name: "CIColorMonochrome"))
    #expect((mono.value(forKey: kCIInputColorKey) as? CIColor)?.green == 0.45)
    #expect(CIFilter(name: "CINoSuchFilter") == nil && CIFilter(name: "gaussianBlur") == nil)
    #expect(blur.attributes[kCIAttributeFilterName] as? String == "CIGaussianBlur")
    #expect(CIFilter(name: "CIMultiplyBlendMode")?.inputKeys == ["inputImage", "inputBackgroundImage"])
  }

  @Test func inputs() throws {
    let blur = try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 4]))
    #expect(blur.value(forKey: "inputRadius") as? Double == 4)
    blur.setValue(7, forKey: kCIInputRadiusKey)
    #expect(blur.value(forKey: "inputRadius") as? Double == 7)
    blur.setDefaults()
    #expect(blur.value(forKey: "inputRadius") as? Double == 10)
    blur.setValue("soft", forKey: "name")
    blur.setValue(false, forKey: "enabled")
    #expect(blur.name == "soft" && !blur.isEnabled)
    let matrix = try #require(
      CIFilter(name: "CIColorMatrix", withInputParameters: ["inputRVector": CIVector(x: 0, y: 1, z: 0, w: 0)]))
    #expect(matrix.value(forKey: "inputRVector") as? CIVector == CIVector(x: 0, y: 1, z: 0, w: 0))
  }

  @Test func ownFilters() {
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = "blur"
    filter.setValue(3, forKey: "inputRadius")
    #expect(filter.value(forKey: "inputRadius") as? Double == 3 && filter.inputKeys == ["inputRadius"])
    #expect(CAFilter(type: "colorMatrix").value(forKey: "inputColorMatrix") as? [Double] != nil)
    #expect(CAFilter(type: "nonsense").inputKeys.isEmpty)
  }

  @Test("6.22 parameters are reached by filters.NAME.inputKey")
  func keyPaths() throws {
    let layer = CALayer()
    let blur = try #require(CIFilter(name: "CIGaussianBlur"))
    blur.name = "blur"
    let pixels = CAFilter(type: "pixellate")
    layer.filters = [blur, pixels]
    #expect(layer.filters?.count == 2 && layer.filters?.first as? CIFilter === blur)
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 10)
    layer.setValue(5, forKeyPath: "filters.blur.inputRadius")
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 5)
    #expect(blur.value(forKey: "inputRadius") as? Double == 5)
    layer.setValue(CGPoint(x: 3, y: 4), forKeyPath: "filters.pixellate.inputCenter")
    #expect(layer.value(forKeyPath: "filters.pixellate.inputCenter.y") as? Double == 4)
    layer.setValue(9, forKeyPath: "filters.pixellate.inputCenter.x")
    #expect(layer.value(forKeyPath: "filters.pixellate.inputCenter") as? CGPoint == CGPoint(x: 9, y: 4))
    #expect(layer.value(forKeyPath: "filters.other.inputRadius") == nil)
    layer.setValue(1, forKeyPath: "filters.other.inputRadius")
    layer.setValue(false, forKeyPath: "filters.blur.enabled")
    #expect(!blur.isEnabled)
    layer.backgroundFilters = [CAFilter(type: "gaussianBlur")]
    #expect(layer.value(forKeyPath: "backgroundFilters.gaussianBlur.inputRadius") as? Double == 2)
    layer.filters = nil
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") == nil)
  }

  @Test("filters are set by key, by name, and from the style")
  func otherWays() {
    let layer = CALayer()
    layer.setValue([CAFilter(type: "gaussianBlur")], forKey: "filters")
    #expect(layer.values.filters?.filters.map(\.type) == ["gaussianBlur"])
    layer.filters = ["colorInvert", "CISepiaTone"]
    #expect(layer.values.filters?.filters.map(\.type) == ["colorInvert", "CISepiaTone"])
    layer.filters = []
    #expect(layer.values.filters == nil && layer.filters?.isEmpty == true)
    layer.filters = nil
    layer.compositingFilter = "multiplyBlendMode"
    #expect(layer.values.filters?.compositingFilter?.type == "multiplyBlendMode")
    layer.compositingFilter = nil
    layer.style = ["filters": [CAFilter(type: "colorInvert")]]
    #expect(layer.values.filters?.filters.map(\.type) == ["colorInvert"])
    layer.style = nil
    #expect(layer.values.filters == nil)
  }

  @Test("12.1 inputs are animated, and presented")
  func animation() {
    let clock = MediaClock(startingAt: 0)
    let root = CALayer()
    let layer = CALayer()
    root.addSublayer(layer)
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "blur"
    layer.filters = [blur]
    let host = LayerHost(layer: root, clock: clock)
    CATransaction.flush()
    let animation = CABasicAnimation(keyPath: "filters.blur.inputRadius")
    animation.fromValue = 0
    animation.toValue = 20
    animation.duration = 4
    layer.add(animation, forKey: nil)
    let tint = CABasicAnimation(keyPath: "filters.none.inputRadius")
    tint.toValue = 1
    layer.add(tint, forKey: nil)
    CATransaction.flush()
    clock.advance(to: 1)
    #expect(layer.presentation()?.value(forKeyPath: "filters.blur.inputRadius") as? Double == 5)
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 2)
    #expect(host.takeIssues().isEmpty)
  }
}
