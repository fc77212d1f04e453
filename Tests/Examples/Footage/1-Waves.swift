import Foundation
import Multiplane
import QuartzCore

func footageWaves() throws {
  // A film, as a camera would bring one: a light that goes to the right.
  let sea = CALayer()
  sea.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
  let light = CALayer()
  light.frame = CGRect(x: 0, y: 35, width: 20, height: 20)
  light.backgroundColor = CGColor(red: 1, green: 0.9, blue: 0.6, alpha: 1)
  sea.addSublayer(light)
  let drift = CABasicAnimation(keyPath: "position.x")
  drift.fromValue = 10
  drift.toValue = 150
  drift.duration = 2
  light.add(drift, forKey: "drift")
  let seaRenderer = try OffscreenRenderer(size: sea.bounds.size)
  try VideoExporter(path: "waves.mkv", codec: "ffv1").export(sea, with: seaRenderer, duration: 2)

  let clip = try VideoClip(contentsOf: URL(filePath: "waves.mkv"))
  let playing = try clip.animation(from: 0.5, to: 1.5)
  playing.repeatCount = .infinity

  let screen = CALayer()
  screen.frame = CGRect(x: 40, y: 30, width: 240, height: 120)
  screen.cornerRadius = 20
  screen.masksToBounds = true
  screen.contentsGravity = .resizeAspectFill
  screen.add(playing, forKey: "film")

  let room = CALayer()
  room.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
  room.addSublayer(screen)
  let roomRenderer = try OffscreenRenderer(size: room.bounds.size)
  let shown = try roomRenderer.image(of: room, at: 2.25)  // shows the clip's second 0.75
  print(clip.duration, clip.size, shown.width)  // 2.0 (160.0, 90.0) 320
  // End of the example.
  precondition(clip.duration == 2 && clip.size == CGSize(width: 160, height: 90))
}
