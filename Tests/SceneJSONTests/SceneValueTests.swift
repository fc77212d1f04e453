import CoreGraphics
import Documents
import QuartzCore
import TestDocuments
import Testing

/// Each kind of value, as a property of a layer has it.
struct SceneValueTests {
  @Test func scalars() throws {
    let layer = try SceneText.layer(
      """
      "position": [5, 6], "bounds": [1, 2, 30, 40], "shadowOffset": [3, -4], "opacity": 0.25, "hidden": true,
      "masksToBounds": true, "cornerRadius": 4, "contentsGravity": "topLeft", "maskedCorners": 3, "name": "a",
      "repeatCount": "infinity", "speed": 2, "zPosition": 3
      """)
    #expect(layer.position == CGPoint(x: 5, y: 6) && layer.bounds == CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(layer.shadowOffset == CGSize(width: 3, height: -4) && layer.opacity == 0.25 && layer.isHidden)
    #expect(layer.masksToBounds && layer.cornerRadius == 4 && layer.contentsGravity == .topLeft)
    #expect(layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner] && layer.name == "a")
    #expect(layer.repeatCount == .infinity && layer.speed == 2 && layer.zPosition == 3)
  }

  @Test(
    "Colours are CSS's",
    arguments: [
      ("tomato", [255, 99, 71, 255]), ("#f80", [255, 136, 0, 255]), ("#01020304", [1, 2, 3, 4]),
      ("rgb(255 0 0 / 20%)", [255, 0, 0, 51]), ("rgba(0, 128, 255, 1)", [0, 128, 255, 255]),
      ("hsl(120 100% 50%)", [0, 255, 0, 255]), ("hsl(240deg, 100%, 25%)", [0, 0, 128, 255]),
      ("color(srgb 1 0 1 / 0)", [255, 0, 255, 0]),
    ])
  func colors(text: String, bytes: [Int]) throws {
    let color = try #require(try SceneText.layer("\"backgroundColor\": \"\(text)\"").backgroundColor?.rgba)
    #expect([color.x, color.y, color.z, color.w].map { Int(($0 * 255).rounded()) } == bytes)
  }

  @Test("Display P3's red lies beyond sRGB") func wideColor() throws {
    let color = try #require(try SceneText.layer("\"borderColor\": \"color(display-p3 1 0 0)\"").borderColor)
    #expect(color.colorSpace?.name == CGColorSpace.displayP3)
  }

  @Test("A null is no colour") func noColor() throws {
    #expect(try (SceneText.layer("\"type\": \"shape\", \"fillColor\": null") as? CAShapeLayer)?.fillColor == nil)
  }

  @Test(
    "An angle has its unit, or is radians",
    arguments: ["\"90deg\"", "\"0.25turn\"", "1.5707963267948966", "\"1.5707963267948966rad\""])
  func angles(text: String) throws {
    let transform = try SceneText.layer("\"transform.rotation.z\": \(text)").transform
    #expect(abs(transform.m11) < 1e-12 && abs(transform.m12 - 1) < 1e-12)
  }

