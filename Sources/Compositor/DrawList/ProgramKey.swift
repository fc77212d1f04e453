// The specialised program of a batch. None decides at run time: llvmpipe would execute both sides of every branch.

package import QuartzCore

/// The content that a program paints; the name of its fragment shader in `Shaders/`.
package enum Primitive: String, CaseIterable, Sendable {
  /// One colour.
  case solid
  /// A texture, times a tint.
  case image
  /// The ring between a rounded rectangle and the same rectangle inset by the border's width, in one colour.
  case border
  /// One direction of a Gaussian blur of a texture.
  case blur
  /// A texture at half its size across, down, or both.
  case halve
  /// A texture at several times its size.
  case enlarge
  /// The weighted average of two surfaces.
  case crossfade
  /// One surface where a ramp is 0, another one where it is 1.
  case swipe
  /// A strip of a page that is bent.
  case page
  /// A texture, its colours changed.
  case filter
  /// The averages of squares of a texture.
  case cells
  /// A texture and what lies behind it, by a blend mode.
  case blend
  /// A gradient, by its position in a row of texels.
  case gradient

  /// Whether edges, corners and clips cut what it paints; others draw whole pixels.
  package var isCut: Bool {
    switch self {
    case .solid, .image, .border, .page, .blend, .gradient: true
    case .blur, .halve, .enlarge, .crossfade, .swipe, .filter, .cells: false
    }
  }
}

/// The features compiled into a program; each is a `#define` of that name in upper case.
package struct ProgramFeatures: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Upright whole-pixel rectangles as plain triangles: the form that llvmpipe's linear rasteriser takes.
  package static let linear = ProgramFeatures(rawValue: 1 << 0)
  /// The texture is multiplied with the colour. (Only with `linear`; instances always are.)
  package static let tinted = ProgramFeatures(rawValue: 1 << 1)
  /// Distances are divided by the weight that perspective gives.
  package static let perspective = ProgramFeatures(rawValue: 1 << 2)
  /// The rectangle has rounded corners.
  package static let rounded = ProgramFeatures(rawValue: 1 << 3)
  /// Clipped to an upright rectangle in pixels, antialiased.
  package static let clipBox = ProgramFeatures(rawValue: 1 << 4)
  /// Clipped to a rounded rectangle under an affine map.
  package static let clipShape = ProgramFeatures(rawValue: 1 << 5)
  /// The texture lies still on the target; its coordinates come from the pixel, not from the rectangle.
  package static let screenTexture = ProgramFeatures(rawValue: 1 << 6)

  /// One rounded corner of an upright shape, as a circle in pixels: much cheaper than the whole shape.
  package static let corner = ProgramFeatures(rawValue: 1 << 7)
  /// The alpha of a texture counts alone, in all four components.
  package static let alphaOnly = ProgramFeatures(rawValue: 1 << 8)
  /// Corners of the rectangle or of the clip's shape have the continuous curve, or one between that and the circle.
  package static let continuous = ProgramFeatures(rawValue: 1 << 16)
  /// Two opposite corners of the rectangle or of the clip's shape reach past each other: every pixel asks all four.
  package static let opposite = ProgramFeatures(rawValue: 1 << 17)
  /// The position in a gradient is the distance from the origin, or (conic) the angle around it in turns; else it is x.
  package static let radial = ProgramFeatures(rawValue: 1 << 18)
  package static let conic = ProgramFeatures(rawValue: 1 << 19)
  /// A range of a gradient's positions is drawn alone.
  package static let stepped = ProgramFeatures(rawValue: 1 << 20)
  /// Two sizes of an image are mixed.
  package static let levels = ProgramFeatures(rawValue: 1 << 21)
  /// OpenGL's choice of an image's mipmap is shifted.
  package static let biased = ProgramFeatures(rawValue: 1 << 22)

  /// Every feature with its `#define`, in a fixed order.
  package static let all: [(feature: ProgramFeatures, name: String)] = [
    (.linear, "LINEAR"), (.tinted, "TINTED"), (.perspective, "PERSPECTIVE"), (.rounded, "ROUNDED"),
    (.clipBox, "CLIP_BOX"), (.clipShape, "CLIP_SHAPE"), (.screenTexture, "SCREEN_TEXTURE"), (.corner, "CORNER"),
    (.alphaOnly, "ALPHA_ONLY"),
    (.continuous, "CONTINUOUS"), (.opposite, "OPPOSITE"), (.radial, "RADIAL"), (.conic, "CONIC"), (.stepped, "STEPPED"),
    (.levels, "LEVELS"), (.biased, "BIASED"),
  ]
}

