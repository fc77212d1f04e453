public import Foundation

/// The mapping of high dynamic range to the range of a display. Kept without effect: frames are of standard range.
open class CAEDRMetadata: NSObject, NSCopying {
  package enum Source: Equatable, Sendable {
    /// Data of the standards' supplemental messages: mastering display, content light levels; either may be missing.
    case hdr10Data(displayInfo: Data?, contentInfo: Data?, opticalOutputScale: Float)
    /// Luminances in nits.
    case hdr10(minLuminance: Float, maxLuminance: Float, opticalOutputScale: Float)
    /// Hybrid log-gamma, with the viewing environment where it is known.
    case hlg(ambientViewingEnvironment: Data?)
  }

  package let source: Source

  private init(_ source: Source) {
    self.source = source
    super.init()
  }

  /// Traps: metadata are not archived here. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    trap("CAEDRMetadata(coder:): metadata cannot be read from archives on this system")
  }

  /// Returns the object itself: it cannot be changed.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether metadata change what is shown: never here.
  open class var isAvailable: Bool { false }

  /// Describes HDR10 content by the data of its mastering display's colour volume and of its light levels; `scale` is
  /// the luminance of a value of 1, in nits.
  open class func hdr10(
    displayInfo displayData: Data?, contentInfo contentData: Data?, opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    CAEDRMetadata(.hdr10Data(displayInfo: displayData, contentInfo: contentData, opticalOutputScale: scale))
  }

  /// Describes HDR10 content by luminances in nits: of its mastering display's black and white, and of a value of 1.
  open class func hdr10(
    minLuminance minNits: Float, maxLuminance maxNits: Float, opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    CAEDRMetadata(.hdr10(minLuminance: minNits, maxLuminance: maxNits, opticalOutputScale: scale))
  }

  /// Describes content whose brightness is coded by hybrid log-gamma, ITU-R BT.2100.
  open class var hlg: CAEDRMetadata { CAEDRMetadata(.hlg(ambientViewingEnvironment: nil)) }

  /// Describes hybrid log-gamma content with the data of its viewing environment.
  open class func hlg(ambientViewingEnvironment data: Data) -> CAEDRMetadata {
    CAEDRMetadata(.hlg(ambientViewingEnvironment: data))
  }
}

extension CALayer {
  /// The range of brightness that contents may use.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    /// Apple's string for it.
    public let rawValue: String
    /// Creates a constant by its string.
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
    /// Creates a constant by its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The system chooses.
    public static let automatic = Self(rawValue: "automatic")
    /// Never.
    public static let never = Self(rawValue: "never")
    /// Bright contents are mapped if the display supports it.
    public static let ifSupported = Self(rawValue: "ifSupported")

    fileprivate static let all: Set<Self> = [.automatic, .never, .ifSupported]
  }

  /// The range of the layer's ``contents`` in frames of half floats; frames of bytes have the standard range. An image
  /// of half floats or of 16 bits may be brighter than white: `.standard` limits it to white, `.constrainedHigh` to
  /// twice the light of white, `.automatic` and `.high` keep it; saturated colours are kept. Apple documents no
  /// numbers. Colours and gradients of layers are kept in any case. An unknown value reads back as `.standard`.
  /// Default: `.standard`.
  public var preferredDynamicRange: DynamicRange {
    get { (managedValue(forKey: "preferredDynamicRange") as? String).map(DynamicRange.init) ?? .standard }
    set {
      setManagedValue(
        DynamicRange.all.contains(newValue) ? newValue.rawValue : "standard", forKey: "preferredDynamicRange")
    }
  }

  /// Whether ``contents`` beyond their range (``preferredDynamicRange``) are mapped into it, with their hue, or clipped
  /// component by component: `.automatic` and `.ifSupported` map, `.never` clips. An unknown value reads back as
  /// `.automatic`. Default: `.automatic`.
  public var toneMapMode: ToneMapMode {
    get { (managedValue(forKey: "toneMapMode") as? String).map(ToneMapMode.init) ?? .automatic }
    set { setManagedValue(ToneMapMode.all.contains(newValue) ? newValue.rawValue : "automatic", forKey: "toneMapMode") }
  }

  /// The light of the brightest contents, relative to white, from which ``toneMapMode`` maps. Default: 0, which takes
  /// the brightest pixel's.
  public var contentsHeadroom: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether contents brighter than white are kept, whatever ``preferredDynamicRange`` says. Default: false.
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

extension LayerValues {
  /// Returns an image with the light that the layer allows its contents.
  package func dimmed(_ image: CGImage) -> CGImage {
    let rows = LayerProperties.all
    guard !managed.isTrue(rows.wantsExtendedDynamicRangeContent) else { return image }
    var headroom: Float = 1
    if let name = managed[rows.preferredDynamicRange].string {
      switch CALayer.DynamicRange(rawValue: name) {
      case .automatic, .high: return image
      case .constrainedHigh: headroom = 2
      default: headroom = 1
      }
    }
    let peak = Float(managed.finiteNumber(rows.contentsHeadroom))
    return image.limited(
      toHeadroom: headroom,
      mapsTones: managed[rows.toneMapMode].string.map { CALayer.ToneMapMode(rawValue: $0) } != .never,
      peak: peak > 0 ? peak : image.contentHeadroom)
  }
}
