import Foundation
import TestDocuments
import TestSupport
import Testing

@testable import SceneFiles

/// Damaged files end in an error or in a scene, never in a trap. The damage comes from a seed.
struct RobustnessTests {
  private static let document = Fixtures.document(
    """
    <backgroundColor value="1 0.5 0" opacity="0.5"/>
    <contents><CGImage src="a.png"/></contents>
    <sublayers><CALayer id="b" bounds="0 0 30 40" transform="rotate(30deg) scale(2, 3)" position.x="4" cornerRadius="3">
      <animations>
        <animation type="CAKeyframeAnimation" keyPath="position" duration="2" repeatCount="inf" \
    timingFunction="0 0 1 1">
          <values><CGPoint value="1 2"/><CGPoint value="3 4"/></values>\
    <keyTimes><real value="0"/><real value="1"/></keyTimes>
        </animation>
        <animation type="CASpringAnimation" keyPath="opacity" damping="5" mass="1">\
    <toValue type="real" value="0"/></animation>
      </animations></CALayer></sublayers>
    <states><LKState name="S"><elements><LKStateSetValue targetId="b" keyPath="position.x">\
    <value type="real" value="9"/>
      </LKStateSetValue></elements></LKState></states>
    <stateTransitions><LKStateTransition fromState="*" toState="S"><elements><LKStateTransitionElement targetId="b"
      keyPath="position.x"><animation type="CABasicAnimation" keyPath="position.x" duration="1"/>\
    </LKStateTransitionElement>
      </elements></LKStateTransition></stateTransitions>
    """)

  /// Loads bytes, and if that gives a scene, goes through its states.
  private func exercise(_ bytes: [UInt8], as name: String, in folder: TemporaryFolder) throws {
    let path = try folder.write(bytes, to: name)
    do throws(SceneFileError) {
      let scene = try Scene(path: path)
      for state in scene.stateNames { try scene.setState(state, at: 1, animated: true) }
    } catch {
      #expect(!error.message.isEmpty)
    }
  }

  @Test(arguments: 0..<4) func damagedDocuments(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try folder.write(Fixtures.png(), to: "a.png")
    let whole = Array(Self.document.utf8)
    var random = SeededRandom(seed: seed)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
      try exercise(bytes, as: "main.caml", in: folder)
    }
  }

  /// Every number replaced by one that is hard to draw.
  @Test(arguments: [
    "nan", "inf", "-inf", "1e308", "1e-308", "-1", "0", "", "1e9", "x", "0x10", "4294967296", "1 2 3 4 5",
  ])
  func extremeNumbers(number: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Fixtures.png(), to: "a.png")
    let pieces = Self.document.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    for index in pieces.indices where index % 2 == 1 && pieces[index].first?.isNumber == true {
      var changed = pieces
      changed[index] = number
      try exercise(Array(changed.joined(separator: "\"").utf8), as: "main.caml", in: folder)
    }
  }

  @Test(arguments: 0..<2) func damagedArchives(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/w.tendies"
    try ZipWriter.write(
      [
        .init(name: Fixtures.packagePath("Floating") + "main.caml", bytes: Array(Self.document.utf8)),
        .init(name: Fixtures.packagePath("Floating") + "a.png", bytes: Fixtures.png()),
      ], to: path)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try exercise(whole, as: "w.tendies", in: folder)
    var random = SeededRandom(seed: seed)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      }
      try exercise(bytes, as: "w.tendies", in: folder)
    }
  }
}
