import Multiplane
import QuartzCore

func firstFilm() throws {
  let stage = CALayer()
  stage.frame = CGRect(x: 0, y: 0, width: 320, height: 180)

  let ball = CALayer()
  ball.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
  ball.position = CGPoint(x: 280, y: 90)
  ball.cornerRadius = 20
  ball.backgroundColor = CGColor(red: 1, green: 0.75, blue: 0.2, alpha: 1)
  stage.addSublayer(ball)

  let move = CABasicAnimation(keyPath: "position.x")
  move.fromValue = 40
  move.duration = 1.5
  move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
  ball.add(move, forKey: "move")

  let renderer = try OffscreenRenderer(size: stage.bounds.size, scale: 2)
  let exporter = try VideoExporter(path: "ball.mp4", frameRate: 30)
  try exporter.export(stage, with: renderer, duration: 2)
  print(exporter.frameCount(duration: 2))  // 60
  // End of the example.
  precondition(exporter.frameCount(duration: 2) == 60)
}
