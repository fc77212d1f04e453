// Draw lists of frames that lie over something: where they are seen, and when they cannot be drawn alone.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct OverlayListTests {
  private func list(_ layers: CALayer...) -> DrawList {
    let root = layer(0, 0, 400, 300)
    for layer in layers { root.addSublayer(layer) }
    return FrameRecorder(root).frame()
  }

  @Test("What draws nothing is seen nowhere, and a layer where it is")
  func seenBox() {
    #expect(list().seenBox.isEmpty)
    #expect(list(layer(0, 0, 400, 300, .clear)).seenBox.isEmpty)
    let box = list(layer(10, 20, 30, 40, .red), layer(100, 20, 10, 10, .teal) { $0.cornerRadius = 3 }).seenBox
    #expect(box.contains(Box(10, 20, 110, 60)) && Box(8, 18, 112, 62).contains(box))
  }

  @Test("Turned layers, shadows and text are inside of the box")
  func turned() {
    let turned = layer(100, 100, 50, 50, .red) { $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1) }
    let box = list(turned).seenBox
    let half = 25 * 2.0.squareRoot()
    #expect(box.contains(Box(125 - half, 125 - half, 125 + half, 125 + half)) && box.width < 2 * half + 6)
    let shadowed = layer(100, 100, 50, 50, .red) {
      ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (1, 4, CGSize(width: 0, height: 20))
    }
    #expect(list(shadowed).seenBox.maxY >= 170)
  }

  @Test("Colours over others, groups and masks are drawn alone; backdrops, blend modes and added light are not")
  func needs() {
    let group = layer(10, 10, 50, 50, .red) { $0.opacity = 0.5 }
    group.addSublayer(layer(5, 5, 50, 50, .teal))
    let masked = layer(70, 10, 50, 50, .red)
    masked.mask = layer(5, 5, 50, 50, .teal) { $0.cornerRadius = 9 }
    #expect(!list(group, masked).needsWhatLiesBelow)
    let screened = layer(10, 10, 50, 50, .red) { $0.compositingFilter = CAFilter(type: "screenBlendMode") }
    #expect(list(screened).needsWhatLiesBelow)
    let frosted = layer(10, 10, 50, 50, CGColor(gray: 1, alpha: 0.2)) {
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(4, forKey: "inputRadius")
      $0.backgroundFilters = [blur]
    }
    #expect(list(frosted).needsWhatLiesBelow)
    // What blends within a group of its own needs nothing below that.
    let inside = layer(10, 10, 50, 50, .red) { $0.opacity = 0.5 }
    inside.addSublayer(screened)
    #expect(!list(inside).needsWhatLiesBelow)
  }
}