/// One of several computations of a primitive's program.
package enum ProgramVariant: Hashable, Sendable {
  case none
  /// A linear map of colours that keeps alpha.
  case opaqueMatrix
  /// A linear map of colours and alpha.
  case alphaMatrix
  /// A formula of a filter's.
  case formula(FilterFormula)
  case blend(BlendMode)

  /// The name of the shader's function that is its `FORMULA`; nil for none.
  package var function: String? {
    switch self {
    case .none: nil
    case .opaqueMatrix: "opaque_matrix"
    case .alphaMatrix: "alpha_matrix"
    case .formula(let formula): formula.name
    case .blend(let mode): "blend_\(mode.rawValue)"
    }
  }
}

extension Primitive {
  /// Whether it has a program of that variant.
  package func has(_ variant: ProgramVariant) -> Bool {
    switch (self, variant) {
    case (.filter, .opaqueMatrix), (.filter, .alphaMatrix), (.filter, .formula): true
    case (.blend, .blend(let mode)): mode.state(overOpaque: false) == nil
    case (.filter, _), (.blend, _): false
    default: variant == .none
    }
  }
}

/// A program: the primitive, its features, and which of its variants it is.
package struct ProgramKey: Hashable, Sendable, CustomStringConvertible {
  package var primitive: Primitive
  package var features: ProgramFeatures
  package var variant: ProgramVariant

  package init(_ primitive: Primitive, _ features: ProgramFeatures, _ variant: ProgramVariant = .none) {
    self.primitive = primitive
    self.features = features
    self.variant = variant
  }

  package var description: String {
    let variant = variant.function.map { ":\($0)" } ?? ""
    let names = ProgramFeatures.all.filter { features.contains($0.feature) }.map { $0.name.lowercased() }
    return names.isEmpty
      ? primitive.rawValue + variant : "\(primitive.rawValue)\(variant)[\(names.joined(separator: ","))]"
  }
}

extension ProgramVariant {
  /// All there are.
  package static let all: [ProgramVariant] =
    [.none, .opaqueMatrix, .alphaMatrix] + FilterFormula.all.map { .formula($0) }
    + BlendMode.allCases.map { .blend($0) }

  /// Creates the variant that a function computes.
  fileprivate init?(named name: Substring) {
    guard let variant = Self.all.first(where: { $0.function == String(name) }) else { return nil }
    self = variant
  }
}

extension ProgramKey {
  /// Creates the program of a description, such as `solid`, `image[linear,tinted]` or `blend:blend_multiply`, or nil.
  package init?(named name: String) {
    var rest = name[...]
    var features: ProgramFeatures = []
    if rest.last == "]", let open = rest.firstIndex(of: "[") {
      for word in rest[rest.index(after: open)..<rest.index(before: rest.endIndex)].split(separator: ",") {
        guard let known = ProgramFeatures.all.first(where: { $0.name.lowercased() == String(word) }) else { return nil }
        features.insert(known.feature)
      }
      rest = rest[..<open]
    }
    var variant = ProgramVariant.none
    if let colon = rest.firstIndex(of: ":") {
      guard let known = ProgramVariant(named: rest[rest.index(after: colon)...]) else { return nil }
      variant = known
      rest = rest[..<colon]
    }
    guard let primitive = Primitive(rawValue: String(rest)), primitive.has(variant),
      !features.isSuperset(of: [.radial, .conic])
    else { return nil }
    self.init(primitive, features, variant)
  }
}
