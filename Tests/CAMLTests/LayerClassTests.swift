import CoreGraphics
import Foundation
import QuartzCore
import SceneFiles
import TestDocuments
import Testing

@testable import CAML

/// Layer classes other than CALayer, each with every property it adds.
struct LayerClassTests {
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  /// The layer of a document that holds one, and what was noted beside that it is not drawn yet.
  private func load<Layer: CALayer>(_ xml: String, assets: [String: [UInt8]] = [:]) throws -> (Layer, [String]) {
    let scene = try Fixtures.load(Fixtures.document("<sublayers>\(xml)</sublayers>"), assets: assets)
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    let layer = try #require(root.sublayers?.first as? Layer)
    return (layer, scene.notes.map(\.message).filter { !$0.hasSuffix("is not drawn yet; shown as CALayer") })
  }

  @Test(arguments: [
    "CALayer", "CAShapeLayer", "CAGradientLayer", "CATextLayer", "CAReplicatorLayer", "CATransformLayer",
    "CAScrollLayer", "CATiledLayer", "CAEmitterLayer",
  ])
  func everyClass(name: String) throws {
    let (layer, notes): (CALayer, [String]) = try load("<\(name) opacity='0.5'/>")
    #expect("\(type(of: layer))" == name && layer.opacity == 0.5 && notes.isEmpty)
  }

  @Test func shape() throws {
    let (layer, notes): (CAShapeLayer, [String]) = try load(
      """
      <CAShapeLayer fillRule="even-odd" strokeStart="0.25" strokeEnd="0.75" lineWidth="3" miterLimit="4" lineCap="round"
        lineJoin="bevel" lineDashPhase="2" fillColor="0 0 1" shadowPath="M0 0h4v4z">
        <path value="M 1 2 L 11 2 L 11 22 Z"/><strokeColor value="1 0 0" opacity="0.5"/>
        <lineDashPattern><real value="4"/><integer value="2"/></lineDashPattern>
      </CAShapeLayer>
      """)
    #expect(notes.isEmpty && layer.fillRule == .evenOdd && layer.strokeStart == 0.25 && layer.strokeEnd == 0.75)
    #expect(layer.lineWidth == 3 && layer.miterLimit == 4 && layer.lineCap == .round && layer.lineJoin == .bevel)
    #expect(layer.lineDashPhase == 2 && layer.lineDashPattern == [4, 2])
    #expect(layer.fillColor?.components == [0, 0, 1, 1] && layer.strokeColor?.components == [1, 0, 0, 0.5])
    #expect(layer.path?.boundingBox == CGRect(x: 1, y: 2, width: 10, height: 20))
    #expect(layer.shadowPath?.boundingBox == CGRect(x: 0, y: 0, width: 4, height: 4))
  }

  @Test func noFill() throws {
    let (layer, notes): (CAShapeLayer, [String]) = try load(
      "<CAShapeLayer><fillColor type='null'/></CAShapeLayer>")
    #expect(layer.fillColor == nil && notes.isEmpty)
  }

  @Test func gradient() throws {
    let (layer, notes): (CAGradientLayer, [String]) = try load(
      """
      <CAGradientLayer startPoint="0 0.5" endPoint="1 0.5">
        <colors><CGColor value="1 0 0"/><CGColor value="0 0 1" opacity="0.5"/></colors>
        <locations><real value="0.25"/><real value="1"/></locations><type value="radial"/>
      </CAGradientLayer>
      """)
    #expect(notes.isEmpty && layer.startPoint == CGPoint(x: 0, y: 0.5) && layer.endPoint == CGPoint(x: 1, y: 0.5))
    #expect((layer.colors as? [CGColor])?.map(\.components) == [[1, 0, 0, 1], [0, 0, 1, 0.5]])
    #expect(layer.locations == [0.25, 1] && layer.type == .radial)
  }

