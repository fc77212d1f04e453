import Multiplane
import QuartzCore

func firstFilmTransaction() throws {
  let poster = CALayer()
  poster.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
  let mark = CALayer()
  mark.frame = CGRect(x: 10, y: 30, width: 40, height: 40)
  mark.backgroundColor = CGColor(red: 0.9, green: 0.2, blue: 0.3, alpha: 1)
  poster.addSublayer(mark)

  let posterRenderer = try OffscreenRenderer(size: poster.bounds.size)
  _ = try posterRenderer.image(of: poster, at: 0)  // from now on the tree is live

  CATransaction.begin()
  CATransaction.setAnimationDuration(2)
  mark.position.x = 170
  CATransaction.commit()
  _ = try posterRenderer.image(of: poster, at: 1)  // halfway through its two seconds

  CATransaction.begin()
  CATransaction.setDisableActions(true)
  mark.position.x = 30
  CATransaction.commit()
  _ = try posterRenderer.image(of: poster, at: 1.5)  // the first animation goes on
  // End of the example.
  precondition(mark.animationKeys() == ["position"])
}
