import CoreGraphics
import Foundation
import QuartzCore
import SceneFiles
import Testing

@testable import CAML

/// Real packages, where they are: `MULTIPLANE_CONFORMANCE` names their folder, or it lies beside the repository. They
/// are not part of it.
enum Conformance {
  static let folder: String? = {
    let path =
      ProcessInfo.processInfo.environment["MULTIPLANE_CONFORMANCE"]
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../shared/conformance").standardizedFileURL.path
    return FileManager.default.fileExists(atPath: path + "/caml") ? path : nil
  }()
}

@Suite(
  .enabled(if: Conformance.folder != nil, "no ../shared/conformance/caml; set MULTIPLANE_CONFORMANCE to its folder"))
struct ConformanceTests {
  private func load(_ name: String) throws -> Scene {
    try Scene(path: try #require(Conformance.folder) + "/caml/" + name)
  }

  @Test(arguments: ["GitHub", "Monster_Mouth", "Simple_Minecraft_Chest", "Spinning_Squares"])
  func everyPackage(name: String) throws {
    let scene = try load(name + ".tendies")
    #expect(scene.size == CGSize(width: 390, height: 844))
    #expect(scene.stateNames == ["Locked", "Unlock", "Sleep"])
    #expect(scene.rootLayer.sublayers?.count == 3)
    // Nothing in them is malformed or missing; what is noted is what they really do oddly.
    let expected = ["a second layer with the id", "scripts are not run", "the root layer is shown in the middle"]
    for note in scene.notes { #expect(expected.contains { note.message.hasPrefix($0) }, "\(note)") }
    for state in scene.stateNames { try scene.setState(state, at: 1, animated: true) }
  }

  @Test func springsBetweenStates() throws {
    let scene = try load("GitHub.tendies")
    let floating = try #require(scene.rootLayer.sublayers?[1].sublayers?.first)
    let image = try #require(floating.sublayers?.first)
    #expect(image.position == CGPoint(x: 2, y: 122) && image.contents != nil)
    try scene.setState("Locked")
    #expect(image.position == CGPoint(x: 79, y: 156))
    try scene.setState("Unlock", at: 1.5, animated: true)
    #expect(image.position == CGPoint(x: 302, y: 142))
    let spring = try #require(image.animation(forKey: "position.x") as? CASpringAnimation)
    #expect(spring.beginTime == 1.5 && spring.duration == 0.8 && spring.stiffness == 300)
    #expect((spring.fromValue as? NSNumber)?.doubleValue == 79 && (spring.toValue as? NSNumber)?.doubleValue == 302)
  }

  @Test func endlessRotation() throws {
    let scene = try load("Spinning_Squares.tendies")
    #expect(scene.duration == 1)
    let square = try #require(scene.rootLayer.sublayers?[1].sublayers?.first?.sublayers?[1])
    let spin = try #require(square.animations.first?.animation as? CAKeyframeAnimation)
    #expect(spin.keyPath == "transform.rotation.z" && spin.repeatCount == .infinity && spin.beginTime == 1e-100)
  }
}
