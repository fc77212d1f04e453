import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import QuartzCore
import SceneFiles
import TestDocuments
import Testing

@testable import CAML

struct DocumentTests {
  /// The document's root layer: the scene root holds a placement, which holds it.
  private func root(_ scene: Scene) throws -> CALayer {
    try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
  }

  @Test func layersAndProperties() throws {
    let scene = try Fixtures.load(
      Fixtures.document(
        rootAttributes: "geometryFlipped='1' speed='2' timeOffset='0.5' repeatCount='inf'",
        """
        <backgroundColor value="1 0.5 0" opacity="0.5"/>
        <sublayers>
          <CALayer name="a" bounds="1 2 30 40" position="5 6" anchorPoint="0 1" zPosition="3" opacity="0.25" hidden="1"
            cornerRadius="4" masksToBounds="1" backgroundColor="0 0 1 0.5" contentsGravity="topLeft" maskedCorners="3"
            transform.rotation.z="0.5" transform="rotate(90deg)" borderWidth="2" cornerCurve="circular">
            <sublayers><CALayer name="b" bounds.size.width="7" position.x="9" transform.rotation.z="1.5"/></sublayers>
          </CALayer>
          <CALayer name="c" frame="10 20 30 40" anchorPoint="0 0"><borderColor value="0 1 0"/></CALayer>
        </sublayers>
        """))
    #expect(scene.notes == [])
    let root = try root(scene)
    #expect(root.isGeometryFlipped)
    #expect(root.speed == 2 && root.timeOffset == 0.5 && root.repeatCount == .infinity)
    #expect(root.backgroundColor == CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5))
    let a = try #require(root.sublayers?.first)
    #expect(a.name == "a" && root.sublayers?.count == 2)
    #expect(a.bounds == CGRect(x: 1, y: 2, width: 30, height: 40) && a.position == CGPoint(x: 5, y: 6))
    #expect(a.anchorPoint == CGPoint(x: 0, y: 1) && a.zPosition == 3 && a.opacity == 0.25)
    #expect(a.isHidden && a.masksToBounds && a.cornerRadius == 4 && a.borderWidth == 2)
    #expect(a.contentsGravity == .topLeft)
    #expect(a.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    // The whole transform wins over its field.
    #expect(abs(a.transform.m12 - 1) < 1e-12)
    let b = try #require(a.sublayers?.first)
    #expect(b.bounds.width == 7 && b.position.x == 9 && abs(b.transform.m12 - sin(1.5)) < 1e-12)
    #expect(root.sublayers?[1].position == CGPoint(x: 10, y: 20))
    #expect(root.sublayers?[1].borderColor == CGColor(red: 0, green: 1, blue: 0, alpha: 1))
  }

  @Test func contentsAreSharedAndScaled() throws {
    let scene = try Fixtures.load(
      Fixtures.document(
        """
        <contents type="CGImage" src="assets/a.png"/>
        <sublayers>
          <CALayer><contents><CGImage src="assets/a.png"/></contents></CALayer>
          <CALayer><contents><CGImage src="assets/with%20space.png"/></contents></CALayer>
        </sublayers>
        """),
      assets: ["assets/a.png": Fixtures.png(width: 3), "assets/with space.png": Fixtures.png()])
    #expect(scene.notes == [])
    let root = try root(scene)
    let image = try #require(root.contents as? CGImage)
    #expect(image.width == 3)
    #expect(root.sublayers?[0].contents as? CGImage === image)
    #expect(root.sublayers?[1].contents != nil)
  }

  @Test func animatedImagesPlay() throws {
    let frames = (1...3).map { number in
      let pixels: [UInt8] = (0..<4).flatMap { _ in [UInt8(number * 50), 0, 0, 255] as [UInt8] }
      return OutputFrame(CGImage(width: 2, height: 2, premultipliedRGBA: pixels), delay: 0.2)
    }
    for format in [ImageCodec.gif, .png, .webp] {
      let file = try ImageFile.encode(frames, as: format, OutputSettings(), name: "frames")
      let scene = try Fixtures.load(
        Fixtures.document("<contents type='CGImage' src='a.\(format)'/>"), assets: ["a.\(format)": file])
      #expect(scene.notes == [])
      let root = try root(scene)
      #expect((root.contents as? CGImage)?.pixels[0] == 50)
      let key = try #require(root.animationKeys()?.first)
      let animation = try #require(root.animation(forKey: key) as? CAKeyframeAnimation)
      #expect(animation.values?.compactMap { ($0 as? CGImage)?.pixels[0] } == [50, 100, 150])
      #expect(animation.repeatCount == .infinity && abs(animation.duration - 0.6) < 1e-9)
    }
  }

