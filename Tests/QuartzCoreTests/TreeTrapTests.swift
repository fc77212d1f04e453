// A programmer's mistakes end the process, and it says why.

import QuartzCore
import Testing

@Suite struct TreeTrapTests {
  @Test("A layer cannot be its own sublayer")
  func itself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let layer = CALayer("a")
      layer.addSublayer(layer)
    }
    expectTrap(result, says: "a layer cannot be its own sublayer: CALayer \"a\"")
  }

  @Test("A layer cannot go below itself")
  func ancestor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let leaf = CALayer("leaf")
      let root = CALayer("root", CALayer("middle", leaf))
      leaf.addSublayer(root)
    }
    expectTrap(result, says: "CALayer \"root\" cannot become a sublayer of its descendant CALayer \"leaf\"")
  }

  @Test("A layer cannot replace one that it is above")
  func replaceByAncestor() async {
    await #expect(processExitsWith: .failure) {
      let leaf = CALayer("leaf")
      let middle = CALayer("middle", leaf)
      let root = CALayer("root", middle)
      middle.replaceSublayer(leaf, with: root)
    }
  }

  @Test("sublayers cannot name a layer above")
  func setAncestor() async {
    await #expect(processExitsWith: .failure) {
      let leaf = CALayer("leaf")
      let root = CALayer("root", leaf)
      leaf.sublayers = [root]
    }
  }

  @Test("Replacing a layer that is no sublayer")
  func replaceStranger() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer("parent").replaceSublayer(CALayer("stranger"), with: CALayer("b"))
    }
    expectTrap(result, says: "only a sublayer can be replaced")
  }

  @Test("Hosting what is no root, or hosted already")
  func hosting() async {
    let sublayer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let child = CALayer("child")
      let root = CALayer("root", child)
      _ = (LayerHost(layer: child), root)
    }
    expectTrap(sublayer, says: "CALayer \"child\" has a superlayer; host the root")
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let root = CALayer("root")
      let host = LayerHost(layer: root)
      _ = (LayerHost(layer: root), host)
    }
    expectTrap(twice, says: "CALayer \"root\" is hosted already")
  }
}
