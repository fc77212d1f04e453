// Tiles of the sheet: layers in space.

import CoreGraphics
import Foundation
import QuartzCore

extension FeatureSheet {
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
        // The half that is turned away from the light.
        let shade = half.place(CAGradientLayer(), "shade", half.bounds)
        shade.startPoint = CGPoint(x: 0, y: 0.5)
        shade.endPoint = CGPoint(x: 1, y: 0.5)
        shade.colors = [0.1, 0.35].map { CGColor(gray: 0, alpha: index == 0 ? $0 : 0.35 - $0) }
      }
    },
    Feature("depth") { tile in
      tile.sublayerTransform = .perspective(distance: 400)
      let cube = tile.place(CATransformLayer(), "cube", CGRect(x: 53, y: 33, width: 54, height: 54))
      // Away from the plane of the tile, which nothing is to cross.
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
}
