import Multiplane
import QuartzCore

func readmeCard() throws {
  let card = CALayer()
  card.frame = CGRect(x: 40, y: 30, width: 240, height: 140)
  card.backgroundColor = CGColor(red: 0.16, green: 0.5, blue: 0.95, alpha: 1)
  card.cornerRadius = 18
  card.borderWidth = 3
  card.borderColor = .white

  let turn = CASpringAnimation(keyPath: "transform.rotation.z")
  turn.fromValue = -0.6
  turn.toValue = 0
  turn.damping = 6
  turn.duration = turn.settlingDuration
  card.add(turn, forKey: "turn")

  let scene = CALayer()
  scene.frame = CGRect(x: 0, y: 0, width: 320, height: 200)
  scene.addSublayer(card)

  let renderer = try OffscreenRenderer(size: CGSize(width: 320, height: 200), scale: 2)
  let image = try renderer.image(of: scene, at: 0.25)  // a CGImage, 640x400
  try VideoExporter(path: "card.mp4", frameRate: 60).export(scene, with: renderer, duration: 2)
  // End of the example.
  precondition(image.width == 640 && image.height == 400)
}
