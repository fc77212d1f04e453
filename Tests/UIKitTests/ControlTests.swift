// Controls: which events a finger sends, what is called for them, and what a button shows and where. Truth: Apple's
// documentation of UIControl.Event, and sums of sizes.
import Foundation
import QuartzCore
import Testing
import UIKit

@Suite struct ControlTests {
  /// Takes down what it hears.
  final class Listener: NSObject {
    var heard: [String] = []
    func plain() { heard.append("plain") }
    func tapped(_ sender: UIButton) { heard.append("tapped \(sender.tag)") }
    func tapped(_ sender: UIControl, event: UIEvent?) { heard.append("event \(event?.allTouches?.count ?? 0)") }
    func any(_ sender: Any?) { heard.append("any") }
  }

  private func log(_ control: UIControl) -> Listener {
    let listener = Listener()
    let events: [(UIControl.Event, String)] = [
      (.touchDown, "down"), (.touchDownRepeat, "repeat"), (.touchDragInside, "inside"), (.touchDragOutside, "outside"),
      (.touchDragEnter, "enter"), (.touchDragExit, "exit"), (.touchUpInside, "up inside"),
      (.touchUpOutside, "up outside"), (.touchCancel, "cancel"), (.primaryActionTriggered, "primary"),
    ]
    for (event, name) in events { control.addAction(UIAction { _ in listener.heard.append(name) }, for: event) }
    return listener
  }

  @Test func eventsHaveApplesBits() {
    #expect(UIControl.Event.touchUpInside.rawValue == 64 && UIControl.Event.valueChanged.rawValue == 4096)
    #expect(UIControl.Event.allEvents.rawValue == 0xFFFF_FFFF)
    #expect(UIControl.State.selected.rawValue == 4 && UIControl.State.normal.rawValue == 0)
  }

  @Test func aFingerSendsEvents() {
    let control = UIControl(frame: CGRect(x: 10, y: 10, width: 100, height: 40))
    let listener = log(control)
    let touch = UITouch(at: CGPoint(x: 5, y: 5), in: control)
    func move(_ x: CGFloat, _ phase: UITouch.Phase) -> UIEvent {
      touch.move(to: CGPoint(x: x, y: 5), phase: phase)
      return UIEvent(touches: [touch])
    }
    control.touchesBegan([touch], with: nil)
    #expect(control.isTracking && control.isTouchInside && control.isHighlighted && control.state == .highlighted)
    control.touchesMoved([touch], with: move(50, .moved))
    control.touchesMoved([touch], with: move(150, .moved))
    #expect(control.isTracking && !control.isTouchInside && !control.isHighlighted)
    control.touchesMoved([touch], with: move(160, .moved))
    control.touchesMoved([touch], with: move(90, .moved))
    #expect(control.isHighlighted)
    control.touchesEnded([touch], with: move(90, .ended))
    #expect(!control.isTracking && control.state == .normal)
    #expect(
      listener.heard == ["down", "inside", "exit", "outside", "outside", "enter", "inside", "up inside"])

    listener.heard = []
    let outside = UITouch(at: .zero, in: control, tapCount: 2)
    control.touchesBegan([outside], with: nil)
    outside.move(to: CGPoint(x: -1, y: 0), phase: .ended)
    control.touchesEnded([outside], with: nil)
    #expect(listener.heard == ["down", "repeat", "up outside"])

