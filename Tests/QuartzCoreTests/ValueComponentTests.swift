import QuartzCore
import Testing

@Suite struct ValueComponentTests {
  @Test(
    "12.2 fields of points, sizes and rectangles",
    arguments: [
      ("position.x", 1.0), ("position.y", 2), ("bounds.origin.x", 3), ("bounds.origin.y", 4), ("bounds.size.width", 5),
      ("bounds.size.height", 6), ("anchorPoint.x", 7), ("zPosition", 8), ("transform.scale.x", 9),
    ])
  func numbers(path: String, number: Double) throws {
    let keyPath = try #require(LayerKeyPath(path))
    var values = LayerValues()
    values[keyPath] = .number(number)
    #expect(values[keyPath] == .number(number))
  }

  @Test("12.2 the origin and size of a rectangle")
  func structures() throws {
    var values = LayerValues()
    values[try #require(LayerKeyPath("bounds.origin"))] = .point(CGPoint(x: 1, y: 2))
    values[try #require(LayerKeyPath("bounds.size"))] = .size(CGSize(width: 3, height: 4))
    #expect(values.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test(
    "A path to a field that the property lacks is none",
    arguments: ["position.z", "position.width", "bounds.x", "opacity.x", "transform.rotation.w", "backgroundColor.x"])
  func unknown(path: String) { #expect(LayerKeyPath(path) == nil) }

  @Test("A value of the wrong kind changes nothing")
  func wrongKind() {
    var value = AnimatableValue.point(CGPoint(x: 1, y: 2))
    value[.x] = .string("left")
    value[.width] = .number(5)
    #expect(value == .point(CGPoint(x: 1, y: 2)))
  }
}
