// The page that folds: a drawing on two halves that hang together at the spine, turned in perspective by the distance
// of two fingers.
//
// Each half is two layers. The outer one carries the shadow and the turn, the inner one the drawing, cut by a mask to a
// shape with two round corners: a mask would cut off the layer's own shadow.

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension Gallery {
  /// Two fingers pinch a page shut, open it a little, shut it again and let go: then it opens by itself, the longer the
  /// farther it was shut.
  static let foldingPage = Demo(
    "folding-page", "a pinch folds a drawing at its spine; let go, it opens by itself", duration: 6
  ) { stage in
    let page = FoldingPage(in: stage)
    // Scales of the pinch, at even steps of the time.
    let scales = [1, 0.5, 0.8, 0.48, 0.62]
    let interval = 0.6...4.0
    stage.mark(interval.lowerBound)
    stage.mark(interval.upperBound)
    func fingerPoints(_ scale: Double) -> [CGPoint] {
      [-1.0, 1].map { CGPoint(x: SeedCanvas.center.x + $0 * 130 * scale, y: 150 - $0 * 40 * scale) }
    }
    stage.script.at(interval.lowerBound - 0.2) {
      for (finger, point) in zip(stage.fingers, fingerPoints(1)) { finger.appear(at: point) }
    }
    stage.script.during(interval) { fraction in
      let place = fraction * Double(scales.count - 1)
      let index = min(Int(place), scales.count - 2)
      let scale = scales[index] + (scales[index + 1] - scales[index]) * Easing.smooth(place - Double(index))
      for (finger, point) in zip(stage.fingers, fingerPoints(scale)) { finger.move(to: point) }
      page.fold(to: scale)
      if fraction == 1 { page.release() }
    }
    stage.script.at(interval.upperBound + 0.1) { for finger in stage.fingers { finger.disappear() } }
  }
}

/// A page of two halves.
private final class FoldingPage {
  /// The size of a half.
  private static let half = CGSize(width: 130, height: 180)
  /// Farther shut the halves would be edge on, and not seen.
  private static let smallestScale = 0.48

  /// The left one, then the right one: what is turned.
  private var halves: [CALayer] = []
  /// Lies behind the page while it is not flat.
  private let curtain: CALayer
  private var scale = 1.0

  init(in stage: SeedCanvas) {
    curtain = stage.add("curtain", .panel, CGRect(x: 12, y: 8, width: 296, height: 204), cornerRadius: 16)
    curtain.opacity = 0
    let drawing = Artwork.drawing(width: 520)
    let corners: [UIRectCorner] = [[.topLeft, .bottomLeft], [.topRight, .bottomRight]]
    halves = corners.enumerated().map { index, corners in
      let shadow = CAShapeLayer()
      shadow.name = "half \(index)"
      shadow.bounds = CGRect(origin: .zero, size: Self.half)
      shadow.anchorPoint = CGPoint(x: index == 0 ? 1 : 0, y: 0.5)
      shadow.position = SeedCanvas.center
      let shape = UIBezierPath(
        roundedRect: shadow.bounds, byRoundingCorners: corners, cornerRadii: CGSize(width: 16, height: 16)
      ).cgPath
      shadow.shadowPath = shape
      shadow.shadowColor = .black
      shadow.shadowRadius = 20
      shadow.shadowOpacity = 0.6

      let paper = stage.add("paper", .paper, shadow.bounds, cornerRadius: 0, to: shadow)
      paper.contents = drawing
      paper.contentsRect = CGRect(x: 0.5 * Double(index), y: 0, width: 0.5, height: 1)
      let mask = CAShapeLayer()
      mask.frame = paper.bounds
      mask.path = shape
      paper.mask = mask
      stage.root.addSublayer(shadow)
      return shadow
    }
    fold(to: 1)
  }

  /// Turns the halves towards each other, as far as two fingers came together: at once, for the fingers are the
  /// animation.
  func fold(to scale: Double) {
    self.scale = min(max(scale, Self.smallestScale), 1)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    setTransforms(self.scale)
    curtain.opacity = self.scale < 1 ? 1 : 0
    CATransaction.commit()
  }

  /// Opens the page.
  func release() {
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.5 / scale)
    CATransaction.setCompletionBlock { [curtain] in curtain.opacity = 0 }
    setTransforms(1)
    CATransaction.commit()
  }

  private func setTransforms(_ scale: Double) {
    for (half, side) in zip(halves, [1.0, -1]) {
      var transform = CATransform3D.perspective(distance: 800)
      transform = CATransform3DScale(transform, scale, scale, scale)
      half.transform = CATransform3DRotate(transform, side * (1 - scale) * .pi, 0, 1, 0)
    }
  }
}
