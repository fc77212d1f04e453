// Names for ways of drawing.

/// The method of mixing a source S with a destination D, both with alpha. The first sixteen modes are the blend
/// functions of PDF; the others are those of Porter and Duff.
public enum CGBlendMode: Int32, CaseIterable, Sendable {
  /// The source over the destination.
  case normal = 0
  /// S x D: never lighter than either.
  case multiply = 1
  /// 1 - (1 - S)(1 - D): never darker than either.
  case screen = 2
  /// Multiplies or screens, by the destination.
  case overlay = 3
  /// The darker of both, component by component.
  case darken = 4
  /// The lighter of both, component by component.
  case lighten = 5
  /// Brightens the destination to reflect the source.
  case colorDodge = 6
  /// Darkens the destination to reflect the source.
  case colorBurn = 7
  /// Darkens or lightens, by the source.
  case softLight = 8
  /// Multiplies or screens, by the source.
  case hardLight = 9
  /// The difference of both: |S - D|.
  case difference = 10
  /// The difference of both with less contrast: S + D - 2 S D.
  case exclusion = 11
  /// The hue of the source with the saturation and luminosity of the destination.
  case hue = 12
  /// The saturation of the source with the hue and luminosity of the destination.
  case saturation = 13
  /// The hue and saturation of the source with the luminosity of the destination.
  case color = 14
  /// The luminosity of the source with the hue and saturation of the destination.
  case luminosity = 15
  /// Nothing stays: 0.
  case clear = 16
  /// The source alone: S.
  case copy = 17
  /// The source where the destination is: S Da.
  case sourceIn = 18
  /// The source where the destination is not: S (1 - Da).
  case sourceOut = 19
  /// The source over the destination, where that is: S Da + D (1 - Sa).
  case sourceAtop = 20
  /// The destination over the source: S (1 - Da) + D.
  case destinationOver = 21
  /// The destination where the source is: D Sa.
  case destinationIn = 22
  /// The destination where the source is not: D (1 - Sa).
  case destinationOut = 23
  /// The destination over the source, where that is: S (1 - Da) + D Sa.
  case destinationAtop = 24
  /// Each where the other is not: S (1 - Da) + D (1 - Sa).
  case xor = 25
  /// max(0, 1 - ((1 - D) + (1 - S))).
  case plusDarker = 26
  /// The sum, cut at white: min(1, S + D).
  case plusLighter = 27
}

/// The quality of interpolation where an image is drawn larger or smaller than its size.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The quality that the context prefers.
  case `default` = 0
  /// Each pixel has the colour of the nearest one of the image.
  case none = 1
  /// Each pixel is mixed of the four nearest ones of the image (bilinear).
  case low = 2
  /// Filtered over all pixels that fall on one, as far as that is cheap.
  case medium = 4
  /// Filtered over all pixels that fall on one.
  case high = 3
}

/// The parts of a path to paint: its fill, its stroke, or both.
public enum CGPathDrawingMode: Int32, Sendable {
  /// The path is filled by the winding rule.
  case fill = 0
  /// The path is filled by the even-odd rule.
  case eoFill = 1
  /// The path is stroked.
  case stroke = 2
  /// Filled by the winding rule, then stroked.
  case fillStroke = 3
  /// Filled by the even-odd rule, then stroked.
  case eoFillStroke = 4
}