    listener.heard = []
    let lost = UITouch(at: .zero, in: control)
    control.touchesBegan([lost], with: nil)
    control.touchesCancelled([lost], with: nil)
    control.isEnabled = false
    control.touchesBegan([UITouch(at: .zero, in: control)], with: nil)
    #expect(listener.heard == ["down", "cancel"])
    #expect(control.state == .disabled)
  }

  @Test func trackingIsTheSubclasss() {
    final class Slider: UIControl {
      var places: [CGFloat] = []
      override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { touch.location(in: self).x < 50 }
      override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        places.append(touch.location(in: self).x)
        sendActions(for: .valueChanged)
        return places.count < 2
      }
      override func endTracking(_ touch: UITouch?, with event: UIEvent?) { places.append(-1) }
    }
    let slider = Slider(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
    let far = UITouch(at: CGPoint(x: 60, y: 0), in: slider)
    slider.touchesBegan([far], with: nil)
    #expect(!slider.isTracking && !slider.isHighlighted)
    let touch = UITouch(at: .zero, in: slider)
    slider.touchesBegan([touch], with: nil)
    for x in [10, 20, 30] as [CGFloat] {
      touch.move(to: CGPoint(x: x, y: 0))
      slider.touchesMoved([touch], with: nil)
    }
    #expect(slider.places == [10, 20, -1])
    #expect(!slider.isTracking && !slider.isHighlighted)
  }

  @Test func targetsAreCalledWithWhatTheyTake() {
    let button = UIButton(type: .custom)
    button.tag = 7
    let listener = Listener()
    button.addTarget(listener, action: Selector("plain", Listener.plain), for: .touchUpInside)
    button.addTarget(listener, action: Selector("tapped:", Listener.tapped(_:)), for: [.touchUpInside, .touchDown])
    button.addTarget(listener, action: Selector("tapped:event:", Listener.tapped(_:event:)), for: .touchUpInside)
    button.addTarget(listener, action: Selector("any:", Listener.any(_:)), for: .touchUpInside)
    // Twice is once.
    button.addTarget(listener, action: Selector("plain", Listener.plain), for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(listener.heard == ["plain", "tapped 7", "event 0", "any"])
    #expect(button.allControlEvents == [.touchUpInside, .touchDown])
    #expect(button.actions(forTarget: listener, forControlEvent: .touchDown) == ["tapped:"])
    #expect(button.actions(forTarget: listener, forControlEvent: .touchCancel) == nil)
    #expect(button.allTargets == [listener])

    listener.heard = []
    button.removeTarget(listener, action: Selector("tapped:"), for: .touchUpInside)
    button.removeTarget(nil, action: Selector("any:"), for: .allEvents)
    button.sendActions(for: [.touchUpInside, .touchDown])
    #expect(listener.heard == ["plain", "tapped 7", "event 0"])
    button.removeTarget(listener, action: nil, for: .allEvents)
    #expect(button.allControlEvents == [] && button.allTargets.isEmpty)
  }

  @Test func aTargetIsNotHeldAndNoneIsTheNextResponder() {
    final class Panel: UIView {
      var count = 0
      func pressed() { count += 1 }
    }
    let button = UIButton(type: .custom)
    weak var gone: Listener?
    do {
      let listener = Listener()
      gone = listener
      button.addTarget(listener, action: Selector("plain", Listener.plain), for: .touchUpInside)
    }
    #expect(gone == nil)
    button.sendActions(for: .touchUpInside)

    let panel = Panel(frame: .zero)
    let middle = UIView()
    panel.addSubview(middle)
    middle.addSubview(button)
    button.addTarget(nil, action: Selector("pressed", Panel.pressed), for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(panel.count == 1)
  }

  @Test func actionsAreOnesByIdentifier() {
    var heard: [String] = []
    let control = UIControl()
    control.addAction(
      UIAction(title: "a", identifier: .init("x")) { heard.append("a \($0.sender as AnyObject? === control)") },
      for: .valueChanged)
    control.addAction(UIAction(identifier: .init("x")) { _ in heard.append("b") }, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(heard == ["b"])
    control.removeAction(identifiedBy: .init("x"), for: .valueChanged)
    control.addAction(UIAction { heard.append("\($0.sender as AnyObject? === control)") }, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(heard == ["b", "true"])
  }

  // MARK: Buttons

  private func image(_ width: CGFloat, _ height: CGFloat, _ color: UIColor = .red) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { context in
      color.setFill()
      context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    }
  }

  @Test func eachStateShowsItsOwn() {
    let button = UIButton(type: .custom)
    button.setTitle("normal", for: .normal)
    button.setTitle("chosen", for: .selected)
    button.setTitle("both", for: [.selected, .highlighted])
    button.setTitleColor(.red, for: .normal)
    button.setTitleColor(.blue, for: .highlighted)
    #expect(button.currentTitle == "normal" && button.titleLabel?.text == "normal")
    button.isSelected = true
    #expect(button.titleLabel?.text == "chosen" && button.titleLabel?.textColor == .red)
    button.isHighlighted = true
    // What a state has none of is the normal state's, not that of a part of it.
    #expect(button.titleLabel?.text == "both" && button.titleLabel?.textColor == .red)
    button.isSelected = false
    #expect(button.titleLabel?.text == "normal" && button.currentTitleColor == .blue)
    button.isHighlighted = false
    button.setAttributedTitle(NSAttributedString(string: "attributed"), for: .disabled)
    button.isEnabled = false
    #expect(button.titleLabel?.text == "attributed" && button.title(for: .disabled) == "normal")
    #expect(UIButton(type: .custom).currentTitleColor == .white)
    let system = UIButton(type: .system)
    system.tintColor = .green
    #expect(system.currentTitleColor == .green)
    system.isEnabled = false
    #expect(system.currentTitleColor == .tertiaryLabel)
  }

  @Test func imageAndTitleStandInTheMiddle() {
    let button = UIButton(type: .custom)
    button.setTitle("Title", for: .normal)
    button.setImage(image(20, 10), for: .normal)
    let title = button.titleLabel!.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: 0))
    let side = (200 - 20 - title.width) / 2
    button.frame = CGRect(x: 0, y: 0, width: 200, height: 50)
    button.layoutIfNeeded()
    #expect(button.imageView?.frame == CGRect(x: side, y: 20, width: 20, height: 10))
    #expect(
      button.titleLabel?.frame
        == CGRect(x: side + 20, y: (50 - title.height) / 2, width: title.width, height: title.height))
    #expect(button.intrinsicContentSize == CGSize(width: title.width + 20, height: title.height + 12))

    // An inset of one side moves what stands in the middle by half of it.
    button.titleEdgeInsets.left = 8
    button.layoutIfNeeded()
    #expect(button.titleLabel?.frame.minX == side + 24)
    button.titleEdgeInsets.left = 0
    button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 30, bottom: 3, right: 10)
    button.layoutIfNeeded()
    #expect(button.imageView?.frame.minX == side + 10)
    #expect(button.intrinsicContentSize == CGSize(width: title.width + 60, height: title.height + 4))
    button.contentHorizontalAlignment = .left
    button.contentVerticalAlignment = .bottom
    button.layoutIfNeeded()
    #expect(button.imageView?.frame.origin == CGPoint(x: 30, y: 37))
    button.contentHorizontalAlignment = .right
    button.contentVerticalAlignment = .top
    button.layoutIfNeeded()
    #expect(button.titleLabel?.frame.maxX == 190 && button.imageView?.frame.minY == 1)
    #expect(button.imageView?.frame.maxX == button.titleLabel?.frame.minX)
  }

  @Test func aTitleGivesWayToTheImage() {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 50, height: 30))
    button.setTitle("A title that is far too long", for: .normal)
    button.setImage(image(20, 20), for: .normal)
    button.layoutIfNeeded()
    #expect(button.imageView?.frame == CGRect(x: 0, y: 5, width: 20, height: 20))
    #expect(button.titleLabel?.frame.minX == 20 && button.titleLabel?.frame.width == 30)
  }

  @Test func aPressedImageIsDarkerAndABackgroundFills() throws {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
    button.setImage(image(10, 10, UIColor(red: 1, green: 0, blue: 0, alpha: 1)), for: .normal)
    button.setBackgroundImage(image(2, 2, UIColor(red: 0, green: 0, blue: 1, alpha: 1)), for: .selected)
    func pixel(_ x: Int, _ y: Int) throws -> [Int] {
      button.layoutIfNeeded()
      let picture = UIGraphicsImageRenderer(size: button.bounds.size).image { button.layer.render(in: $0.cgContext) }
      let bytes = try #require(picture.cgImage?.dataProvider?.data)
      return bytes[(y * 30 + x) * 4..<(y * 30 + x) * 4 + 4].map(Int.init)
    }
    #expect(try pixel(15, 15) == [255, 0, 0, 255] && pixel(2, 2) == [0, 0, 0, 0])
    button.isHighlighted = true
    #expect(abs(try pixel(15, 15)[0] - 128) <= 1)
    button.adjustsImageWhenHighlighted = false
    button.isHighlighted = false
    button.isHighlighted = true
    #expect(try pixel(15, 15) == [255, 0, 0, 255])
    button.isHighlighted = false
    button.isSelected = true
    #expect(try pixel(2, 2) == [0, 0, 255, 255] && pixel(15, 15) == [255, 0, 0, 255])
    button.isSelected = false
    #expect(try pixel(2, 2) == [0, 0, 0, 0])
  }

  @Test func aButtonDoesItsPrimaryAction() {
    var count = 0
    let button = UIButton(type: .system, primaryAction: UIAction(title: "Go") { _ in count += 1 })
    #expect(button.currentTitle == "Go" && button.titleLabel?.font.pointSize == 15)
    button.sizeToFit()
    let touch = UITouch(at: CGPoint(x: 3, y: 3), in: button)
    button.touchesBegan([touch], with: nil)
    #expect(near(button.titleLabel?.alpha ?? 0, 0.2))
    button.touchesEnded([touch], with: nil)
    #expect(count == 1 && button.titleLabel?.alpha == 1)
  }

  @Test("A button has a view of its title once it has a title, and one of its image once it has an image")
  func onlyTheViewsThatAreNeeded() throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { _ in }
    for type in [UIButton.ButtonType.custom, .system] {
      let empty = UIButton(type: type)
      empty.isHighlighted = true
      empty.layoutIfNeeded()
      #expect(empty.subviews.isEmpty)
      let pictured = UIButton(type: type)
      pictured.setImage(image, for: .normal)
      pictured.sizeToFit()
      pictured.layoutIfNeeded()
      #expect(pictured.subviews.count == 1 && pictured.subviews[0] is UIImageView)
      let titled = UIButton(type: type)
      titled.setTitle("Go", for: .normal)
      titled.sizeToFit()
      titled.layoutIfNeeded()
      #expect(titled.subviews.count == 1 && titled.subviews[0] === titled.titleLabel)
      #expect(titled.titleLabel?.font.pointSize == (type == .system ? 15 : UIFont.buttonFontSize))
      titled.setTitle(nil, for: .normal)
      #expect(titled.titleLabel?.text == nil)
    }
  }
}
