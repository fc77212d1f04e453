// Boxes of draw lists and layers, as reports have them.

import Compositor
import CoreGraphics
import QuartzCore

extension Box {
  /// As Core Graphics has it, whatever its sides are.
  var cgRect: CGRect { CGRect(x: minX, y: minY, width: width, height: height) }

  /// `[x, y, width, height]`, in whole pixels.
  var wholeNumbers: [Int] { [minX, minY, width, height].map { Int(bounded: $0) } }
}

extension LayerLook {
  /// The names of what the layer draws itself.
  var drawnParts: [String] { LayerPart.allCases.filter { flags.contains($0.flag) }.compactMap(\.name) }
}
