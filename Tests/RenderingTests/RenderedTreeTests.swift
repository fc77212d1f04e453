// What a tree adds: group opacity, order, hidden layers, transforms of sublayers.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderedTreeTests {
    private static let exact = Tolerance(edge: 2, edgeMean: 0.6)

    private func pair(_ opacity: Float, apart: Bool, allowsGroup: Bool = true) -> CALayer {
      layer(10, 10, 150, 120) {
        $0.opacity = opacity
        $0.allowsGroupOpacity = allowsGroup
        $0.addSublayer(layer(5, 5.5, 60, 70, .orange))
        $0.addSublayer(layer(apart ? 80 : 30, 20.5, 60, 70, .teal))
      }
    }

    @Test(arguments: [0, 0.25, 0.5, 0.9, 1, 1.5, -1] as [Float]) func opacity(opacity: Float) throws {
      for apart in [true, false] {
        for allowsGroup in [true, false] {
          try expectTruth(
            layer(0, 40, 200, 20, .glass), pair(opacity, apart: apart, allowsGroup: allowsGroup), on: .large,
            within: Self.exact, "apart \(apart), group \(allowsGroup)")
        }
      }
    }

    /// The overlap of a group shows the front layer alone: no trace of the one behind.
    @Test func groupOpacityDoesNotBlendTwice() throws {
      let bytes = try Canvas.large.pixels([pair(0.4, apart: false)])
      let start = (60 * 200 + 60) * 4
      #expect(Array(bytes[start..<start + 4]) == [0, 41, 61, 102])
    }

    @Test func nestedGroups() throws {
      let outer = pair(0.5, apart: false)
      let inner = pair(0.6, apart: false)
      inner.transform = turn(15)
      outer.addSublayer(inner)
      try expectTruth(outer, on: .large, within: Tolerance(edge: 13, edgeMean: 4))
    }

    @Test func groupWithinClip() throws {
      let card = layer(20, 20, 120, 100, .glass) {
        $0.masksToBounds = true
        $0.cornerRadius = 25
        $0.addSublayer(pair(0.5, apart: false))
      }
      try expectTruth(card, on: .large, within: Tolerance(edge: 14, edgeMean: 3))
    }

    /// A sublayer that has a surface of its own, for the rounded clip that it crosses, counts as one part of the group.
    @Test func groupOfClipsThatCross() throws {
      let group = layer(0, 0, 200, 160) {
        $0.opacity = 0.4
        $0.addSublayer(
          layer(-20, 30, 120, 100, .orange) {
            ($0.masksToBounds, $0.cornerRadius) = (true, 25)
            $0.addSublayer(layer(0, 0, 120, 100, .teal))
          })
      }
      let card = layer(10, 10, 150, 120) {
        ($0.masksToBounds, $0.cornerRadius) = (true, 40)
        $0.addSublayer(group)
      }
      let bytes = try Canvas.large.pixels([card])
      let start = (80 * 200 + 60) * 4
      #expect(bytes[start + 3] == 102)
    }

    @Test func ownParts() throws {
      let card = layer(20.5, 20, 100, 80, .orange) {
        $0.borderWidth = 5
        $0.borderColor = .teal
        $0.contents = CGImage.sample(25, 20, isOpaque: false)
        $0.opacity = 0.5
        $0.contentsGravity = .center
      }
      try expectTruth(card, on: .large, within: Self.exact)
    }

    @Test func zPosition() throws {
      let colors: [CGColor] = [.orange, .teal, .glass, .black]
      for order in [[0, 0, 0, 0], [3, 2, 1, 0], [1, 0, 1, 0], [-1, 5, -1, 2]] {
        let layers = order.enumerated().map { index, z in
          layer(10 + Double(index) * 20, 10 + Double(index) * 12, 60, 50, colors[index]) { $0.zPosition = CGFloat(z) }
        }
        try expectTruth(layer(0, 0, 200, 160) { $0.sublayers = layers }, on: .large, within: Self.exact, "\(order)")
      }
    }

    @Test func hidden() throws {
      let group = pair(1, apart: false)
      group.sublayers![1].isHidden = true
      group.sublayers![1].addSublayer(layer(0, 0, 10, 10, .glass))
      try expectTruth(group, on: .large, within: Self.exact)
    }

    @Test func anchorPointAndSublayerTransform() throws {
      let stage = layer(20, 10, 150, 120, .teal) {
        $0.anchorPoint = CGPoint(x: 0.2, y: 0.9)
        $0.anchorPointZ = 10
        $0.transform = turn(8)
        $0.sublayerTransform = CATransform3DConcat(turn(20), CATransform3DMakeScale(0.8, 1.1, 1))
        $0.addSublayer(layer(30, 20, 50, 60, .orange))
        $0.addSublayer(layer(60, 50, 50, 60, .glass) { $0.anchorPoint = CGPoint(x: 0, y: 0) })
      }
      try expectTruth(stage, on: .large, within: Tolerance(edge: 13, edgeMean: 4))
    }

    @Test func geometryFlipped() throws {
      let flipped = layer(20, 10, 150, 120, .teal) {
        $0.isGeometryFlipped = true
        $0.addSublayer(
          layer(10, 5, 30, 40, .orange) {
            $0.cornerRadius = 10
            $0.maskedCorners = .layerMinXMinYCorner
          })
        $0.addSublayer(layer(60, 50, 50, 60, .glass) { $0.transform = turn(20) })
      }
      try expectTruth(flipped, on: .large, within: .turned)
    }
  }
}
