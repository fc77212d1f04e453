// Properties of displays with extended dynamic range, which are kept and handed back by name.

public import Foundation

extension CALayer {
  /// The range of brightness that contents may use.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    /// Apple's string for it.
    public let rawValue: String
    /// A constant by its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The range that the system chooses.
    public static let automatic = Self(rawValue: "automatic")
    /// The standard range.
    public static let standard = Self(rawValue: "standard")
    /// Some of the high range, so that it does not outshine what is around it.
    public static let constrainedHigh = Self(rawValue: "constrainedHigh")
    /// The high range.
    public static let high = Self(rawValue: "high")

    fileprivate static let all: Set<Self> = [.automatic, .standard, .constrainedHigh, .high]
  }

  /// Whether bright contents are mapped to what the display can show.
  public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
    /// Apple's string for it.
    public let rawValue: String
    /// A constant by its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The system chooses.
    public static let automatic = Self(rawValue: "automatic")
    /// Never.
    public static let never = Self(rawValue: "never")
    /// Bright contents are mapped if the display supports it.
    public static let ifSupported = Self(rawValue: "ifSupported")

    fileprivate static let all: Set<Self> = [.automatic, .never, .ifSupported]
  }

  /// Kept only: frames are standard range. An unknown value reads back as `.standard`. Default: `.standard`.
  public var preferredDynamicRange: DynamicRange {
    get { (managedValue(forKey: "preferredDynamicRange") as? String).map(DynamicRange.init) ?? .standard }
    set {
      setManagedValue(
        DynamicRange.all.contains(newValue) ? newValue.rawValue : "standard", forKey: "preferredDynamicRange")
    }
  }

  /// Kept only. An unknown value reads back as `.automatic`. Default: `.automatic`.
  public var toneMapMode: ToneMapMode {
    get { (managedValue(forKey: "toneMapMode") as? String).map(ToneMapMode.init) ?? .automatic }
    set { setManagedValue(ToneMapMode.all.contains(newValue) ? newValue.rawValue : "automatic", forKey: "toneMapMode") }
  }

  /// The factor by which the contents may be brighter than white. Kept only. Default: 0, not known.
  public var contentsHeadroom: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether the contents are brighter than white. Kept only. Default: false.
  public var wantsExtendedDynamicRangeContent: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether contents are drawn anew for each scale. Kept only. Default: false.
  public var wantsDynamicContentScaling: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }
}
