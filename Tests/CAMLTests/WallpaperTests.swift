// Wallpapers of the shape that Apple's own have: states that are based on others, states by appearance and orientation,
// emitters that have run for ever, transitions without animations.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import SceneFiles
import TestDocuments
import TestSupport
import Testing

@testable import CAML

@Suite struct WallpaperTests {
  private func set(_ keyPath: String, _ value: String, type: String = "real") -> String {
    """
    <LKStateSetValue targetId='a' keyPath='\(keyPath)'><value type='\(type)' value='\(value)'/></LKStateSetValue>
    """
  }

  private func state(_ name: String, basedOn base: String? = nil, _ values: String...) -> String {
    let attribute = base.map { " basedOn='\($0)'" } ?? ""
    return "<LKState name='\(name)'\(attribute)><elements>\(values.joined())</elements></LKState>"
  }

  /// A document with a layer "a".
  private func document(layer: String = "", _ states: String..., transitions: String = "") -> String {
    Fixtures.document(
      """
      <sublayers><CALayer id="a" position="10 20" opacity="0.5">\(layer)</CALayer></sublayers>
      <states>\(states.joined(separator: "\n"))</states>
      <stateTransitions>\(transitions)</stateTransitions>
      """)
  }

  private func load(_ xml: String) throws -> (Scene, CALayer) {
    let scene = try Fixtures.load(xml)
    return (scene, try #require(scene.rootLayer.sublayers?.first?.sublayers?.first?.sublayers?.first))
  }

  /// A wallpaper in a folder, of one package.
  private func wallpaper(_ xml: String) throws -> Scene {
    let folder = try TemporaryFolder()
    let package = "w.tendies/" + Fixtures.packagePath("Background")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(package)", withIntermediateDirectories: true)
    try folder.write(xml, to: package + "main.caml")
    return try Scene(path: folder.path + "/w.tendies")
  }

  @Test("D-6 a state based on another one has its values where it sets none itself")
  func basedOn() throws {
    let (scene, layer) = try load(
      document(
        state("Dark", basedOn: "Light", set("opacity", "0.25")),
        state("Light", set("position.x", "100"), set("opacity", "1")),
        state("Darkest", basedOn: "Dark", set("position.y", "7"))))
    #expect(scene.notes == [] && scene.stateNames == ["Dark", "Light", "Darkest"])
    var values: [Double] { [Double(layer.position.x), Double(layer.position.y), Double(layer.opacity)] }
    try scene.setState("Dark")
    #expect(values == [100, 20, 0.25])
    try scene.setState("Darkest")
    #expect(values == [100, 7, 0.25])
    try scene.setState("Light")
    #expect(values == [100, 20, 1])
    try scene.setState(nil)
    #expect(values == [10, 20, 0.5])
  }

  @Test("D-6 a chain of states that comes back to its beginning ends there; a base that is none is noted")
  func basesInARing() throws {
    let (scene, layer) = try load(
      document(
        state("A", basedOn: "B", set("opacity", "0.25")), state("B", basedOn: "A", set("position.x", "100")),
        state("C", basedOn: "C", set("position.y", "7")), state("D", basedOn: "none", set("opacity", "1"))))
    #expect(scene.notes.map(\.message) == ["no state is called 'none', on which one is based"])
    try scene.setState("A")
    #expect(layer.position.x == 100 && layer.opacity == 0.25)
    try scene.setState("C")
    #expect(layer.position == CGPoint(x: 10, y: 7))
    try scene.setState("D")
    #expect(layer.opacity == 1)
  }

  @Test("C-5, D-6 states and animations of transform.scale.xy")
  func scaleInThePlane() throws {
    let (scene, layer) = try load(
      document(
        state("Locked", set("transform.scale.xy", "3")),
        transitions: """
          <LKStateTransition fromState="*" toState="*"><elements>
            <LKStateTransitionElement targetId="a" key="transform.scale.xy">
              <animation type="CASpringAnimation" keyPath="transform.scale.xy" duration="1" stiffness="300" mass="2"
                damping="50" mica_autorecalculatesDuration="1"/>
            </LKStateTransitionElement>
            <LKStateTransitionElement targetId="a" key="opacity"/>
          </elements></LKStateTransition>
          """))
    #expect(scene.notes == [])
    try scene.setState("Locked", at: 1, animated: true)
    #expect(layer.transform == CATransform3DMakeScale(3, 3, 1))
    let spring = try #require(layer.animation(forKey: "transform.scale.xy") as? CASpringAnimation)
    #expect((spring.fromValue as? NSNumber)?.doubleValue == 1 && (spring.toValue as? NSNumber)?.doubleValue == 3)
  }

  @Test("D-6 states set the matrices of colour filters")
  func colorMatrices() throws {
    let matrix = (0..<20).map { "\(Double($0) / 20)" }.joined(separator: " ")
    let identity = "1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 1 0"
    let (scene, layer) = try load(
      document(
        layer: "<filters><CAFilter type='colorMatrix' inputColorMatrix='\(identity)'/></filters>",
        state("Dark", set("filters.colorMatrix.inputColorMatrix", matrix, type: "CAColorMatrix"))))
    #expect(scene.notes == [], "\(scene.notes)")
    func numbers() -> [Double]? {
      AnimatableValue(layer.value(forKeyPath: "filters.colorMatrix.inputColorMatrix")).flatMap {
        if case .numbers(let numbers) = $0 { numbers } else { nil }
      }
    }
    #expect(numbers()?.first == 1)
    try scene.setState("Dark")
    #expect(numbers() == (0..<20).map { Double($0) / 20 })
    try scene.setState(nil)
    #expect(numbers()?.first == 1)
  }

  @Test(
    "D-5 the state that a wallpaper is first shown in",
    arguments: [
      (["Sleep", "Locked", "Lock PortraitUp Light"], "Locked"),
      (
        ["Home PortraitUp Light", "Lock LandscapeLeft Light", "Lock PortraitUp Dark", "Lock PortraitUp Light"],
        "Lock PortraitUp Light"
      ),
      (["Lock Landscape Dark", "Lock Portrait Dark"], "Lock Portrait Dark"), (["Unlock", "Sleep"], nil),
    ] as [([String], String?)])
  func firstState(names: [String], expected: String?) throws {
    let scene = try wallpaper(document(names.map { state($0) }.joined()))
    #expect(scene.stateNames == names && scene.initialState == expected)
    // A document by itself is shown as it is written.
    #expect(try Fixtures.load(document(names.map { state($0) }.joined())).initialState == nil)
  }

  @Test("D-7 cells without times of their own begin long before the scene")
  func emitters() throws {
    func cells(_ attributes: String) throws -> [Double] {
      let (_, layer) = try load(
        Fixtures.document(
          """
          <sublayers><CAEmitterLayer \(attributes)><emitterCells>
            <CAEmitterCell name="a" birthRate="5" lifetime="3"><emitterCells><CAEmitterCell name="b"/></emitterCells>
            </CAEmitterCell>
            <CAEmitterCell name="late" beginTime="2"/><CAEmitterCell name="burst" duration="1"/>
            <CAEmitterCell name="on" timeOffset="4"/>
          </emitterCells></CAEmitterLayer></sublayers>
          """))
      let emitter = try #require(layer as? CAEmitterLayer)
      let inner = emitter.emitterCells?.first?.emitterCells ?? []
      return ((emitter.emitterCells ?? []) + inner).map(\.beginTime)
    }
    #expect(try cells("") == [-86_400, 2, 0, 0, 0])
    #expect(try cells("beginTime='1e-100'") == [0, 2, 0, 0, 0])
    #expect(try cells("beginTime='3'") == [0, 2, 0, 0, 0])
  }

  @Test("D-8 notes that differ in a name are one line, with their number and places")
  func gathered() throws {
    let (scene, _) = try load(
      Fixtures.document(
        """
        <sublayers><CAEmitterLayer><emitterCells>
        <CAEmitterCell particleKind="plane" wobble="1"/>
        <CAEmitterCell wobble="2" jitter="1"/>
        </emitterCells></CAEmitterLayer></sublayers>
        <scriptObject/>
        """))
    #expect(scene.notes.count == 4)
    let lines = scene.notes.gathered
    #expect(lines.count == 2)
    #expect(lines[0].contains("main.caml:4:16: attribute 'particleKind' of CAEmitterCell is not known; skipped"))
    #expect(lines[0].hasSuffix("; 3 such notes, also of 'wobble' (line 4), 'jitter' (line 5)"), "\(lines[0])")
    #expect(lines[1].hasSuffix("scripts are not run"))
    // Many are named up to a number.
    let many = (0..<30).map { SceneNote(at: SourceLocation(file: "f", line: $0 + 1, column: 1), "no 'n\($0)' here") }
    #expect(many.gathered.count == 1 && many.gathered[0].hasSuffix("'n8' (line 9) and 21 more"))
    // What has no line, and what differs elsewhere, stays by itself.
    let others = [
      SceneNote(at: SourceLocation(file: "f"), "no 'a' here"), SceneNote(at: SourceLocation(file: "f"), "no 'b' here"),
      SceneNote(at: SourceLocation(file: "f", line: 1, column: 1), "x"),
      SceneNote(at: SourceLocation(file: "g", line: 1, column: 1), "x"),
    ]
    #expect(others.gathered == others.map(\.description))
  }
}
