// The README shows the sheet at one second, where the transitions are under way:
//
//   multiplane render demo:features --at 1 --scale 1.5 -o Sources/Multiplane/Multiplane.docc/features.png
//
// Tested by FeatureSheetTests.

package import CoreGraphics
import Foundation
import QuartzCore

/// A tile for each look of layers, in one scene: the tiles, and their frames.
package enum FeatureSheet {
  private static let columns = 6
  private static let gap = 10.0
  private static let margin = 12.0

  private static let features: [Feature] = [
    masks, shadows, shapes, gradients, corners, contents, depth, groups, filters, copies, transitions,
  ].flatMap { $0 }

  /// The names of the tiles, in the order of the sheet.
  package static var names: [String] { features.map(\.name) }

  package static func frame(of index: Int) -> CGRect {
    CGRect(
      x: margin + Double(index % columns) * (Feature.size.width + gap),
      y: margin + Double(index / columns) * (Feature.size.height + gap), width: Feature.size.width,
      height: Feature.size.height)
  }

  package static func background(of index: Int) -> CGColor { features[index].background.cgColor }

  static var size: CGSize {
    let last = frame(of: features.count - 1)
    return CGSize(width: frame(of: columns - 1).maxX + margin, height: last.maxY + margin)
  }

  static func fill(_ root: CALayer, _ script: Script) {
    root.name = "features"
    root.frame = CGRect(origin: .zero, size: size)
    root.backgroundColor = .backdrop
    for (index, feature) in features.enumerated() {
      let tile = root.place(
        CALayer(), feature.name, frame(of: index), color: feature.background.cgColor, cornerRadius: 12)
      tile.masksToBounds = true
      feature.fill(tile, script)
    }
  }
}

extension Gallery {
  /// The sheet, with animated tiles.
  static let features = Demo(
    "features", "a tile for each thing that layers can look like", size: FeatureSheet.size, duration: 4,
    fill: FeatureSheet.fill)
}

extension FeatureSheet {
  static let contents: [Feature] = [
    Feature("nine slices") { tile in
      for frame in [
        CGRect(x: 12, y: 14, width: 40, height: 40), CGRect(x: 12, y: 64, width: 84, height: 42),
        CGRect(x: 62, y: 14, width: 34, height: 40), CGRect(x: 106, y: 14, width: 42, height: 92),
      ] {
        let plate = tile.place(picture: plaque, "plate", frame)
        plate.contentsScale = 4
        plate.contentsCenter = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
      }
    },
    Feature("gravities") { tile in
      let gravities: [CALayerContentsGravity] = [.resize, .resizeAspect, .resizeAspectFill, .topRight]
      for (index, gravity) in gravities.enumerated() {
        let frame = CGRect(x: 12 + Double(index % 2) * 70, y: 12 + Double(index / 2) * 50, width: 66, height: 46)
        let box = tile.place(picture: ball, "box", frame)
        box.contentsGravity = gravity
        box.contentsScale = 4
        box.masksToBounds = true
        box.backgroundColor = .backdrop
        box.borderWidth = 1
        box.borderColor = .line
      }
    },
  ]

  private static let ball = Artwork.ball(.coral)

  /// A plate with a rim and four rivets, 128 pixels square: its middle fifth is plain.
  private static let plaque = Artwork.painted(width: 128, height: 128) { brush in
    brush.fill(brush.box(0.01, 0.01, 0.98, 0.98, corner: 0.3), .sky)
    brush.fill(brush.box(0.07, 0.07, 0.86, 0.86, corner: 0.24), .backdrop)
    brush.fill(brush.box(0.11, 0.11, 0.78, 0.78, corner: 0.2), ArtworkColor.sky.mixed(with: .backdrop, 0.4))
    for (x, y) in [(0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74)] {
      brush.fill(brush.disc(x, y, 0.075), .amber)
    }
  }

