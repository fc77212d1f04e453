/// A time or a length of time, in seconds.
public typealias CFTimeInterval = Double

/// The timing that layers and animations have in common: a time of their own, derived from their parent's.
///
/// An object's active time is `(parentTime - beginTime) * speed + timeOffset`. An animation's parent is the layer, or
/// the group that it belongs to; a layer's is its superlayer.
public protocol CAMediaTiming: AnyObject {
  /// The begin time of the object, in seconds of the parent's time. Default: 0; for an animation on a layer, "when it
  /// is added".
  var beginTime: CFTimeInterval { get set }
  /// The duration of one cycle, in seconds of the object's own time. Default: 0 for animations, infinite for layers.
  var duration: CFTimeInterval { get set }
  /// The seconds of the object's time in one of its parent's. Default: 1. 0 pauses, negative values play backward.
  var speed: Float { get set }
  /// The offset into its cycle at which the object begins, in seconds. Default: 0.
  var timeOffset: CFTimeInterval { get set }
  /// The number of cycles that play; it may be fractional. Default: 0, which counts as 1.
  var repeatCount: Float { get set }
  /// The duration over which cycles repeat, in seconds; the last one may be cut. Default: 0, which leaves it to
  /// ``repeatCount``.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether each cycle plays forward, then backward. Default: false.
  var autoreverses: Bool { get set }
  /// The values that an animation shows before it begins and after it ends. Default: ``CAMediaTimingFillMode/removed``.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The mode that decides what an animation shows outside its active time. An unknown mode behaves as ``removed``.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The last value goes on after the end.
  public static let forwards = Self(rawValue: "forwards")
  /// The first value shows before the beginning.
  public static let backwards = Self(rawValue: "backwards")
  /// The first value shows before the beginning, and the last one goes on after the end.
  public static let both = Self(rawValue: "both")
  /// The animation shows nothing outside its active time: the model's value does.
  public static let removed = Self(rawValue: "removed")

  /// Whether the first value shows before the beginning.
  package var fillsBackwards: Bool { self == .backwards || self == .both }
  /// Whether the last value shows after the end.
  package var fillsForwards: Bool { self == .forwards || self == .both }
}
