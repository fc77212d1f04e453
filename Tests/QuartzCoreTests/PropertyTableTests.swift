// What it takes to add a property to a layer class: its accessor and its row. The third place is what draws it.

import CoreGraphics
import Foundation
import Testing

@testable import QuartzCore

@Suite struct PropertyTableTests {
  /// The rows of a class that QuartzCore does not have.
  private final class GaugeProperties: Sendable {
    static let all = GaugeProperties()
    static let table = PropertyTable(all, inheriting: LayerProperties.table)

    let level = LayerProperty("level", .number, default: 0.5, .implicit)
    let needle = LayerProperty("needle", .color, .explicit)
    let ticks = LayerProperty("ticks", .bits, default: 1, .explicit, redraws: true)
    let face = LayerProperty("face", nil, .fades)
    let serial = LayerProperty("serial", .string)
  }

  private final class Gauge: CALayer {
    override class var properties: PropertyTable { GaugeProperties.table }

    var level: Double {
      get { managed() }
      set { setManaged(newValue) }
    }
    var needle: CGColor? {
      get { managed() }
      set { setManaged(newValue) }
    }
    var ticks: Int {
      get { managed() }
      set { setManaged(newValue) }
    }
    var face: String? {
      get { managed() }
      set { setManaged(newValue) }
    }
  }

  @Test("Key-value coding and the default come of the row")
  func keyValueCoding() throws {
    let gauge = Gauge()
    #expect(gauge.level == 0.5 && gauge.ticks == 1 && gauge.needle == nil)
    #expect(Gauge.defaultValue(forKey: "level") as? NSNumber == 0.5)
    #expect(Gauge.defaultValue(forKey: "needle") == nil)
    gauge.setValue(0.75, forKey: "level")
    #expect(gauge.level == 0.75)
    gauge.setValue(nil, forKey: "level")
    #expect(gauge.level == 0.5)
    #expect(gauge.values.managed.number(GaugeProperties.all.level) == 0.5)
    gauge.opacity = 0.25
    #expect(gauge.value(forKey: "opacity") as? NSNumber == 0.25)
  }

  @Test("A change begins an animation where the row says so")
  func implicitActions() throws {
    let gauge = Gauge()
    let level = implicitAnimation(of: gauge, forKey: "level") { gauge.level = 1 }
    #expect(((level as? CABasicAnimation)?.fromValue as? NSNumber) == 0.5)
    #expect(implicitAnimation(of: gauge, forKey: "needle") { gauge.needle = .testRed } == nil)
    #expect(implicitAnimation(of: gauge, forKey: kCATransition) { gauge.face = "clock" } is CATransition)
  }

  @Test("Frames interpolate it, by the row's kind")
  func interpolation() throws {
    let gauge = Gauge()
    let (host, _) = LayerHost.recording(gauge)
    defer { withExtendedLifetime(host) {} }
    for (key, end) in [("level", 2.5), ("ticks", 2)] {
      let animation = CABasicAnimation(keyPath: key)
      animation.toValue = end
      animation.duration = 4
      gauge.add(animation, forKey: key)
    }
    let needle = CABasicAnimation(keyPath: "needle")
    (needle.fromValue, needle.toValue, needle.duration) = (CGColor.testBlack, CGColor.testRed, 4)
    gauge.add(needle, forKey: nil)
    CATransaction.flush()
    let (values, rows) = (gauge.values(at: 1), GaugeProperties.all)
    #expect(values.managed.number(rows.level) == 1)
    #expect(values.managed.number(rows.ticks) == 1)
    #expect(values[rows.needle] == .color(CGColor(red: 0.25, green: 0, blue: 0, alpha: 1)))
    #expect(gauge.values(at: 3).managed.number(rows.ticks) == 2)
    #expect(host.takeIssues().isEmpty)
  }

  @Test("A change marks the layer for display where the row says so")
  func redraws() {
    let gauge = Gauge()
    gauge.level = 1
    #expect(!gauge.needsDisplay())
    gauge.ticks = 2
    #expect(gauge.needsDisplay())
    #expect(Gauge.needsDisplay(forKey: "ticks") && !Gauge.needsDisplay(forKey: "opacity"))
  }

  @Test("Every stored property of LayerValues but three is a field with a row")
  func fields() {
    let stored = Mirror(reflecting: LayerValues()).children.compactMap(\.label)
    let others = ["filters", "text", "managed"]
    #expect(stored.count == LayerProperties.fields.count + others.count)
    #expect(others.allSatisfy(stored.contains))
    #expect(Set(LayerProperties.fields.map(\.bit)).count == LayerProperties.fields.count)
  }

  @Test("A field is read and written where it lies", arguments: LayerProperties.fields.map(\.key))
  func fieldsAreApart(key: String) throws {
    let property = try #require(LayerProperties.table[key])
    var values = LayerValues()
    let field = try #require(property.field)
    #expect(values[field] == field.initial && values.current(field) == field.initial)
    let new = Self.other(than: field.initial, field.kind)
    values[field] = new
    #expect(values[field] == new)
    #expect(values.current(field) == values[field])
    for other in LayerProperties.fields where other !== property { #expect(values[other] == other.initial) }
    values[field] = .list([])
    #expect(values[field] == new, "a value of the wrong kind")
  }

  private static func other(than value: AnimatableValue, _ kind: PropertyKind) -> AnimatableValue {
    switch kind {
    case .boolean: .number(value == .number(0) ? 1 : 0)
    case .color: .color(.testRed)
    case .image: .image(CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 4]))
    case .path: .path(CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil))
    case .point: .point(CGPoint(x: 7, y: 8))
    case .size: .size(CGSize(width: 7, height: 8))
    case .rect: .rect(CGRect(x: 7, y: 8, width: 9, height: 10))
    case .transform: .transform(CATransform3DMakeTranslation(7, 8, 9))
    case .enumeration(let names): .string(names.first { $0 != value.string } ?? "")
    default: .number(7)
    }
  }

  @Test("A fresh layer shows what its rows begin with", arguments: LayerClass.all.map(\.name))
  func initialValues(name: String) throws {
    let layerClass = try #require(LayerClass.all.first { $0.name == name })
    let layer = layerClass.make()
    for property in layerClass.properties.all {
      guard let value = AnimatableValue(layer.value(forKey: property.key)) else { continue }
      if property.field != nil || property.initial != .none { #expect(value == property.initial, "\(property.key)") }
    }
  }
}
