// Where title and image of a button stand: side by side, the image first, as a group in the middle or at a side. The
// insets of each move it as if it were laid out in a smaller room, so that in the middle it moves by half of them.

import CoreGraphics

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

  /// Places one of the two in its room, where the other takes some width before or after it.
  private func place(_ size: CGSize, in room: CGRect, before: CGFloat, after: CGFloat) -> CGRect {
    // A title gives way to the image; the image to nothing but the room.
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