  static let depth: [Feature] = [
    Feature("perspective", on: .desk) { tile in
      let drawing = Artwork.drawing(width: 400)
      for (index, side) in [1.0, -1].enumerated() {
        let half = tile.place(
          picture: drawing, "half", CGRect(x: 14 + Double(index) * 66, y: 11, width: 66, height: 98))
        half.contentsRect = CGRect(x: 0.5 * Double(index), y: 0, width: 0.5, height: 1)
        half.anchorPoint = CGPoint(x: index == 0 ? 1 : 0, y: 0.5)
        half.position = CGPoint(x: 80, y: 60)
        half.transform = CATransform3DRotate(.perspective(distance: 320), side * 0.75, 0, 1, 0)
        half.shadowOpacity = 0.4
        half.shadowRadius = 6
        half.shadowOffset = CGSize(width: 0, height: 5)
        // The half that faces away from the light.
        let shade = half.place(CAGradientLayer(), "shade", half.bounds)
        shade.startPoint = CGPoint(x: 0, y: 0.5)
        shade.endPoint = CGPoint(x: 1, y: 0.5)
        shade.colors = [0.1, 0.35].map { CGColor(gray: 0, alpha: index == 0 ? $0 : 0.35 - $0) }
      }
    },
    Feature("depth") { tile in
      tile.sublayerTransform = .perspective(distance: 400)
      let cube = tile.place(CATransformLayer(), "cube", CGRect(x: 53, y: 33, width: 54, height: 54))
      // The layer is moved away from the plane of the tile, which nothing may cross.
      cube.zPosition = 80
      let quarter = Double.pi / 2
      var faces = (0..<4).map { CATransform3DMakeRotation(Double($0) * quarter, 0, 1, 0) }
      faces += [CATransform3DMakeRotation(quarter, 1, 0, 0), CATransform3DMakeRotation(-quarter, 1, 0, 0)]
      for (index, turn) in faces.enumerated() {
        let face = cube.place(
          CALayer(), "face", CGRect(x: 0, y: 0, width: 54, height: 54), color: CGColor.brights[index % 5])
        face.borderWidth = 3
        face.borderColor = .backdrop
        face.transform = CATransform3DTranslate(turn, 0, 0, 27)
        face.place(
          CALayer(), "pip", CGRect(center: CGPoint(x: 27, y: 27), side: 18), color: .paper, cornerRadius: 9)
      }
      cube.transform = CATransform3DRotate(CATransform3DMakeRotation(-0.5, 1, 0, 0), 0.6, 0, 1, 0)
      let turn = CABasicAnimation(keyPath: "transform")
      turn.fromValue = NSValue(caTransform3D: cube.transform)
      turn.toValue = NSValue(
        caTransform3D: CATransform3DRotate(CATransform3DMakeRotation(-0.5, 1, 0, 0), 0.6 + .pi / 2, 0, 1, 0))
      turn.duration = 4
      cube.add(turn, forKey: "turn")
    },
    Feature("planes that cross") { tile in
      let space = tile.place(CATransformLayer(), "space", CGRect(x: 45, y: 25, width: 70, height: 70))
      space.zPosition = 100
      let turns: [(angle: Double, x: Double, y: Double)] = [(0, 0, 1), (.pi / 2, 0, 1), (.pi / 2, 1, 0)]
      for (turn, color) in zip(turns, [CGColor.sky, .coral, .amber]) {
        let plane = space.place(CALayer(), "plane", space.bounds, color: color.copy(alpha: 0.9), cornerRadius: 12)
        plane.transform = CATransform3DMakeRotation(turn.angle, turn.x, turn.y, 0)
        plane.borderWidth = 3
        plane.borderColor = .paper
      }
      tile.sublayerTransform = .perspective(distance: 500)
      space.transform = CATransform3DRotate(CATransform3DMakeRotation(-0.5, 1, 0, 0), 0.65, 0, 1, 0)
    },
  ]

