// Layers in space: sublayers of transform layers and tilted siblings, sorted by depth and split where they cross,
// compared with rays.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderedDepthTests {
    private static let canvas = Canvas(width: 120, height: 90)

    /// Seams are not antialiased: a pixel that two colours share has one of them.
    private func expectRays(
      _ layers: CALayer..., on canvas: Canvas = RenderedDepthTests.canvas, interior: Int = 1, edge: Int = 255,
      mean: Double = 9, reach: Int = 1, what: @autoclosure () -> String = "",
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let difference = try canvas.rayDifference(layers, edgeReach: reach)
      difference.expect(
        difference.interior.max <= interior && difference.edge.max <= edge && difference.edge.mean <= mean, what(),
        sourceLocation: sourceLocation)
    }

    /// A layer as large as the canvas whose sublayers are seen from a distance.
    private func stage(_ distance: Double = 300, turned degrees: Double = 0, _ sublayers: CALayer...) -> CALayer {
      layer(0, 0, 120, 90) {
        var perspective = CATransform3DIdentity
        if distance > 0 { perspective.m34 = -1 / distance }
        $0.sublayerTransform = CATransform3DRotate(perspective, degrees * .pi / 180, 0, 1, 0)
        $0.sublayers = sublayers
      }
    }

    private func sheet(
      _ color: CGColor, degrees: Double, _ x: Double = 0, _ y: Double = 1, z: Double = 0, size: Double = 60,
      _ configure: (CALayer) -> Void = { _ in }
    ) -> CALayer {
      layer(60 - size / 2, 45 - size / 2, size, size, color) {
        $0.transform = CATransform3DMakeRotation(degrees * .pi / 180, x, y, 0)
        $0.zPosition = z
        configure($0)
      }
    }

    private func transformLayer(_ degrees: Double, _ x: Double, _ y: Double, _ sublayers: CALayer...) -> CALayer {
      let group = CATransformLayer()
      group.position = CGPoint(x: 60, y: 45)
      group.transform = CATransform3DMakeRotation(degrees * .pi / 180, x, y, 0)
      for sublayer in sublayers {
        sublayer.position.x -= 60
        sublayer.position.y -= 45
        group.addSublayer(sublayer)
      }
      return group
    }

    // MARK: Crossing planes

    @Test(arguments: [-70, -35, 20, 55, 84]) func twoPlanesCross(degrees: Double) throws {
      for distance in [0.0, 200] {
        try expectRays(
          stage(distance, sheet(.orange, degrees: 0), sheet(.teal, degrees: degrees)), what: "from \(distance)")
      }
    }

    @Test(arguments: [-40, 15, 75]) func translucentPlanesCross(degrees: Double) throws {
      let glass = CGColor(red: 0.1, green: 0.8, blue: 0.3, alpha: 0.6)
      try expectRays(stage(250, sheet(.glass, degrees: degrees), sheet(glass, degrees: degrees - 70, 1, 0.4)))
    }

    @Test func threePlanesCross() throws {
      try expectRays(
        stage(
          220, sheet(.orange, degrees: 30, 1, 0), sheet(.teal, degrees: 70, 0.3, 1), sheet(.glass, degrees: -50, 1, 1)))
    }

    /// A turned neighbour goes through a plain one: without perspective, and with it in its own transform.
    @Test func turnedSiblingsOfPlainLayers() throws {
      let behind = layer(20, 15, 60, 60, .orange)
      try expectRays(behind, layer(40, 20, 60, 50, .teal) { $0.transform = tilt(40, 0, 1, distance: 200) })
      try expectRays(
        layer(20, 15, 60, 60, .orange),
        layer(40, 20, 60, 50, .teal) { $0.transform = CATransform3DMakeRotation(0.7, 0, 1, 0) })
    }

    @Test func onARetinaCanvasAndUpsideDown() throws {
      for canvas in [
        Canvas(width: 60, height: 45, scale: 2), Canvas(width: 120, height: 90, isFlipped: true),
      ] {
        let k = canvas.width / 120
        let group = layer(0, 0, 120 * k, 90 * k) {
          var perspective = CATransform3DIdentity
          perspective.m34 = -1 / 200
          $0.sublayerTransform = perspective
          $0.addSublayer(
            layer(30 * k, 15 * k, 60 * k, 60 * k, .orange) { $0.transform = CATransform3DMakeRotation(0.4, 1, 0.2, 0) })
          $0.addSublayer(
            layer(30 * k, 15 * k, 60 * k, 60 * k, .teal) { $0.transform = CATransform3DMakeRotation(-0.9, 0.3, 1, 0) })
        }
        try expectRays(group, on: canvas)
      }
    }

    // MARK: Order by depth

    @Test func zPositionUnderATurnedSublayerTransform() throws {
      // Seen from behind, what lies nearer to the viewer of the front is farther away.
      for degrees in [0.0, 50, 130, 180, 230] {
        try expectRays(
          stage(
            300, turned: degrees, layer(25, 15, 50, 50, .orange) { $0.zPosition = 20 },
            layer(45, 25, 50, 50, .teal) { $0.zPosition = -10 }, layer(35, 35, 50, 40, .glass)), what: "\(degrees)")
      }
    }

    @Test func anchorPointZAndTranslationAlongZ() throws {
      let near = layer(25, 15, 50, 50, .orange) { $0.transform = CATransform3DMakeTranslation(0, 0, 5) }
      try expectRays(near, layer(40, 25, 50, 50, .teal))
      let far = layer(40, 25, 50, 50, .teal) { $0.anchorPointZ = 10 }
      try expectRays(layer(25, 15, 50, 50, .orange), far)
    }

    /// The six sides of a box.
    private func box(_ degrees: Double, isDoubleSided: Bool = true) -> CALayer {
      let sides: [(CGColor, Double, Double, Double)] = [
        (.orange, 0, 0, 1), (.teal, 90, 0, 1), (CGColor(red: 0.5, green: 0.1, blue: 0.7, alpha: 1), 180, 0, 1),
        (CGColor(red: 0.2, green: 0.7, blue: 0.2, alpha: 1), 270, 0, 1), (.black, 90, 1, 0), (.white, -90, 1, 0),
      ]
      let group = CATransformLayer()
      group.position = CGPoint(x: 60, y: 45)
      group.transform = CATransform3DMakeRotation(degrees * .pi / 180, 0.5, 1, 0)
      for (color, angle, x, y) in sides {
        group.addSublayer(
          layer(-20, -20, 40, 40, color) {
            $0.transform = CATransform3DTranslate(
              CATransform3DMakeRotation(angle * .pi / 180, x, y, 0), 0, 0, 20)
            $0.isDoubleSided = isDoubleSided
          })
      }
      return group
    }

    @Test(arguments: [10, 40, 75, 130, 200, 300]) func boxes(degrees: Double) throws {
      // Sides meet in antialiased edges, through which what lies behind shows.
      try expectRays(stage(250, box(degrees)), edge: 130, reach: 2)
      try expectRays(stage(250, box(degrees, isDoubleSided: false)), edge: 100, reach: 2, what: "single-sided")
    }

    // MARK: Transform layers

    @Test func transformLayersNest() throws {
      let inner = transformLayer(50, 0, 1, sheet(.teal, degrees: 0), sheet(.glass, degrees: 90))
      try expectRays(stage(300, transformLayer(30, 1, 0, inner, sheet(.orange, degrees: 20))))
    }

    /// The same in one transform and in two transform layers.
    @Test func transformLayersMultiply() throws {
      let nested = stage(300, transformLayer(40, 0, 1, sheet(.orange, degrees: 25, 1, 0)))
      let alone = stage(300, sheet(.orange, degrees: 0))
      alone.sublayers?[0].transform = CATransform3DConcat(
        CATransform3DMakeRotation(25 * .pi / 180, 1, 0, 0), CATransform3DMakeRotation(40 * .pi / 180, 0, 1, 0))
      #expect(try Self.canvas.pixels([nested]) == Self.canvas.pixels([alone]))
    }

    /// A plain layer in the same place flattens: its sublayers have no depth.
    @Test func plainLayersFlatten() throws {
      let plain = layer(0, 0, 120, 90) {
        $0.transform = CATransform3DMakeRotation(0.6, 0, 1, 0)
        $0.addSublayer(sheet(.orange, degrees: 60))
        $0.addSublayer(sheet(.teal, degrees: -30, 1, 0))
      }
      try expectRays(stage(300, plain, sheet(.glass, degrees: 30)))
    }

    @Test func whatTransformLayersIgnore() throws {
      func group(_ configure: (CALayer) -> Void) -> CALayer {
        let group = transformLayer(35, 0, 1, sheet(.orange, degrees: 0), sheet(.teal, degrees: 70))
        group.bounds = CGRect(x: -10, y: -10, width: 20, height: 20)
        group.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        configure(group)
        return stage(300, group)
      }
      let plain = try Self.canvas.pixels([group { _ in }])
      let decorated = try Self.canvas.pixels([
        group {
          $0.backgroundColor = .black
          $0.borderWidth = 4
          $0.contents = CGImage.sample(8, 8)
          $0.cornerRadius = 5
          $0.masksToBounds = true
          $0.shadowOpacity = 1
          $0.mask = layer(0, 0, 5, 5, .black)
        }
      ])
      #expect(plain == decorated)
    }

    @Test func opacityGoesToEachSublayer() throws {
      let group = transformLayer(20, 0, 1, sheet(.orange, degrees: 0), sheet(.teal, degrees: 60))
      group.opacity = 0.5
      try expectRays(stage(300, group))
      // A sublayer with parts is a group.
      let parts = sheet(.orange, degrees: 0) { $0.addSublayer(layer(20, 20, 60, 20, .teal)) }
      let around = transformLayer(20, 0, 1, parts)
      around.opacity = 0.5
      try expectRays(stage(300, around))
    }

    @Test func sublayerTransformOfATransformLayer() throws {
      let group = transformLayer(20, 0, 1, sheet(.orange, degrees: 0), sheet(.teal, degrees: 45))
      group.sublayerTransform = CATransform3DMakeRotation(0.5, 1, 0, 0)
      try expectRays(stage(300, group))
    }

    // MARK: What a split layer is made of

    @Test func splitLayersWithParts() throws {
      let card = sheet(.orange, degrees: 50) {
        $0.borderWidth = 5
        $0.borderColor = .teal
        $0.addSublayer(layer(20, 10, 20, 70, .glass))
        $0.addSublayer(layer(5, 35, 50, 10, .black))
      }
      try expectRays(stage(300, sheet(.glass, degrees: -20, 1, 0), card), interior: 2)
    }

    @Test func splitLayersWithManyParts() throws {
      let card = sheet(.orange, degrees: 50) { card in
        for index in 0..<12 {
          card.addSublayer(layer(Double(index % 4) * 15 + 2, Double(index / 4) * 20 + 3, 11, 14, .teal))
        }
      }
      try expectRays(stage(300, sheet(.glass, degrees: -20, 1, 0), card))
    }

    @Test func splitGroups() throws {
      let card = sheet(.orange, degrees: 50) {
        $0.opacity = 0.6
        $0.addSublayer(layer(20, 10, 60, 30, .teal))
      }
      try expectRays(stage(300, sheet(.glass, degrees: -20, 1, 0), card))
    }

    @Test func splitClips() throws {
      let card = sheet(.orange, degrees: 50) {
        $0.masksToBounds = true
        $0.addSublayer(layer(30, -10, 60, 40, .teal))
      }
      try expectRays(stage(300, sheet(.glass, degrees: -20, 1, 0), card))
    }

    /// Both halves of a picture that is split show it as if it were whole.
    @Test func splitPicturesAreWhole() throws {
      func scene(split: Bool) -> [CALayer] {
        let picture = sheet(.white, degrees: 40) {
          $0.contents = CGImage.sample(32, 32)
          $0.cornerRadius = 8
        }
        let clear = sheet(CGColor(red: 1, green: 1, blue: 1, alpha: 0.002), degrees: split ? -40 : 40, size: 80)
        return [stage(300, clear, picture)]
      }
      let (split, whole) = (try Self.canvas.pixels(scene(split: true)), try Self.canvas.pixels(scene(split: false)))
      #expect(zip(split, whole).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    // MARK: The eye

    @Test(arguments: [60, 75, -70]) func crossingTheEyePlane(degrees: Double) throws {
      let floor = layer(-40, -30, 200, 200, .orange) {
        $0.transform = tilt(degrees, 1, 0, distance: 90)
      }
      try expectRays(floor, layer(20, 30, 80, 30, .teal), mean: 12)
    }

    @Test func behindTheEye() throws {
      try expectRays(stage(100, sheet(.orange, degrees: 0, z: 150), sheet(.teal, degrees: 30)))
    }
  }
}