  @Test("Whole values are set before fields of them, whatever their order") func order() throws {
    let layer = try SceneText.layer(
      #""transform.scale.x": 5, "transform": [2, 0, 0, 3, 7, 8], "frame": [10, 20, 30, 40], "anchorPoint": [0, 0]"#
    )
    #expect(layer.transform.m11 == 5 && layer.transform.m22 == 3 && layer.transform.m41 == 7)
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test func transforms() throws {
    let rows = try SceneText.layer("\"transform\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]").transform
    #expect(rows.m12 == 2 && rows.m21 == 5 && rows.m34 == 12 && rows.m43 == 15)
    // The first step is the outermost: the point 1, 0 is scaled to 2, 0, turned to 0, 2, and moved to 10, 2.
    let steps = try SceneText.layer(
      "\"transform\": [{\"translate\": [10, 0]}, {\"rotate\": \"90deg\"}, {\"scale\": [2, 3]}]"
    ).transform
    let point = CGPoint(x: 1, y: 0).applying(CATransform3DGetAffineTransform(steps))
    #expect(abs(point.x - 10) < 1e-12 && abs(point.y - 2) < 1e-12)
  }

  @Test(
    "Paths are SVG's, or shapes",
    arguments: [
      ("\"M1 2h3v4z\"", "M 1,2 L 4,2 L 4,6 Z"), ("{\"rect\": [1, 2, 3, 4]}", "M 1,2 L 4,2 L 4,6 L 1,6 Z"),
      ("{\"slot\": \"p\", \"default\": \"M0 0L1 1\"}", "M 0,0 L 1,1"),
    ])
  func paths(text: String, expected: String) throws {
    let layer = try SceneText.layer("\"type\": \"shape\", \"path\": \(text)") as? CAShapeLayer
    #expect(layer?.path?.elementText == expected)
  }

  @Test func roundShapes() throws {
    let ellipse = try SceneText.layer("\"shadowPath\": {\"ellipse\": [2, 4, 6, 8]}").shadowPath
    #expect(
      ellipse?.boundingBox == CGRect(x: 2, y: 4, width: 6, height: 8)
        && ellipse?.contains(CGPoint(x: 2.1, y: 4.1)) == false)
    // A radius of more than half the sides is half of them.
    let round = try SceneText.layer("\"shadowPath\": {\"rect\": [0, 0, 10, 20], \"cornerRadius\": 99}").shadowPath
    #expect(
      round?.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 20) && round?.contains(CGPoint(x: 1, y: 1)) == false)
  }

  @Test func lists() throws {
    let layer = try #require(
      try SceneText.layer(
        ##""type": "gradient", "colors": ["red", "#00f8"], "locations": [0, 0.5], "gradientType": "radial""##
      )
        as? CAGradientLayer)
    #expect((layer.colors as? [CGColor])?.map(\.alpha) == [1, CGFloat(0x88) / 255])
    #expect(layer.locations == [0, 0.5] && layer.type == .radial)
  }

  @Test(
    "A value of another kind is an error that says what was expected",
    arguments: [
      ("\"opacity\": \"1\"", "/layers/0/opacity: '1'; expected a number"),
      ("\"opacity\": [1]", "/layers/0/opacity: a list of 1; expected a number"),
      ("\"hidden\": 1", "/layers/0/hidden: 1; expected true or false"),
      ("\"position\": [1]", "/layers/0/position: a list of 1; expected [x, y]"),
      ("\"position\": [1, \"2\"]", "/layers/0/position/1: '2'; expected a number of points"),
      ("\"bounds\": [0, 0, 1e9, 1]", "/layers/0/bounds/2: 1e+09; expected from -1e+07 to 1e+07"),
      ("\"opacity\": 1e300", "/layers/0/opacity: 1e+300; expected a finite number of single precision"),
      ("\"beginTime\": 1e10", "/layers/0/beginTime: 1e+10; expected from -1e+09 to 1e+09"),
      ("\"contentsGravity\": \"resizeAspectfill\"", "did you mean 'resizeAspectFill'?"),
      ("\"backgroundColor\": \"tomatoe\"", "/layers/0/backgroundColor: 'tomatoe'; expected a colour as in CSS"),
      ("\"transform.rotation.z\": \"30 deg\"", "expected radians, or \"30deg\""),
      ("\"transform\": [1, 2, 3]", "expected 16 numbers"), ("\"transform\": [{\"skew\": 1}]", "has no member 'skew'"),
      ("\"shadowPath\": \"M0 0 X\"", "path data at character 6"),
      ("\"shadowPath\": {\"cornerRadius\": 1}", "expected SVG path data"),
      ("\"maskedCorners\": 1.5", "expected a whole number"), ("\"position\": null", "null; expected [x, y]"),
    ])
  func wrongKinds(members: String, message: String) throws {
    let problem = try #require(try SceneText.problem(members))
    #expect(problem.contains(message), "\(problem)")
  }
}
