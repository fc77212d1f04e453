// A drawing on two halves that hang together at the spine, turned in perspective by the distance of two fingers.
//
// Each half is two layers. The outer one has the shadow and the turn, the inner one the drawing, under a mask with two
// round corners, which would cut off the shadow.

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension Gallery {
  /// Two fingers pinch a page shut, open it a little, shut it and let go: it opens in a time that grows with the angle.
  static let foldingPage = Demo(
    "folding-page", "a pinch folds a drawing at its spine; let go, it opens by itself", duration: 6
  ) { stage in
    let page = FoldingPage(in: stage)
    // The scales of the pinch, at even steps of the time.
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

private final class FoldingPage {
  private static let half = CGSize(width: 130, height: 180)
  /// The scale at which the halves are nearly edge on; at smaller ones they would disappear.
  private static let smallestScale = 0.48

  /// The halves that turn, first the left one.
  private var halves: [CALayer] = []
  /// A layer behind the page while it is not flat.
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

  /// Turns the halves towards each other, by the scale of two fingers: at once, for the fingers are the animation.
  func fold(to scale: Double) {
    self.scale = min(max(scale, Self.smallestScale), 1)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    setTransforms(self.scale)
    curtain.opacity = self.scale < 1 ? 1 : 0
    CATransaction.commit()
  }

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

// Layer time (chapter 9): duration and repetition, speed and offset, and time that a finger controls.
extension Gallery {
  /// A ship turns as often and as fast as the dots say: 2.5 times a second each, then three times 0.6 seconds. While it
  /// turns, the button is off; the animation's delegate switches it on again.
  static let rotation = Demo(
    "rotation", "a ship turns 2.5 times, then 3 times faster; the button waits for the delegate", duration: 5.8
  ) { stage in
    let ship = stage.add("ship", picture: Artwork.ship, CGRect(center: CGPoint(x: 160, y: 86), side: 128))
    let button = stage.add("start", .mint, CGRect(x: 130, y: 176, width: 60, height: 30), cornerRadius: 15)
    for (begin, duration, count) in [(0.4, 1.0, Float(2.5)), (3.5, 0.6, 3)] {
      stage.tap(button.position, at: begin) {
        let turn = CABasicAnimation(keyPath: "transform.rotation")
        turn.duration = duration
        turn.repeatCount = count
        turn.byValue = 2 * CGFloat.pi
        turn.delegate = AnimationObserver { _, _ in button.opacity = 1 }
        ship.add(turn, forKey: "turn")
        button.opacity = 0.25
      }
    }
  }

  static let swingingDoor = Demo(
    "swinging-door", "a door in perspective opens and closes for ever, by autoreversing", duration: 4
  ) { stage in
    let door = addDoor(to: stage)
    door.add(swing(duration: 2, repeats: true), forKey: nil)
  }

  /// The same door with its layer's time stopped: a finger moves it to and fro through the animation.
  static let scrubbing = Demo(
    "scrubbing", "a finger moves a stopped layer's time offset, and so the door", duration: 5
  ) { stage in
    let door = addDoor(to: stage)
    door.speed = 0
    door.add(swing(duration: 1, repeats: false), forKey: nil)
    var last = 250.0
    stage.drag(
      through: [250, 70, 200, 110, 260].map { CGPoint(x: $0, y: 186) }, during: 0.5...4.6
    ) { point in
      let offset = door.timeOffset - (point.x - last) / 200
      last = point.x
      // At its end the animation would be over.
      door.timeOffset = min(max(offset, 0), 0.999)
    }
  }

  /// Returns a door that hangs at the left of its frame, with light behind it.
  private static func addDoor(to stage: SeedCanvas) -> CALayer {
    let room = stage.add("room", nil, CGRect(origin: .zero, size: SeedCanvas.size), cornerRadius: 0)
    room.sublayerTransform = .perspective(distance: 500)
    stage.add("frame", .line, CGRect(x: 104, y: 14, width: 112, height: 196), cornerRadius: 4, to: room)
    stage.add("light", .amber, CGRect(x: 112, y: 22, width: 96, height: 188), cornerRadius: 0, to: room)
    let door = stage.add(
      "door", picture: Artwork.door(), CGRect(x: 112, y: 22, width: 96, height: 188), to: room)
    door.anchorPoint = CGPoint(x: 0, y: 0.5)
    door.position = CGPoint(x: 112, y: 116)
    return door
  }

  private static func swing(duration: CFTimeInterval, repeats: Bool) -> CABasicAnimation {
    let swing = CABasicAnimation(keyPath: "transform.rotation.y")
    swing.toValue = -CGFloat.pi / 2
    swing.duration = duration
    if repeats {
      swing.repeatDuration = .infinity
      swing.autoreverses = true
    }
    return swing
  }

  /// The same flight of one second at other speeds and from other offsets, twice. Two sliders show each one's values.
  static let timeOffset = Demo(
    "time-offset", "one flight at speeds of 1, 2 and 0.5, begun at 0, 0.5 and 0.25 of its way", duration: 5.5
  ) { stage in
    for (row, (speed, offset)) in [(Float(1), 0.0), (2, 0.5), (0.5, 0.25)].enumerated() {
      let y = 40 + Double(row) * 70
      addSlider(to: stage, y: y - 8, value: Double(speed) / 2, color: .coral)
      addSlider(to: stage, y: y + 8, value: offset, color: .sky)
      let wave = Curve.wave(from: CGPoint(x: 104, y: y), width: 188, height: 72)
      stage.add(wave, dots: 28)
      let ship = stage.add("ship", picture: Artwork.ship, CGRect(center: wave.start, side: 44))
      ship.zPosition = 1
      for time in [0.5, 3.0] {
        if row == 0 { stage.mark(time) }
        stage.script.at(time) {
          let fly = CAKeyframeAnimation(keyPath: "position")
          fly.timeOffset = offset
          fly.speed = speed
          fly.duration = 1
          fly.path = wave.path
          fly.rotationMode = .rotateAuto
          fly.isRemovedOnCompletion = false
          ship.add(fly, forKey: "slide")
        }
      }
    }
  }

  private static func addSlider(to stage: SeedCanvas, y: CGFloat, value: CGFloat, color: CGColor) {
    stage.add("track", .panel, CGRect(x: 18, y: y - 2, width: 56, height: 4), cornerRadius: 2)
    stage.add("knob", color, CGRect(center: CGPoint(x: 18 + 56 * value, y: y), side: 10), cornerRadius: 5)
  }
}
