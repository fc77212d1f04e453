// The pictures of the button types that have one: a sign in a circle, 22 points wide.

import CoreGraphics

struct ButtonGlyph {
  private let draw: (CGRect) -> Void

  init?(_ type: UIButton.ButtonType) {
    switch type {
    case .custom, .system: return nil
    case .infoLight, .infoDark, .detailDisclosure: draw = Self.drawInfo
    case .contactAdd: draw = { Self.drawCross(in: $0, turned: false) }
    case .close: draw = { Self.drawCross(in: $0, turned: true) }
    }
  }

  var image: UIImage {
    let box = CGRect(x: 0, y: 0, width: 22, height: 22)
    return UIGraphicsImageRenderer(size: box.size).image { _ in
      UIColor.black.set()
      let circle = UIBezierPath(ovalIn: box.insetBy(dx: 1, dy: 1))
      circle.lineWidth = 1.5
      circle.stroke()
      draw(box)
    }
  }

  private static func drawInfo(in box: CGRect) {
    UIBezierPath(ovalIn: CGRect(x: box.midX - 1.25, y: 5.25, width: 2.5, height: 2.5)).fill()
    UIBezierPath(roundedRect: CGRect(x: box.midX - 0.9, y: 9, width: 1.8, height: 7.5), cornerRadius: 0.9).fill()
  }

  private static func drawCross(in box: CGRect, turned: Bool) {
    let arm: CGFloat = turned ? 4 : 5.5
    let path = UIBezierPath()
    for (x, y) in turned ? [(arm, arm), (arm, -arm)] : [(arm, 0), (0, arm)] {
      path.move(to: CGPoint(x: box.midX - x, y: box.midY - y))
      path.addLine(to: CGPoint(x: box.midX + x, y: box.midY + y))
    }
    path.lineWidth = 1.5
    path.lineCapStyle = .round
    path.stroke()
  }
}

extension UIImage {
  /// Returns the image with an alpha, and with a colour over its pixels.
  func drawn(over color: UIColor?, alpha: CGFloat) -> UIImage {
    let box = CGRect(origin: .zero, size: size)
    guard box.width > 0, box.height > 0 else { return self }
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    let drawn = UIGraphicsImageRenderer(size: size, format: format).image { context in
      draw(in: box, blendMode: .normal, alpha: alpha)
      guard let color else { return }
      color.setFill()
      context.fill(box, blendMode: .sourceAtop)
    }
    return drawn.resizableImage(withCapInsets: capInsets, resizingMode: resizingMode).withRenderingMode(renderingMode)
  }
}

/// Places the title and image of a button side by side, the image first, in the middle or at a side. The insets of each
/// move it as in a smaller room, so that in the middle it moves by half of them.
struct ButtonLayout {
  var title: CGSize
  var image: CGSize
  var titleInsets: UIEdgeInsets
  var imageInsets: UIEdgeInsets
  var horizontal: UIControl.ContentHorizontalAlignment
  var vertical: UIControl.ContentVerticalAlignment

  func place(in room: CGRect) -> (title: CGRect, image: CGRect) {
    (
      place(title, in: room.inset(by: titleInsets), before: image.width, after: 0),
      place(image, in: room.inset(by: imageInsets), before: 0, after: title.width)
    )
  }

  /// Places title or image in its room, less the width of the other.
  private func place(_ size: CGSize, in room: CGRect, before: CGFloat, after: CGFloat) -> CGRect {
    // The title gives way to the image; the image only to the room.
    let width = min(size.width, max(room.width - before, 0))
    let height = min(size.height, max(room.height, 0))
    let group = min(before + size.width + after, max(room.width, before + width))
    var box = CGRect(x: 0, y: 0, width: width, height: height)
    switch horizontal {
    case .left, .leading: box.origin.x = room.minX + before
    case .right, .trailing: box.origin.x = room.maxX - group + before
    case .fill:
      box.origin.x = room.minX + before
      box.size.width = max(room.width - before - after, 0)
    case .center: box.origin.x = room.minX + (room.width - group) / 2 + before
    }
    switch vertical {
    case .top: box.origin.y = room.minY
    case .bottom: box.origin.y = room.maxY - height
    case .fill: (box.origin.y, box.size.height) = (room.minY, max(room.height, 0))
    case .center: box.origin.y = room.minY + (room.height - height) / 2
    }
    return box
  }
}
