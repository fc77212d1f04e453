// How pictures lie in the layer that shows them.

public import Foundation

/// The placement of pictures in the layer that shows them.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The whole picture is seen, as large as fits the layer.
  public static let resizeAspect = Self(rawValue: "AVLayerVideoGravityResizeAspect")
  /// The picture fills the layer, which cuts off what does not fit.
  public static let resizeAspectFill = Self(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// The picture is stretched to the layer.
  public static let resize = Self(rawValue: "AVLayerVideoGravityResize")

  /// Returns the rectangle of pictures of a size within a layer's bounds.
  func rect(of size: CGSize, in bounds: CGRect) -> CGRect {
    guard size.width > 0, size.height > 0, bounds.width > 0, bounds.height > 0 else { return .zero }
    guard self != .resize else { return bounds }
    let (across, down) = (bounds.width / size.width, bounds.height / size.height)
    let scale = self == .resizeAspectFill ? max(across, down) : min(across, down)
    let (width, height) = (size.width * scale, size.height * scale)
    return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
  }
}

/// The rectangle of an aspect ratio within another, as large as it can be, in the middle.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  AVLayerVideoGravity.resizeAspect.rect(of: aspectRatio, in: boundingRect)
}
