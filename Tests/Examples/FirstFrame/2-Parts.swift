import Multiplane
import QuartzCore

func firstFrameParts() throws {
  let page = CALayer()
  page.bounds = CGRect(x: 0, y: 0, width: 320, height: 200)
  page.anchorPoint = .zero  // so that its position, (0, 0), is its top left corner
  page.backgroundColor = .white

  let panel = CAGradientLayer()
  panel.frame = CGRect(x: 60, y: 40, width: 200, height: 120)
  panel.colors = [CGColor(red: 0.2, green: 0.5, blue: 1, alpha: 1), CGColor(red: 0.6, green: 0.2, blue: 0.9, alpha: 1)]
  panel.cornerRadius = 20
  panel.shadowOpacity = 0.4
  panel.shadowRadius = 12
  panel.shadowOffset = CGSize(width: 0, height: 6)
  page.addSublayer(panel)

  let label = CATextLayer()
  label.frame = CGRect(x: 0, y: 40, width: 200, height: 40)
  label.string = "Multiplane"
  label.fontSize = 28
  label.alignmentMode = .center
  label.contentsScale = 2  // as many pixels to a point as the canvas has; with 1, the text would be blurred
  panel.addSublayer(label)

  let pageRenderer = try OffscreenRenderer(size: page.bounds.size, scale: 2)
  let picture = try pageRenderer.image(of: page)
  print(picture.width, picture.height)  // 640 400
  print(pageRenderer.statistics.stages.readback)  // milliseconds; there is one for each stage
  // End of the example.
  precondition(picture.width == 640)
}
