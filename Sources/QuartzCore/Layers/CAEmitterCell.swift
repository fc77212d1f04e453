public import CoreGraphics
public import Foundation

/// One kind of particle that a ``CAEmitterLayer`` emits: number, look and motion.
///
/// Particle number k, from 0, is born when (k + 1) / birthRate seconds of the cell's time have passed, and keeps the
/// values that the cell has then. Properties with a range are uniformly random from half the range below the mean to
/// half above. A running emitter follows changes through its layer: `layer.setValue(20, forKeyPath:
/// "emitterCells.NAME.birthRate")`.
///
/// A cell is a key-value container as a layer is: values by name, then the style's, then the defaults of the class.
open class CAEmitterCell: NSObject, NSCopying, CAMediaTiming {
  /// The properties of CAMediaTiming. A cell emits without end unless it has a duration.
  package final var timing = MediaTiming.layerDefault
  /// The values that were set, by key. An explicit nil is kept: "no colour".
  private final var values: [String: Any?] = [:]

  public required override init() { super.init() }

  /// Traps: cells are not archived here. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    trap("CAEmitterCell(coder:): emitter cells cannot be read from archives on this system")
  }

  // Nested cells are released one after the other, however deep they are.
  deinit {
    var orphans = takeCells()
    while var orphan = orphans.popLast() {
      if isKnownUniquelyReferenced(&orphan) { orphans.append(contentsOf: orphan.takeCells()) }
    }
  }

  private func takeCells() -> [CAEmitterCell] { values.removeValue(forKey: "emitterCells") as? [CAEmitterCell] ?? [] }

  /// Returns a copy with the same values; the cells in ``emitterCells`` are shared.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.timing = timing
    copy.values = values
    return copy
  }

  /// The name by which key paths reach the cell. Default: nil.
  open var name: String? {
    get { property() }
    set { setProperty(newValue) }
  }

  /// Values for properties that were not set; under "style" the next dictionary to look in. Default: nil.
  open var style: [AnyHashable: Any]? {
    get { values["style"] as? [AnyHashable: Any] }
    set { values["style"] = newValue }
  }

  // MARK: Contents

  /// The picture of each particle, a `CGImage`. Default: nil, nothing is drawn.
  open var contents: Any? {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The part of the picture that is drawn, in its fractions. Default: all of it.
  open var contentsRect: CGRect {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The number of pixels of the picture to a point. Default: 1.
  open var contentsScale: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The sampling of the picture where it grows: "nearest", "linear" or "trilinear". Default: "linear".
  open var magnificationFilter: String {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The sampling of the picture where it shrinks. Default: "linear".
  open var minificationFilter: String {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The offset to the mipmap level of trilinear sampling. Default: 0.
  open var minificationFilterBias: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The cells whose particles each particle emits. The array is copied, the cells in it are not. Default: nil.
  open var emitterCells: [CAEmitterCell]? {
    get { property() }
    set { setProperty(newValue) }
  }

  // MARK: Emission

  /// Whether particles are emitted. Default: true.
  open var isEnabled: Bool {
    get { property("enabled") }
    set { setProperty(newValue, "enabled") }
  }

  /// The number of particles that are born in a second. Default: 0.
  open var birthRate: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The mean lifetime of a particle, in seconds. Default: 0.
  open var lifetime: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The range about the mean of ``lifetime``. Default: 0.
  open var lifetimeRange: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The amount added to the direction's angle from the z axis, in radians; at 0 it lies in the xy plane. Default: 0.
  open var emissionLatitude: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The angle of the direction in the xy plane, in radians, from the natural direction at the place of birth: the x
  /// axis; outward in the points and outline of a shape; across a line, towards minimum y; for a cell of a cell the
  /// direction of the emitting particle. Default: 0.
  open var emissionLongitude: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The opening angle of the cone about the direction, in radians; 2 pi for all directions of space. Default: 0.
  open var emissionRange: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  // MARK: Motion

  /// The speed of a new particle, in points a second: the mean. Default: 0.
  open var velocity: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The range about the mean of ``velocity``. Default: 0.
  open var velocityRange: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The acceleration along x, in points a second squared. Default: 0.
  open var xAcceleration: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The acceleration along y, in points a second squared. Default: 0.
  open var yAcceleration: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The acceleration along z, in points a second squared. Default: 0.
  open var zAcceleration: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The size of a new particle as a multiple of its picture's: the mean. Default: 1.
  open var scale: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The range about the mean of ``scale``. Default: 0.
  open var scaleRange: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The change of the scale in a second. Default: 0.
  open var scaleSpeed: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The turning of a particle, in radians a second: the mean. Default: 0.
  open var spin: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The range about the mean of ``spin``. Default: 0.
  open var spinRange: CGFloat {
    get { property() }
    set { setProperty(newValue) }
  }

  // MARK: Colour

  /// The colour of a new particle, which multiplies its picture: the mean. Default: opaque white.
  open var color: CGColor? {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The range about the mean of the colour's red. Default: 0.
  open var redRange: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The range about the mean of the colour's green. Default: 0.
  open var greenRange: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The range about the mean of the colour's blue. Default: 0.
  open var blueRange: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The range about the mean of the colour's alpha. Default: 0.
  open var alphaRange: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The change of the colour's red in a second. Default: 0.
  open var redSpeed: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The change of the colour's green in a second. Default: 0.
  open var greenSpeed: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The change of the colour's blue in a second. Default: 0.
  open var blueSpeed: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  /// The change of the colour's alpha in a second. Default: 0.
  open var alphaSpeed: Float {
    get { property() }
    set { setProperty(newValue) }
  }

  // MARK: Key-value coding

  /// Returns the value that a key has when nothing was set; nil means zero of the type.
  open class func defaultValue(forKey key: String) -> Any? {
    CellProperties.table[key]?.defaultValue
  }

  /// Whether the value of a key would go into an archive: that of a key that was set.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    values[key] != nil
      || AnimatableValue(timing.value(forKey: key)) != AnimatableValue(MediaTiming.layerDefault.value(forKey: key))
  }

  /// Returns the value of a property or of any other key that was set; then that of the ``style``, then the default.
  open func value(forKey key: String) -> Any? {
    if let value = timing.value(forKey: key) { return value }
    if let value = values[key] { return value }
    return style?.firstInStyles({ $0[key] }) ?? type(of: self).defaultValue(forKey: key)
      ?? CellProperties.table[key]?.unset
  }

  /// Sets a property, or keeps the value under any other key. Nil restores the default, but a nil colour means none.
  open func setValue(_ value: Any?, forKey key: String) {
    if timing.setValue(value, forKey: key, defaults: .layerDefault) { return }
    if value == nil && !(type(of: self).defaultValue(forKey: key) is CGColor) {
      values[key] = nil
    } else {
      values[key] = .some(Self.boxed(value))
    }
  }

  /// Returns the value of the property with the accessor's name.
  private func property<Value: LayerPropertyValue>(_ key: String = #function) -> Value {
    if let value = Value(layerPropertyValue: value(forKey: key)) { return value }
    guard let value = Value(layerPropertyValue: type(of: self).defaultValue(forKey: key)) else {
      trap("CAEmitterCell.\(key): the default is no \(Value.self)")
    }
    return value
  }

  private func setProperty<Value: LayerPropertyValue>(_ value: Value, _ key: String = #function) {
    values[key] = .some(Self.boxed(value.layerPropertyValue))
  }

  /// Numbers as `NSNumber`, string constants as strings, everything else as itself.
  private static func boxed(_ value: Any?) -> Any? { value.map { AnimatableValue($0)?.boxed ?? $0 } }
}
