import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct ManagedPropertyTests {
  /// A layer with one property of each type, as client code declares them.
  private final class Everything: CALayer {
    var flag: Bool {
      get { managed() }
      set { setManaged(newValue) }
    }
    var int: Int {
      get { managed() }
      set { setManaged(newValue) }
    }
    var int8: Int8 {
      get { managed() }
      set { setManaged(newValue) }
    }
    var int16: Int16 {
      get { managed() }
      set { setManaged(newValue) }
    }
    var int32: Int32 {
      get { managed() }
      set { setManaged(newValue) }
    }
    var int64: Int64 {
      get { managed() }
      set { setManaged(newValue) }
    }
    var uint: UInt {
      get { managed() }
      set { setManaged(newValue) }
    }
    var uint8: UInt8 {
      get { managed() }
      set { setManaged(newValue) }
    }
    var uint16: UInt16 {
      get { managed() }
      set { setManaged(newValue) }
    }
    var uint32: UInt32 {
      get { managed() }
      set { setManaged(newValue) }
    }
    var uint64: UInt64 {
      get { managed() }
      set { setManaged(newValue) }
    }
    var float: Float {
      get { managed() }
      set { setManaged(newValue) }
    }
    var double: Double {
      get { managed() }
      set { setManaged(newValue) }
    }
    var length: CGFloat {
      get { managed() }
      set { setManaged(newValue) }
    }
    var point: CGPoint {
      get { managed() }
      set { setManaged(newValue) }
    }
    var size: CGSize {
      get { managed() }
      set { setManaged(newValue) }
    }
    var rect: CGRect {
      get { managed() }
      set { setManaged(newValue) }
    }
    var turn: CATransform3D {
      get { managed() }
      set { setManaged(newValue) }
    }
    var color: CGColor? {
      get { managed() }
      set { setManaged(newValue) }
    }
    var path: CGPath? {
      get { managed() }
      set { setManaged(newValue) }
    }
    var object: NSObject? {
      get { managed() }
      set { setManaged(newValue) }
    }
    var anything: Any? {
      get { managed() }
      set { setManaged(newValue) }
    }
    var text: String {
      get { managed() }
      set { setManaged(newValue) }
    }
    var numbers: [NSNumber]? {
      get { managed() }
      set { setManaged(newValue) }
    }
    var colors: [CGColor]? {
      get { managed() }
      set { setManaged(newValue) }
    }
    var maybe: CGFloat? {
      get { managed() }
      set { setManaged(newValue) }
    }
  }

  @Test("1.3 all types read back what was set, the ends of the integers' ranges too")
  func types() {
    let layer = Everything()
    func check<T: Equatable>(_ path: ReferenceWritableKeyPath<Everything, T>, _ values: T...) {
      for value in values {
        layer[keyPath: path] = value
        #expect(layer[keyPath: path] == value)
      }
    }
    check(\.flag, true, false)
    check(\.int, 5, .min, .max, 0x20_0000_0000_0001)
    check(\.int8, .min, .max)
    check(\.int16, .min, .max)
    check(\.int32, .min, .max)
    check(\.int64, .min, .max, 1)
    check(\.uint, 0, .max)
    check(\.uint8, .max, 0)
    check(\.uint16, .max)
    check(\.uint32, .max)
    check(\.uint64, .max, .max - 1, 3)
    check(\.float, 0.1, .infinity)
    check(\.double, 0.1, -.greatestFiniteMagnitude)
    check(\.length, 0.1)
    check(\.point, CGPoint(x: 1, y: 2))
    check(\.size, CGSize(width: 1, height: 2))
    check(\.rect, CGRect(x: 1, y: 2, width: 3, height: 4), .zero, .null)
    check(\.text, "text", "")
    check(\.maybe, 3, nil, 0)
    check(\.numbers, [1, 2], nil, [])
    layer.turn = CATransform3DMakeScale(2, 3, 4)
    #expect(layer.turn == CATransform3DMakeScale(2, 3, 4))
    layer.color = .white
    #expect(layer.color == .white)
    layer.color = nil
    #expect(layer.color == nil)
    let object = NSObject()
    layer.object = object
    layer.anything = object
    #expect(layer.object === object && layer.anything as? NSObject === object)
    layer.colors = [.white, .black]
    #expect(layer.colors == [.white, .black])
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    layer.path = path
    #expect(layer.path === path)
  }

  @Test("1.4 unset, they read as zero and nil, a rectangle as null, a transform as the identity")
  func unset() {
    let layer = Everything()
    #expect(!layer.flag && layer.int == 0 && layer.uint64 == 0 && layer.float == 0 && layer.length == 0)
    #expect(layer.point == .zero && layer.size == .zero && layer.rect.isNull && layer.turn == CATransform3DIdentity)
    #expect(layer.color == nil && layer.path == nil && layer.object == nil && layer.anything == nil && layer.text == "")
    #expect(layer.numbers == nil && layer.colors == nil && layer.maybe == nil)
  }

  @Test("1.2 layers and animations keep any value under any key")
  func anyKey() {
    let object = NSObject()
    let layer = CALayer()
    let animation = CABasicAnimation()
    for value in [5, "text", object, [1, 2], ["a": 1]] as [Any] {
      layer.setValue(value, forKey: "own")
      animation.setValue(value, forKey: "own")
      #expect(layer.value(forKey: "own") != nil && animation.value(forKey: "own") != nil)
    }
    layer.setValue(object, forKey: "own")
    #expect(layer.value(forKey: "own") as? NSObject === object)
    layer.setValue(nil, forKey: "own")
    #expect(layer.value(forKey: "own") == nil && layer.value(forKey: "never set") == nil)
  }

  @Test("They are set and read by key, and their fields by key path")
  func keyValueCoding() {
    let layer = Everything()
    layer.setValue(3, forKey: "length")
    layer.setValue(7.5, forKeyPath: "point.y")
    layer.setValue(9, forKeyPath: "rect.size.width")
    #expect(layer.length == 3 && layer.point == .zero && layer.rect.isNull, "there is no point yet to have a field")
    layer.point = CGPoint(x: 1, y: 2)
    layer.setValue(7.5, forKeyPath: "point.y")
    #expect(layer.point == CGPoint(x: 1, y: 7.5) && layer.value(forKeyPath: "point.x") as? Double == 1)
    layer.setValue("no number", forKey: "length")
    #expect(layer.length == 0, "a value of another kind reads as zero")
  }

  private static func actions(of layer: CALayer) -> (Journal, ActionDelegate) {
    let journal = Journal()
    let delegate = ActionDelegate { _, key in
      journal.note(key)
      return NSNull()
    }
    layer.delegate = delegate
    return (journal, delegate)
  }

  @Test("An action is asked for on a real change only: not for the value that shows already, set or not")
  func realChanges() {
    let layer = Everything()
    let (journal, delegate) = Self.actions(of: layer)
    layer.length = 0
    layer.flag = false
    layer.point = .zero
    layer.rect = .null
    layer.turn = CATransform3DIdentity
    layer.color = nil
    layer.object = nil
    #expect(journal.entries.isEmpty)
    let object = NSObject()
    for _ in 0..<2 {
      layer.length = 1
      layer.rect = .zero
      layer.color = .white
      layer.object = object
      layer.maybe = 0
    }
    #expect(journal.entries == ["length", "rect", "color", "object", "maybe"])
    layer.color = nil
    layer.color = nil
    layer.object = nil
    #expect(journal.entries.suffix(2) == ["color", "object"] && layer.delegate === delegate)
  }

  @Test("Animations of numbers, points, colours and optional numbers are in the presentation, from unset values too")
  func animations() throws {
    let layer = Everything()
    let stage = HostedLayer(layer)
    for (key, to) in [("length", 8.0 as Any), ("maybe", 8.0), ("point", CGPoint(x: 8, y: 4)), ("color", CGColor.white)]
    {
      layer.add(CABasicAnimation(key, to: to), forKey: key)
    }
    stage.advance(to: 0.25)
    #expect(stage.host.takeIssues().isEmpty)
    let shown = try #require(layer.presentation())
    #expect(shown.length == 2 && shown.point == CGPoint(x: 2, y: 1) && shown.maybe == 2)
    // Between no colour and one there is none (X-A13).
    #expect(shown.color == nil)
    #expect(layer.length == 0 && layer.maybe == nil && layer.color == nil)
    // A change of something else meanwhile leaves them running.
    CATransaction.withoutActions { layer.opacity = 0.5 }
    stage.advance(to: 0.5)
    #expect(layer.presentation()?.length == 4 && layer.presentation()?.opacity == 0.5)
    stage.advance(to: 1)
    #expect(layer.presentation()?.length == 0)
  }

  @Test("Fields of declared properties animate once there is a value")
  func fields() {
    let layer = Everything()
    let stage = HostedLayer(layer)
    CATransaction.withoutActions { layer.point = CGPoint(x: 1, y: 1) }
    layer.add(CABasicAnimation("point.x", from: 0, to: 10), forKey: "a")
    stage.advance(to: 0.5)
    #expect(layer.presentation()?.point == CGPoint(x: 5, y: 1))
  }

  private final class Defaulted: CALayer {
    var level: CGFloat {
      get { managed() }
      set { setManaged(newValue) }
    }
    var tint: CGColor? {
      get { managed() }
      set { setManaged(newValue) }
    }
    override class func defaultValue(forKey key: String) -> Any? {
      switch key {
      case "level": 4
      case "tint": CGColor.white
      default: super.defaultValue(forKey: key)
      }
    }
    override class func defaultAction(forKey event: String) -> (any CAAction)? {
      event == "level" ? CABasicAnimation(keyPath: event) : super.defaultAction(forKey: event)
    }
  }

  @Test("The class's default is where the value starts, and comes back with nil by key; a colour's nil is no colour")
  func defaults() {
    let layer = Defaulted()
    #expect(layer.level == 4 && layer.tint == .white)
    let (journal, delegate) = Self.actions(of: layer)
    layer.level = 4
    layer.tint = .white
    #expect(journal.entries.isEmpty && layer.delegate === delegate)
    layer.level = 5
    layer.tint = nil
    #expect(layer.tint == nil)
    layer.setValue(nil, forKey: "level")
    #expect(layer.level == 4 && journal.entries == ["level", "tint", "level"])
  }

  @Test("The class's action animates a change from what is shown, the default value at first")
  func classAction() {
    let layer = Defaulted()
    let stage = HostedLayer(layer)
    CATransaction.setAnimationDuration(1)
    layer.level = 8
    CATransaction.flush()
    stage.advance(to: 0.5)
    #expect(layer.presentation()?.level == 6)
    CATransaction.setAnimationDuration(1)
    layer.level = 0
    CATransaction.flush()
    stage.advance(to: 1)
    #expect(layer.presentation()?.level == 3)
  }

  private final class Labelled: CALayer {
    final class Style: Sendable {}
    var style1: Style? {
      get { managed() }
      set { setManaged(newValue) }
    }
    var style2: Style {
      get { managed() }
      set { setManaged(newValue) }
    }
    static let standard = Style()
    override class func defaultValue(forKey key: String) -> Any? {
      key == "style2" ? standard : super.defaultValue(forKey: key)
    }
  }

  @Test("C-10: Objects of any type change at once")
  func anyType() throws {
    let layer = Labelled()
    let stage = HostedLayer(layer)
    #expect(layer.style1 == nil && layer.style2 === Labelled.standard)
    let (one, other) = (Labelled.Style(), Labelled.Style())
    (layer.style1, layer.style2) = (one, other)
    #expect(layer.style1 === one && layer.style2 === other && layer.value(forKey: "style1") as AnyObject === one)
    CATransaction.flush()
    #expect(try #require(layer.presentation()).style1 === one && layer.animationKeys() == nil)
    layer.style1 = nil
    #expect(layer.style1 == nil && stage.host.isHosting)
  }

  @Test("An object that is not there traps where the property is not optional")
  func noObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let style: Labelled.Style = CALayer().managed("plain")
      _ = style
    }
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(message.contains("plain was read as Style and is not set"))
  }

  @Test("A type without a zero traps when nothing is set")
  func noZero() async {
    await #expect(processExitsWith: .failure) {
      struct Odd: LayerPropertyValue {
        var layerPropertyValue: Any? { 1 }
        init?(layerPropertyValue value: Any?) { nil }
      }
      let odd: Odd = CALayer().managed("odd")
      _ = odd
    }
  }
}
