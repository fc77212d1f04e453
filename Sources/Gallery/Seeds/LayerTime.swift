// Layer time (chapter 9): duration and repetition, speed and offset, and time that a finger turns.

import CoreGraphics
import Foundation
import QuartzCore

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

  /// A door that opens and closes for ever.
  static let swingingDoor = Demo(
    "swinging-door", "a door in perspective opens and closes for ever, by autoreversing", duration: 4
  ) { stage in
    let door = addDoor(to: stage)
    door.add(swing(duration: 2, repeats: true), forKey: nil)
  }

  /// The same door, its layer's time stopped: a finger turns it to and fro through the animation.
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
      // Short of the end, where the animation would be over.
      door.timeOffset = min(max(offset, 0), 0.999)
    }
  }

  /// A door that hangs at the left of its frame, light behind it.
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