  static let masks: [Feature] = [
    Feature("mask") { tile in
      let picture = tile.place(picture: Artwork.valley, "picture", tile.bounds)
      let mask = CAShapeLayer()
      mask.frame = tile.bounds
      mask.path = heart
      picture.mask = mask
    },
    Feature("soft mask", on: .black) { tile in
      tile.place(picture: Artwork.dusk, "picture", CGRect(x: 34, y: 10, width: 92, height: 66), cornerRadius: 6)
      let mirrored = tile.place(
        picture: Artwork.dusk, "reflection", CGRect(x: 34, y: 79, width: 92, height: 66), cornerRadius: 6)
      mirrored.setAffineTransform(CGAffineTransform(scaleX: 1, y: -1))
      let fade = CAGradientLayer()
      fade.frame = mirrored.bounds
      fade.colors = [CGColor(gray: 0, alpha: 0.55), CGColor(gray: 0, alpha: 0)]
      fade.startPoint = CGPoint(x: 0.5, y: 1)
      fade.endPoint = CGPoint(x: 0.5, y: 0.42)
      mirrored.mask = fade
    },
  ]

  static let shadows: [Feature] = [
    Feature("shadow of a rounded layer", on: .desk) { tile in
      for (index, radius) in [1.5, 4, 9].enumerated() {
        let card = tile.place(
          CALayer(), "card", CGRect(x: 14 + Double(index) * 49, y: 30, width: 34, height: 52), color: .white,
          cornerRadius: 9)
        card.shadowOpacity = 0.45
        card.shadowRadius = radius
        card.shadowOffset = CGSize(width: 0, height: radius)
        card.place(
          CALayer(), "dot", CGRect(x: 10, y: 10, width: 14, height: 14), color: .brights[index], cornerRadius: 7)
      }
    },
    Feature("shadow path", on: .desk) { tile in
      let photo = tile.place(CALayer(), "photo", CGRect(x: 32, y: 20, width: 96, height: 72), color: .white)
      photo.place(picture: Artwork.dusk, "picture", CGRect(x: 5, y: 5, width: 86, height: 62))
      // The path is as if the corners were bent upwards: lowest at the sides.
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 6, y: 40))
      path.addLine(to: CGPoint(x: 90, y: 40))
      path.addLine(to: CGPoint(x: 93, y: 82))
      path.addQuadCurve(to: CGPoint(x: 3, y: 82), control: CGPoint(x: 48, y: 62))
      path.closeSubpath()
      photo.shadowPath = path
      photo.shadowOffset = .zero
      photo.shadowOpacity = 0.6
      photo.shadowRadius = 3.5
    },
    Feature("shadow of its own shape", on: .desk) { tile in
      let ship = tile.place(picture: Artwork.ship, "ship", CGRect(x: 34, y: 12, width: 88, height: 88))
      ship.transform = CATransform3DMakeRotation(-0.5, 0, 0, 1)
      ship.shadowColor = ArtworkColor(0.1, 0.15, 0.45).cgColor
      ship.shadowOpacity = 0.5
      ship.shadowRadius = 4
      ship.shadowOffset = CGSize(width: 2, height: 16)
    },
  ]

  private static let heart: CGPath = {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 80, y: 108))
    path.addCurve(
      to: CGPoint(x: 26, y: 44), control1: CGPoint(x: 60, y: 88), control2: CGPoint(x: 26, y: 68))
    path.addCurve(to: CGPoint(x: 80, y: 36), control1: CGPoint(x: 26, y: 8), control2: CGPoint(x: 68, y: 6))
    path.addCurve(to: CGPoint(x: 134, y: 44), control1: CGPoint(x: 92, y: 6), control2: CGPoint(x: 134, y: 8))
    path.addCurve(
      to: CGPoint(x: 80, y: 108), control1: CGPoint(x: 134, y: 68), control2: CGPoint(x: 100, y: 88))
    path.closeSubpath()
    return path
  }()
}
