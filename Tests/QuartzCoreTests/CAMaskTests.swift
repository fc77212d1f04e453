import Foundation
import QuartzCore
import Testing

@Suite struct CAMaskTests {
  @Test("3.6 its superlayer is the masked layer, and it is no sublayer")
  func place() {
    let (layer, mask) = (CALayer("layer"), CALayer("mask"))
    layer.mask = mask
    #expect(mask.superlayer === layer && layer.mask === mask && layer.sublayers == nil)
    layer.mask = nil
    #expect(mask.superlayer == nil && layer.mask == nil)
  }

  @Test("3.6 a layer that is in another tree leaves it", arguments: ["sublayer", "mask", "own sublayer"])
  func taken(from: String) {
    let (layer, other, mask) = (CALayer("layer"), CALayer("other"), CALayer("mask"))
    switch from {
    case "sublayer": other.addSublayer(mask)
    case "mask": other.mask = mask
    default: layer.addSublayer(mask)
    }
    layer.mask = mask
    #expect(other.sublayers == nil && other.mask == nil && layer.sublayers == nil && mask.superlayer === layer)
  }

  @Test(
    "3.7 removeFromSuperlayer removes a mask, and so does adding it elsewhere",
    arguments: ["remove", "add", "list", "replace"])
  func removed(how: String) {
    let (layer, mask) = (CALayer("layer", CALayer("old")), CALayer("mask"))
    layer.mask = mask
    switch how {
    case "remove": mask.removeFromSuperlayer()
    case "add": layer.addSublayer(mask)
    case "list": layer.sublayers = [mask]
    default: layer.replaceSublayer(layer.sublayers![0], with: mask)
    }
    #expect(layer.mask == nil && mask.superlayer === (how == "remove" ? nil : layer))
    #expect((layer.sublayers?.contains { $0 === mask } ?? false) == (how != "remove"))
  }

  @Test("A new mask takes the place of the old one, which leaves")
  func replaced() {
    let (layer, old, new) = (CALayer(), CALayer(), CALayer())
    layer.mask = old
    layer.mask = new
    #expect(old.superlayer == nil && new.superlayer === layer && layer.mask === new)
    layer.mask = new
    #expect(new.superlayer === layer)
  }

  @Test("A mask belongs to the hosted tree: it is committed, animates, and has a presentation")
  func hosted() {
    let stage = HostedLayer()
    let mask = CALayer()
    stage.layer.mask = mask
    #expect(mask.host === stage.host && mask.presentation() == nil)
    CATransaction.flush()
    #expect(mask.presentation() != nil)
    mask.opacity = 0
    #expect(mask.animationKeys() == ["opacity"])
    CATransaction.flush()
    stage.advance(to: 1)
    #expect(mask.animationKeys() == nil)
    stage.layer.mask = nil
    #expect(mask.host == nil && mask.presentation() == nil)
  }

  @Test("A move from sublayer to mask and back keeps host and animations")
  func moves() {
    let stage = HostedLayer()
    let layer = CALayer()
    stage.root.addSublayer(layer)
    layer.add(CABasicAnimation("opacity", to: 0, duration: 9), forKey: "a")
    CATransaction.flush()
    stage.layer.mask = layer
    stage.root.addSublayer(layer)
    stage.layer.addSublayer(layer)
    #expect(layer.host === stage.host && layer.animationKeys() == ["a"])
  }

  @Test("Setting it asks for an action, once, and by key")
  func action() {
    let layer = CALayer()
    let journal = Journal()
    let delegate = ActionDelegate { _, key in
      journal.note(key)
      return nil
    }
    layer.delegate = delegate
    let mask = CALayer()
    layer.mask = mask
    layer.mask = mask
    layer.setValue(nil, forKey: "mask")
    layer.setValue("no layer", forKey: "mask")
    #expect(journal.entries == ["mask", "mask"] && layer.value(forKey: "mask") == nil)
  }

  @Test("A layer cannot mask itself, nor one that it is below")
  func cycles() async {
    await #expect(processExitsWith: .failure) {
      let layer = CALayer()
      layer.mask = layer
    }
    await #expect(processExitsWith: .failure) {
      let leaf = CALayer()
      let root = CALayer()
      root.addSublayer(leaf)
      leaf.mask = root
    }
    await #expect(processExitsWith: .failure) {
      let (root, mask) = (CALayer(), CALayer())
      root.mask = mask
      mask.addSublayer(root)
    }
  }

  @Test("Conversion goes through the masked layer")
  func conversion() {
    let layer = CALayer(frame: CGRect(x: 10, y: 20, width: 50, height: 50))
    let mask = CALayer(frame: CGRect(x: 1, y: 2, width: 5, height: 5))
    layer.mask = mask
    #expect(mask.convert(CGPoint.zero, to: nil) == CGPoint(x: 11, y: 22))
  }
}
