import CoreGraphics
public import Foundation

/// A layer that emits particles, which it draws above its background and border.
///
/// ``emitterCells`` define the kinds of particles and their motion; ``emitterShape`` and its measures define where they
/// are born. The same seed and times give the same particles.
open class CAEmitterLayer: CALayer {
  /// The kinds of particles. The array is copied, the cells in it are not; a running emitter follows changes through
  /// the layer, `layer.setValue(20, forKeyPath: "emitterCells.spark.birthRate")`. Default: nil.
  open var emitterCells: [CAEmitterCell]? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The factor of every cell's birth rate. Default: 1.
  open var birthRate: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The factor of every cell's lifetime. Default: 1.
  open var lifetime: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The middle of the shape, in points of the layer's coordinates. Default: zero.
  open var emitterPosition: CGPoint {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The depth of the middle of the shape, in points. Default: 0.
  open var emitterZPosition: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The size of the shape, in points; circles and spheres take their radius from the width. Default: zero.
  open var emitterSize: CGSize {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The depth of the shape, in points. Default: 0.
  open var emitterDepth: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The shape that particles are born in. Default: `.point`.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The part of the shape that particles are born in. Default: `.volume`.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The order and the mode in which particles are drawn over each other. Default: `.unordered`.
  open var renderMode: CAEmitterLayerRenderMode {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether particles lie in the space of the superlayer. Default: false.
  open var preservesDepth: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The factor of every cell's velocity. Default: 1.
  open var velocity: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The factor of every cell's scale. Default: 1.
  open var scale: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The factor of every cell's spin. Default: 1.
  open var spin: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The seed of the random numbers. Default: 0.
  open var seed: UInt32 {
    get { managed() }
    set { setManaged(newValue) }
  }

  package override class var renderKind: LayerKind { .emitter }

  package override class var properties: PropertyTable { EmitterProperties.table }

  /// Returns the value at a key path; `emitterCells.NAME.property` is a property of the cell with that name.
  open override func value(forKeyPath keyPath: String) -> Any? {
    guard let path = EmitterCellPath(keyPath) else { return super.value(forKeyPath: keyPath) }
    return path.cell(in: emitterCells)?.value(forKeyPath: path.rest)
  }

  /// Sets the value at a key path; `emitterCells.NAME.property` is a property of the cell with that name.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let path = EmitterCellPath(keyPath) else {
      super.setValue(value, forKeyPath: keyPath)
      return
    }
    path.cell(in: emitterCells)?.setValue(value, forKeyPath: path.rest)
    noteChange(.values)
  }
}

/// The shape that particles are born in.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All particles are born at the emitter's position.
  public static let point = Self(rawValue: "point")
  /// A line as long as the emitter is wide.
  public static let line = Self(rawValue: "line")
  /// A rectangle of the emitter's size.
  public static let rectangle = Self(rawValue: "rectangle")
  /// A box of the emitter's size and depth.
  public static let cuboid = Self(rawValue: "cuboid")
  /// A circle with the emitter's width as its radius.
  public static let circle = Self(rawValue: "circle")
  /// A sphere with the emitter's width as its radius.
  public static let sphere = Self(rawValue: "sphere")
}

/// The part of the shape that particles are born in.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Particles are born at the shape's corners.
  public static let points = Self(rawValue: "points")
  /// Particles are born on the shape's outline.
  public static let outline = Self(rawValue: "outline")
  /// Particles are born on the shape's surface.
  public static let surface = Self(rawValue: "surface")
  /// Particles are born anywhere within the shape.
  public static let volume = Self(rawValue: "volume")
}

/// The mode in which particles are drawn over each other.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Particles are drawn in no order of age across cells.
  public static let unordered = Self(rawValue: "unordered")
  /// Older particles are drawn first, below younger ones.
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  /// Older particles are drawn last, above younger ones.
  public static let oldestLast = Self(rawValue: "oldestLast")
  /// Particles are drawn in the order of their depth, the farthest first.
  public static let backToFront = Self(rawValue: "backToFront")
  /// The colours of particles are added up: bright where there are many.
  public static let additive = Self(rawValue: "additive")
}