  @Test func badGradient() throws {
    let (layer, notes): (CAGradientLayer, [String]) = try load(
      """
      <CAGradientLayer colors="1 0 0" type="square">\
      <colors><CGColor value="red"/><real value="1"/></colors></CAGradientLayer>
      """)
    #expect(layer.colors?.isEmpty == true && layer.type == .axial)
    #expect(
      notes == [
        "colors: '1 0 0'; expected CGColor elements; skipped",
        "type: 'square'; expected one of axial, radial, conic; skipped",
        "colors: 'red'; expected 'red green blue' or 'red green blue alpha', each from 0 to 1; skipped",
        "colors: a value of type 'real' does not fit; skipped",
      ])
  }

  @Test func text() throws {
    let (layer, notes): (CATextLayer, [String]) = try load(
      """
      <CATextLayer fontSize="14" wrapped="1" truncationMode="end" alignmentMode="center" foregroundColor="1 0 0">
        <string type="string" value="Hello &amp; bye"/><font type="string" value="Courier"/>
      </CATextLayer>
      """)
    #expect(notes.isEmpty && layer.string as? String == "Hello & bye" && layer.font as? String == "Courier")
    #expect(layer.fontSize == 14 && layer.isWrapped && layer.truncationMode == .end && layer.alignmentMode == .center)
    #expect(layer.foregroundColor == red)
  }

  @Test func replicator() throws {
    let (layer, notes): (CAReplicatorLayer, [String]) = try load(
      """
      <CAReplicatorLayer instanceCount="5" instanceDelay="0.25" instanceTransform="translate(10, 0)"
        instanceColor="1 0 0" instanceRedOffset="-0.1" instanceAlphaOffset="-0.2" preservesDepth="1"/>
      """)
    #expect(notes.isEmpty && layer.instanceCount == 5 && layer.instanceDelay == 0.25 && layer.preservesDepth)
    #expect(layer.instanceTransform == CATransform3DMakeTranslation(10, 0, 0) && layer.instanceColor == red)
    #expect(layer.instanceRedOffset == -0.1 && layer.instanceAlphaOffset == -0.2)
  }

  @Test func scrollAndTiles() throws {
    let (scroll, scrollNotes): (CAScrollLayer, [String]) = try load("<CAScrollLayer scrollMode='vertically'/>")
    #expect(scroll.scrollMode == .vertically && scrollNotes.isEmpty)
    let (tiled, tiledNotes): (CATiledLayer, [String]) = try load(
      "<CATiledLayer levelsOfDetail='3' levelsOfDetailBias='1' tileSize='64 32'/>")
    #expect(tiled.levelsOfDetail == 3 && tiled.levelsOfDetailBias == 1 && tiledNotes.isEmpty)
    #expect(tiled.tileSize == CGSize(width: 64, height: 32))
  }

  @Test func emitter() throws {
    let (layer, notes): (CAEmitterLayer, [String]) = try load(
      """
      <CAEmitterLayer emitterPosition="3 4" emitterSize="5 6" emitterShape="circle" emitterMode="outline"
        renderMode="additive" birthRate="2" seed="7">
        <emitterCells>
          <CAEmitterCell name="spark" birthRate="20" lifetime="100" velocity="114" emissionLongitude="-1.5"
            contentsRect="0 0 0.5 1" enabled="0" duration="inf" wobble="1">
            <contents><CGImage src="spark.png"/></contents><color value="1 0 0" opacity="0.5"/>
            <emitterCells><CAEmitterCell name="smoke"/></emitterCells>
          </CAEmitterCell>
          <CALayer/>
        </emitterCells>
      </CAEmitterLayer>
      """, assets: ["spark.png": Fixtures.png()])
    #expect(layer.emitterPosition == CGPoint(x: 3, y: 4) && layer.emitterSize == CGSize(width: 5, height: 6))
    #expect(layer.emitterShape == .circle && layer.emitterMode == .outline && layer.renderMode == .additive)
    #expect(layer.birthRate == 2 && layer.seed == 7 && layer.emitterCells?.count == 1)
    let cell = try #require(layer.emitterCells?.first)
    #expect(cell.name == "spark" && cell.birthRate == 20 && cell.lifetime == 100 && cell.velocity == 114)
    #expect(cell.emissionLongitude == -1.5 && !cell.isEnabled && cell.duration == .infinity)
    #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 0.5, height: 1) && cell.contents is CGImage)
    #expect(cell.color?.components == [1, 0, 0, 0.5] && cell.emitterCells?.map(\.name) == ["smoke"])
    #expect(
      notes == [
        "attribute 'wobble' of CAEmitterCell is not known; skipped",
        "<CALayer> in <emitterCells> is not known; expected CAEmitterCell",
      ])
  }

  @Test func animatedCells() throws {
    let (layer, notes): (CAEmitterLayer, [String]) = try load(
      """
      <CAEmitterLayer><emitterCells><CAEmitterCell name="spark" birthRate="20"/></emitterCells><animations>
        <animation type="CABasicAnimation" keyPath="emitterCells.spark.birthRate" key="rate" duration="1">
          <fromValue type="real" value="1"/><toValue type="real" value="5"/></animation>
        <animation type="CABasicAnimation" keyPath="emitterCells.spark.color" key="color" duration="1">
          <toValue type="CGColor" value="1 0 0"/></animation>
      </animations></CAEmitterLayer>
      """)
    #expect(notes.isEmpty)
    let rate = try #require(layer.animation(forKey: "rate") as? CABasicAnimation)
    #expect(rate.keyPath == "emitterCells.spark.birthRate" && (rate.toValue as? NSNumber)?.doubleValue == 5)
    #expect(((layer.animation(forKey: "color") as? CABasicAnimation)?.toValue as? CGColor)?.components == [1, 0, 0, 1])
  }

  @Test func animationsOfAddedProperties() throws {
    let (layer, notes): (CAGradientLayer, [String]) = try load(
      """
      <CAGradientLayer><animations>
        <animation type="CABasicAnimation" keyPath="colors" key="colors" duration="1"><toValue><NSArray>
          <CGColor value="1 0 0"/></NSArray></toValue></animation>
        <animation type="CAKeyframeAnimation" keyPath="startPoint.x" key="x" duration="1"><values>
          <real value="0"/><real value="1"/></values></animation>
      </animations></CAGradientLayer>
      """)
    #expect(notes.isEmpty)
    let colors = try #require(layer.animation(forKey: "colors") as? CABasicAnimation)
    #expect(colors.toValue as? [CGColor] == [red])
    #expect((layer.animation(forKey: "x") as? CAKeyframeAnimation)?.values?.count == 2)
  }

  @Test func statesOfAddedProperties() throws {
    let scene = try Fixtures.load(
      Fixtures.document(
        """
        <sublayers><CAShapeLayer id="line" strokeEnd="0.25"/></sublayers>
        <states><LKState name="Drawn"><elements>
          <LKStateSetValue targetId="line" keyPath="strokeEnd"><value type="real" value="0.5"/></LKStateSetValue>
        </elements></LKState></states>
        """))
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    let line = try #require(root.sublayers?.first as? CAShapeLayer)
    try scene.setState("Drawn")
    #expect(line.strokeEnd == 0.5)
    try scene.setState(nil)
    #expect(line.strokeEnd == 0.25)
  }
}
