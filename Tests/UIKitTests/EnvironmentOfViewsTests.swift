// The application, the device, accessibility and first responders.
import Foundation
import QuartzCore
import Testing
import UIKit

@Suite struct EnvironmentOfViewsTests {
  @Test func theApplicationKnowsItsWindows() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(UIApplication.shared.windows.contains { $0 === window })
    #expect(UIApplication.shared.keyWindow !== window)
    window.makeKeyAndVisible()
    #expect(UIApplication.shared.windows.contains { $0 === window && $0.isKeyWindow })
    #expect(UIApplication.shared.applicationState == .active && !UIApplication.shared.canOpenURL(URL(filePath: "/")))
    var isOpen: Bool?
    UIApplication.shared.open(URL(filePath: "/")) { isOpen = $0 }
    #expect(isOpen == false)
  }

  @Test func aWindowHasOneFirstResponder() {
    final class Field: UIView {
      var isStubborn = false
      override var canBecomeFirstResponder: Bool { true }
      override var canResignFirstResponder: Bool { !isStubborn }
    }
    let window = UIWindow(frame: .zero)
    let (a, b) = (Field(frame: .zero), Field(frame: .zero))
    #expect(!a.becomeFirstResponder(), "no window")
    window.addSubview(a)
    window.addSubview(b)
    #expect(a.becomeFirstResponder() && a.isFirstResponder)
    #expect(b.becomeFirstResponder() && !a.isFirstResponder)
    b.isStubborn = true
    #expect(!a.becomeFirstResponder() && b.isFirstResponder)
    b.isStubborn = false
    #expect(b.resignFirstResponder() && !b.isFirstResponder)
    #expect(!UIView().becomeFirstResponder())
  }

  @Test func accessibilityIsKeptAndOverridden() {
    final class Meter: UIView {
      var count = 0
      override var accessibilityValue: String? {
        get { super.accessibilityValue ?? "\(count) %" }
        set { super.accessibilityValue = newValue }
      }
      override func accessibilityIncrement() { count += 1 }
    }
    let meter = Meter(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(!meter.isAccessibilityElement && meter.accessibilityTraits == .none && meter.accessibilityLabel == nil)
    meter.isAccessibilityElement = true
    meter.accessibilityTraits = [.adjustable, .updatesFrequently]
    meter.accessibilityLabel = "level"
    meter.accessibilityIncrement()
    #expect(meter.isAccessibilityElement && meter.accessibilityValue == "1 %" && meter.accessibilityLabel == "level")
    #expect(meter.accessibilityTraits.rawValue == 1 << 12 | 1 << 9)
    #expect(meter.accessibilityFrame == CGRect(x: 1, y: 2, width: 3, height: 4))
    meter.accessibilityValue = "all"
    #expect(meter.accessibilityValue == "all")
    let label = UILabel()
    label.text = "text"
    #expect(
      label.isAccessibilityElement && label.accessibilityTraits == .staticText && label.accessibilityLabel == "text")
    let element = UIAccessibilityElement(accessibilityContainer: meter)
    meter.accessibilityElements = [element]
    #expect(meter.accessibilityElementCount() == 1 && meter.index(ofAccessibilityElement: element) == 0)
  }

  @Test func viewsKeepWhatLayoutCodeSets() {
    let view = UIView()
    #expect(view.translatesAutoresizingMaskIntoConstraints && view.layoutMargins.left == 8)
    view.translatesAutoresizingMaskIntoConstraints = false
    #expect(!view.translatesAutoresizingMaskIntoConstraints && view.safeAreaInsets == .zero)
    #expect(UIDevice.current.userInterfaceIdiom == .phone)
    #expect(UIView.userInterfaceLayoutDirection(for: .forceRightToLeft) == .rightToLeft)
    #expect(UIView.userInterfaceLayoutDirection(for: .unspecified, relativeTo: .rightToLeft) == .rightToLeft)
    #expect(UIView.userInterfaceLayoutDirection(for: .playback, relativeTo: .rightToLeft) == .leftToRight)
  }
}
