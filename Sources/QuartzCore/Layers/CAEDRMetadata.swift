// High dynamic range metadata. It is kept and has no effect: frames here are of standard dynamic range.

public import Foundation

/// The mapping of content of high dynamic range to the range that a display can show.
open class CAEDRMetadata: NSObject, NSCopying {
  /// The source that the metadata was made from.
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

  /// Metadata are not archived here: traps. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    trap("CAEDRMetadata(coder:): metadata cannot be read from archives on this system")
  }

  /// The object itself: it cannot be changed.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether metadata change what is shown: never here.
  open class var isAvailable: Bool { false }

  /// HDR10 content with the data of its mastering display and of its light levels.
  ///
  /// - Parameters:
  ///   - displayData: the mastering display's colour volume.
  ///   - contentData: the content's light levels.
  ///   - scale: the nits that a value of 1 stands for.
  open class func hdr10(
    displayInfo displayData: Data?, contentInfo contentData: Data?, opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    CAEDRMetadata(.hdr10Data(displayInfo: displayData, contentInfo: contentData, opticalOutputScale: scale))
  }

  /// HDR10 content by the luminances of its mastering display, in nits.
  ///
  /// - Parameters:
  ///   - minNits: of the display's black.
  ///   - maxNits: of the display's white.
  ///   - scale: the nits that a value of 1 stands for.
  open class func hdr10(
    minLuminance minNits: Float, maxLuminance maxNits: Float, opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    CAEDRMetadata(.hdr10(minLuminance: minNits, maxLuminance: maxNits, opticalOutputScale: scale))
  }

  /// Describes content whose brightness is coded by hybrid log-gamma, ITU-R BT.2100.
  open class var hlg: CAEDRMetadata { CAEDRMetadata(.hlg(ambientViewingEnvironment: nil)) }

  /// Hybrid log-gamma content with the data of its viewing environment.
  open class func hlg(ambientViewingEnvironment data: Data) -> CAEDRMetadata {
    CAEDRMetadata(.hlg(ambientViewingEnvironment: data))
  }
}
