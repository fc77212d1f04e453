// What a layer element holds besides its properties: mask, style, constraints, layout manager.
import CoreGraphics
import QuartzCore
import SceneFiles
import TestDocuments
import Testing

@testable import CAML

@Suite struct LayerChildrenTests {
  private func load(_ content: String) throws -> (root: CALayer, notes: [String]) {
    let scene = try Fixtures.load(Fixtures.document(content))
    return (try #require(scene.rootLayer.sublayers?.first?.sublayers?.first), scene.notes.map(\.message))
  }

  @Test(
    "D-2: masks, as a layer inside or of a class by type",
    arguments: [
      "<mask><CAShapeLayer id='m' opacity='0.5' position='3 4'><path value='M0 0h9v9z'/></CAShapeLayer></mask>",
      "<mask type='CAShapeLayer' id='m' opacity='0.5' position='3 4'><path value='M0 0h9v9z'/></mask>",
    ])
  func masks(mask: String) throws {
    let state = """
      <states><LKState name='S'><elements><LKStateSetValue targetId='m' keyPath='opacity'>
      <value type='real' value='0.25'/></LKStateSetValue></elements></LKState></states>
      """
    let scene = try Fixtures.load(Fixtures.document(mask + state))
    #expect(scene.notes == [])
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    let shape = try #require(root.mask as? CAShapeLayer)
    #expect(shape.opacity == 0.5 && shape.position == CGPoint(x: 3, y: 4) && shape.superlayer === root)
    #expect(shape.path?.boundingBox == CGRect(x: 0, y: 0, width: 9, height: 9))
    #expect(root.sublayers == nil)
    try scene.setState("S")
    #expect(shape.opacity == 0.25)
  }

  @Test("D-2: a mask has sublayers, animations and a mask of its own")
  func wholeMasks() throws {
    let (root, notes) = try load(
      """
      <mask type='CAGradientLayer' startPoint='0 0'><colors><CGColor value='1 1 1'/><CGColor value='1 1 1 0'/></colors>
      <sublayers><CALayer/></sublayers><mask><CALayer name='inner'/></mask>
      <animations><animation type='CABasicAnimation' keyPath='opacity' key='k' duration='2'/></animations></mask>
      """)
    #expect(notes == [])
    let mask = try #require(root.mask as? CAGradientLayer)
    #expect(mask.colors?.count == 2 && mask.type == .axial && mask.sublayers?.count == 1)
    #expect(mask.mask?.name == "inner" && mask.animation(forKey: "k")?.duration == 2)
  }

  @Test func whatIsNoMask() throws {
    #expect(try load("<mask type='null'/>").notes == [] && load("<mask><null/></mask>").notes == [])
    let (root, notes) = try load("<mask><CALayer name='a'/><CALayer name='b'/></mask>")
    #expect(root.mask?.name == "a" && notes == ["a second layer in <mask> is skipped; a mask is one"])
    #expect(try load("<mask type='axial'/>").notes == ["<mask> holds no layer; expected one, or 'type' with its class"])
  }

  @Test(
    "D-3: style dictionaries",
    arguments: [("<style type='NSDictionary'>", "</style>"), ("<style><NSDictionary>", "</NSDictionary></style>")])
  func styles(tags: (begin: String, end: String)) throws {
    let (root, notes) = try load(
      """
      \(tags.begin)<opacity type='real' value='0.25'/><cornerRadius value='4'/><backgroundColor value='1 0 0'/>
      <wobble value='1'/><style><opacity value='1'/><borderWidth type='integer' value='2'/></style>\(tags.end)
      """)
    #expect(notes == ["a style's 'wobble' is not known; skipped"])
    #expect(root.opacity == 0.25 && root.cornerRadius == 4 && root.borderWidth == 2)
    #expect(root.backgroundColor?.components == [1, 0, 0, 1])
    #expect(root.style?.count == 4)
  }

  @Test("D-3: what a layer says itself counts before its style")
  func ownValuesBeforeStyle() throws {
    let scene = try Fixtures.load(
      Fixtures.document(rootAttributes: "opacity='0.5'", "<style type='NSDictionary'><opacity value='0.25'/></style>"))
    #expect(scene.rootLayer.sublayers?.first?.sublayers?.first?.opacity == 0.5)
  }

  @Test(
    "D-3: constraints place sublayers",
    arguments: [
      "<layoutManager type='CAConstraintLayoutManager'/>",
      "<layoutManager><CAConstraintLayoutManager/></layoutManager>",
    ])
  func constraints(manager: String) throws {
    let (root, notes) = try load(
      """
      \(manager)<sublayers>
      <CALayer name='a' bounds='0 0 10 10'><constraints>
        <CAConstraint attribute='midX' relativeTo='superlayer' sourceAttribute='midX' offset='5'/>
        <CAConstraint attribute='minY' sourceName='superlayer' sourceAttribute='height' scale='0.25'/>
      </constraints></CALayer>
      <CALayer name='b' bounds='0 0 10 10'><constraints><NSArray>
        <CAConstraint attribute='0' source='a' sourceAttribute='2'/>
      </NSArray></constraints></CALayer></sublayers>
      """)
    #expect(notes == [])
    root.layoutIfNeeded()
    let layers = try #require(root.sublayers)
    #expect(layers[0].frame == CGRect(x: 50, y: 50, width: 10, height: 10))
    #expect(layers[1].frame.minX == 60)
  }

  @Test func constraintsThatAreNotWhole() throws {
    let (root, notes) = try load(
      """
      <layoutManager type='MyManager'/><constraints><CAConstraint attribute='midX'/><Constraint/>
      <CAConstraint attribute='left' sourceAttribute='midX'/><CAConstraint attribute='8' sourceAttribute='midX'/>
      <CAConstraint attribute='minX' sourceAttribute='midX' offset='x' priority='1'/></constraints>
      """)
    #expect(root.layoutManager == nil && root.constraints?.count == 1)
    let edges = "minX, midX, maxX, width, minY, midY, maxY, height"
    #expect(
      notes == [
        "'MyManager' is no layout manager that is known; expected CAConstraintLayoutManager",
        "a constraint needs 'attribute' and 'sourceAttribute'; skipped",
        "<Constraint> in <constraints> is not known; expected CAConstraint",
        "'left' is no attribute of a constraint; expected one of \(edges)",
        "'8' is no attribute of a constraint; expected one of \(edges)",
        "offset: 'x'; expected a number; skipped", "attribute 'priority' of CAConstraint is not known; skipped",
      ])
  }

  @Test("D-4: notes quote at most 80 characters of a value")
  func longValues() throws {
    let long = String(repeating: "x", count: 5000)
    let (_, notes) = try load(
      """
      <sublayers><CALayer opacity='\(long)' transform='\(long)' \(long)='1'/><\(long)/></sublayers>
      <filters><CAFilter type='\(long)'/></filters><style><\(long) value='1'/></style>
      <animations><animation type='\(long)'/><animation type='CABasicAnimation' keyPath='\(long)'/></animations>
      """)
    #expect(notes.count >= 7)
    for note in notes { #expect(note.count < 250 && !note.contains(String(repeating: "x", count: 81))) }
  }
}
