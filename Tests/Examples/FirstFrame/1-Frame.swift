import Foundation
import ImageIO
import Multiplane
import QuartzCore

func firstFrame() throws {
  // A layer of 100x60 points, in the middle of a canvas of 140x100.
  let layer = CALayer()
  layer.frame = CGRect(x: 20, y: 20, width: 100, height: 60)
  layer.backgroundColor = CGColor(red: 1, green: 0.4, blue: 0, alpha: 1)

  // Two pixels to a point: the frame has 280x200 pixels.
  let renderer = try OffscreenRenderer(size: CGSize(width: 140, height: 100), scale: 2)
  let frame = try renderer.image(of: layer)

  let file = URL(filePath: "frame.png")
  let destination = CGImageDestinationCreateWithURL(file, "public.png", 1, nil)!
  CGImageDestinationAddImage(destination, frame, nil)
  print(CGImageDestinationFinalize(destination))  // true
  // End of the example.
  precondition(frame.width == 280 && frame.height == 200)
  precondition(CGImageSourceCreateWithURL(file, nil).map(CGImageSourceGetCount) == 1)
}
