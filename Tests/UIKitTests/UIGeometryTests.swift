import Testing
import UIKit

@Suite struct UIGeometryTests {
  @Test("Insets move the sides inward; what is left over nothing is null")
  func insets() {
    let rect = CGRect(x: 10, y: 20, width: 100, height: 50)
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect.inset(by: insets) == CGRect(x: 12, y: 21, width: 94, height: 46))
    #expect(rect.inset(by: .zero) == rect)
    #expect(rect.inset(by: UIEdgeInsets(top: -5, left: -5, bottom: -5, right: -5)) == rect.insetBy(dx: -5, dy: -5))
    #expect(rect.inset(by: UIEdgeInsets(top: 30, left: 0, bottom: 30, right: 0)).isNull)
    #expect(CGRect.null.inset(by: insets).isNull)
    #expect(NSValue(uiEdgeInsets: insets).uiEdgeInsetsValue == insets)
  }

  @Test("Corners are a set")
  func corners() {
    #expect(UIRectCorner.allCorners.contains([.topLeft, .bottomRight]))
    #expect(UIOffset(horizontal: 0, vertical: 0) == .zero)
  }
}