  @Test func missingImageIsANote() throws {
    let scene = try Fixtures.load(
      Fixtures.document(
        "<contents><CGImage src='assets/no.png'/></contents>\n<contents><CGImage src='assets/no.png'/></contents>"))
    #expect(try root(scene).contents == nil)
    #expect(
      scene.notes.map { "\($0.location.line):\($0.location.column): \($0.message)" } == [
        "3:20: no image 'assets/no.png' in the package; the layer is drawn without it"
      ])
  }

  @Test func whatIsNotKnownIsNotedOnce() throws {
    let scene = try Fixtures.load(
      Fixtures.document(
        """
        <wobble/>
        <sublayers>
          <CATiledLayer/>
          <CAShapeLayer lineWidth="2" lineDash="1"/>
          <MyLayer opacity="abc"/>
          <MyLayer opacity="0.5" lineWidth="2"/>
        </sublayers>
        <mask/>
        """))
    #expect(
      scene.notes.map(\.message) == [
        "<wobble> in CALayer is not known; skipped",
        "CATiledLayer is not drawn yet; shown as CALayer",
        "attribute 'lineDash' of CAShapeLayer is not known; skipped; did you mean 'lineDashPattern'?",
        "MyLayer is no layer class that is known; read as CALayer",
        "opacity: 'abc'; expected a number; skipped",
        "attribute 'lineWidth' of MyLayer is a property of another class; skipped",
        "<mask> holds no layer; expected one, or 'type' with its class",
      ])
    #expect(try root(scene).sublayers?.count == 4)
  }

  /// Editors write the root's id a second time in its first child.
  @Test func aSecondIdIsNoted() throws {
    let scene = try Fixtures.load(Fixtures.document("<sublayers><CALayer id='root'/></sublayers>"))
    #expect(scene.notes.map(\.message) == ["a second layer with the id 'root'; states mean the first one"])
  }

  @Test(arguments: [
    ("<CALayer bounds='0 0 1e9 1e9'/>", "1:16: bounds: a length of 1e+09 points; expected at most 1e+07"),
    ("<CALayer bounds='0 0 70000 10'/>", "1:7: a document of 70000x10 points; expected at most 65536 a side"),
    ("<CALayer/>", "1:7: a document of 0x0 points; expected both sides above 0"),
    ("<CALayer bounds='0 0 9 9' opacity='nan'/>", "1:33: opacity: 'nan' in 'nan'; expected a finite number"),
    ("<CALayer bounds='0 0 9 9' position='inf 0'/>", "1:33: position: 'inf' in 'inf 0'; expected a finite number"),
    ("<x/>", "1:1: <caml> holds no layer; expected one layer element"),
    (
      "<CALayer bounds='0 0 9 9'><contents><CGImage src='/etc/passwd'/></contents></CALayer>",
      "1:52: the asset path '/etc/passwd' is absolute; expected a path inside the package"
    ),
    (
      "<CALayer bounds='0 0 9 9'><contents type='CGImage' src='../a.png'/></CALayer>",
      "1:58: the asset path '../a.png' leaves the package with '..'; expected a path inside the package"
    ),
    (
      "<CALayer bounds='0 0 9 9'><contents type='CGImage' src='%2e%2e/a.png'/></CALayer>",
      "1:58: the asset path '../a.png' leaves the package with '..'; expected a path inside the package"
    ),
  ])
  func errors(layer: String, message: String) throws {
    let error = try #require(try Fixtures.failure("<caml>\(layer)</caml>"))
    #expect(error.kind == .malformed)
    #expect("\(error.place): \(error.message)" == message)
  }

  @Test func truncatedImage() throws {
    let png = try Fixtures.png(width: 64, height: 64)
    let error = try #require(
      try Fixtures.failure(
        Fixtures.document("<contents><CGImage src='a.png'/></contents>"), assets: ["a.png": Array(png.prefix(60))]))
    #expect(error.kind == .malformed)
    #expect(error.place == "3:20")
    #expect(error.message.contains("a.png: truncated PNG"))
  }

  @Test func unclosedElement() throws {
    let error = try #require(try Fixtures.failure("<caml>\n<CALayer bounds='0 0 9 9'>\n<sublayers>\n</caml>"))
    #expect(
      error.description.hasSuffix("main.caml:4:1: </caml> does not close <sublayers> of line 3; expected </sublayers>"))
  }
}
