// The feature sheet: a tile for each thing that layers can look like, in one scene. The README shows it at one second,
// where the transitions are on their way:
//
//   multiplane render demo:features --at 1 --scale 1.5 -o Sources/Multiplane/Multiplane.docc/features.png
//
// Tested by FeatureSheetTests.

package import CoreGraphics
import Foundation
import QuartzCore

/// The tiles of the sheet, and their frames.
package enum FeatureSheet {
  private static let columns = 6
  private static let gap = 10.0
  private static let margin = 12.0

  /// The tiles, row by row.
  private static let features: [Feature] = [
    masks, shadows, shapes, gradients, corners, contents, depth, groups, filters, copies, transitions,
  ].flatMap { $0 }

  /// The names of the tiles, in the order of the sheet.
  package static var names: [String] { features.map(\.name) }

  /// Returns the frame of a tile on the sheet.
  package static func frame(of index: Int) -> CGRect {
    CGRect(
      x: margin + Double(index % columns) * (Feature.size.width + gap),
      y: margin + Double(index / columns) * (Feature.size.height + gap), width: Feature.size.width,
      height: Feature.size.height)
  }

  /// Returns the colour behind a tile's layers.
  package static func background(of index: Int) -> CGColor { features[index].background.cgColor }

  static var size: CGSize {
    let last = frame(of: features.count - 1)
    return CGSize(width: frame(of: columns - 1).maxX + margin, height: last.maxY + margin)
  }

  /// Puts the tiles on a layer.
  static func fill(_ root: CALayer, _ script: Script) {
    root.name = "features"
    root.frame = CGRect(origin: .zero, size: size)
    root.backgroundColor = .backdrop
    for (index, feature) in features.enumerated() {
      let tile = root.place(
        CALayer(), feature.name, frame(of: index), color: feature.background.cgColor, cornerRadius: 12)
      tile.masksToBounds = true
      feature.fill(tile, script)
    }
  }
}

extension Gallery {
  /// The sheet, and in a video its tiles in motion.
  static let features = Demo(
    "features", "a tile for each thing that layers can look like", size: FeatureSheet.size, duration: 4,
    fill: FeatureSheet.fill)
}
