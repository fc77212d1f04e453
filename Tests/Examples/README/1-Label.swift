import Multiplane
import UIKit

func readmeLabel() throws {
  let label = UILabel(frame: CGRect(x: 0, y: 0, width: 320, height: 80))
  label.text = "Drawn on Linux"
  label.backgroundColor = .systemYellow
  let picture = try OffscreenRenderer(size: label.bounds.size, scale: 2).image(of: label.layer)  // a CGImage, 640x160
  // End of the example.
  precondition(picture.width == 640 && picture.height == 160)
}
