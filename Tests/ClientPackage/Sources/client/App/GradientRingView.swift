// A ring whose colour changes along it: Core Graphics has no such gradient, so its pixels are computed.

import UIKit

class GradientRingView: UIView {
  var startColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1) { didSet { setNeedsDisplay() } }
  var endColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1) { didSet { setNeedsDisplay() } }
  var thickness: CGFloat = 12

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), let sweep = sweep(side: Int(bounds.width * contentScaleFactor))
    else { return }
    context.saveGState()
    context.setLineWidth(thickness)
    context.addArc(
      center: CGPoint(x: bounds.midX, y: bounds.midY), radius: (bounds.width - thickness) / 2, startAngle: 0,
      endAngle: .pi * 2, clockwise: true)
    context.replacePathWithStrokedPath()
    context.clip()
    UIImage(cgImage: sweep, scale: contentScaleFactor, orientation: .up).draw(in: bounds)
    context.restoreGState()
  }

  /// A square of colours by their angle, clockwise from the right.
  func sweep(side: Int) -> CGImage? {
    guard
      let context = CGContext(
        data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: side * 4,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue),
      let pixels = context.data?.bindMemory(to: UInt8.self, capacity: side * side * 4)
    else { return nil }
    let (first, last) = (components(of: startColor), components(of: endColor))
    for y in 0..<side {
      for x in 0..<side {
        let angle = atan2(CGFloat(y) + 0.5 - CGFloat(side) / 2, CGFloat(x) + 0.5 - CGFloat(side) / 2)
        let fraction = (angle < 0 ? angle + 2 * .pi : angle) / (2 * .pi)
        let pixel = pixels + (y * side + x) * 4
        pixel[0] = 255
        for channel in 0..<3 {
          let value = first[channel] + (last[channel] - first[channel]) * fraction
          pixel[channel + 1] = UInt8((value * 255).rounded())
        }
      }
    }
    return context.makeImage()
  }

  private func components(of color: UIColor) -> [CGFloat] {
    var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    color.getRed(&red, green: &green, blue: &blue, alpha: nil)
    return [red, green, blue]
  }
}
