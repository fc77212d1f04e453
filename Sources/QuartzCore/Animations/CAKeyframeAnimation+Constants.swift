/// The mode in which a keyframe animation calculates the values between its keyframes. An unknown value behaves as
/// ``linear``.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Values change at an even rate from one keyframe to the next.
  public static let linear = Self(rawValue: "linear")
  /// Each value holds until the next.
  public static let discrete = Self(rawValue: "discrete")
  /// Straight from value to value at constant speed over all.
  public static let paced = Self(rawValue: "paced")
  /// Along a smooth curve through the values: a Kochanek-Bartels spline, Catmull-Rom unless the animation has tension,
  /// continuity or bias values.
  public static let cubic = Self(rawValue: "cubic")
  /// Along that curve at a speed that is constant from value to value, by their straight distances.
  public static let cubicPaced = Self(rawValue: "cubicPaced")
}

/// The mode in which a layer turns while it follows a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The path's direction is added to the layer's rotation about z.
  public static let rotateAuto = Self(rawValue: "auto")
  /// The path's direction and half a turn more are added to the layer's rotation about z.
  public static let rotateAutoReverse = Self(rawValue: "autoReverse")
}
