import UIKit

/// A ring that closes as something makes progress, with the percentage in its middle.
class RingView: UIView {
  var progress: CGFloat = 0 { didSet { setNeedsDisplay() } }
  var ringColor = UIColor.blue
  private let lineWidth: CGFloat = 8

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .clear
    isOpaque = false
    contentMode = .redraw
  }

  required init?(coder: NSCoder) { fatalError("not from a nib") }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = (min(bounds.width, bounds.height) - lineWidth) / 2
    let track = UIBezierPath(arcCenter: center, radius: radius, startAngle: 0, endAngle: .pi * 2, clockwise: true)
    track.lineWidth = lineWidth
    UIColor.lightGray.withAlphaComponent(0.5).setStroke()
    track.stroke()

    let done = UIBezierPath(
      arcCenter: center, radius: radius, startAngle: -.pi / 2, endAngle: -.pi / 2 + .pi * 2 * progress, clockwise: true)
    done.lineWidth = lineWidth
    done.lineCapStyle = .round
    ringColor.setStroke()
    done.stroke()

    let style = NSMutableParagraphStyle()
    style.alignment = .center
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.monospacedDigitSystemFont(ofSize: 18, weight: .semibold), .foregroundColor: UIColor.black,
      .paragraphStyle: style, .kern: 0.5,
    ]
    let text = "\(Int(progress * 100)) %"
    let height = text.size(withAttributes: attributes).height
    text.draw(
      in: CGRect(x: 0, y: bounds.midY - height / 2, width: bounds.width, height: height), withAttributes: attributes)

    context.saveGState()
    context.setShadow(offset: CGSize(width: 0, height: 2), blur: 4, color: UIColor.black.cgColor)
    context.setFillColor(UIColor.white.cgColor)
    context.fillEllipse(in: CGRect(x: center.x - 3, y: 1, width: 6, height: 6))
    context.restoreGState()
  }
}

/// Draws graph paper into a layer.
final class GraphPaper: NSObject, CALayerDelegate {
  func draw(_ layer: CALayer, in ctx: CGContext) {
    UIGraphicsPushContext(ctx)
    defer { UIGraphicsPopContext() }
    UIColor(white: 0.9, alpha: 1).setFill()
    UIRectFill(layer.bounds)
    ctx.setLineWidth(2)
    ctx.setStrokeColor(UIColor.red.cgColor)
    for x in stride(from: CGFloat(0), through: layer.bounds.width, by: 10) {
      ctx.move(to: CGPoint(x: x, y: 0))
      ctx.addLine(to: CGPoint(x: x, y: layer.bounds.height))
    }
    ctx.strokePath()
  }
}
