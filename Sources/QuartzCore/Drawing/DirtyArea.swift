// What of a layer's drawing is out of date.

import Foundation

/// The area that was marked since the last drawing: nothing, the box around rectangles, or everything.
struct DirtyArea {
  /// In the layer's coordinates; null where no rectangle was marked.
  private var box = CGRect.null
  private var isAll = false

  /// Marks a rectangle; nil, and one that is no number or infinite: everything.
  mutating func add(_ rect: CGRect?) {
    if let rect, rect.minX.isFinite, rect.minY.isFinite, rect.width.isFinite, rect.height.isFinite {
      box = box.isNull ? rect : box.union(rect)
    } else {
      isAll = true
    }
  }

  /// The box around what was marked; nil for everything, and where nothing was: then everything is asked for.
  var part: CGRect? { isAll || box.isNull ? nil : box }
}
