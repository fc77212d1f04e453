import Multiplane
import UIKit

func uiKitView() throws {
  let screen = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
  let box = UIView(frame: CGRect(x: 20, y: 80, width: 40, height: 40))
  box.backgroundColor = .systemBlue
  screen.addSubview(box)

  let viewRenderer = try OffscreenRenderer(size: screen.bounds.size, scale: 2)
  _ = try viewRenderer.image(of: screen.layer, at: 0)
  UIView.animate(withDuration: 1) { box.center.x = 280 }
  let halfway = try viewRenderer.image(of: screen.layer, at: 0.5)
  // End of the example.
  precondition(halfway.width == 640 && box.center.x == 280)
}
