// Typed string constants as properties: `CAShapeLayerLineCap` and its kin are their raw values to key-value coding.

import Foundation

extension LayerPropertyValue where Self: RawRepresentable<String> {
  /// The value as key-value coding gives it: the raw value.
  public var layerPropertyValue: Any? { rawValue }

  /// Reads a constant or its raw value; nil asks for the empty string.
  public init?(layerPropertyValue value: Any?) {
    guard let string = String(layerPropertyValue: value) else { return nil }
    self.init(rawValue: string)
  }
}
