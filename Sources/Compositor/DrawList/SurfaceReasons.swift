/// The reasons for an offscreen surface, which always has one; `inspect` prints them.
package struct SurfaceReasons: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The layer is translucent as a group, and parts of it overlap.
  static let groupOpacity = SurfaceReasons(rawValue: 1 << 0)
  /// A clip that an upright rectangle and one shape cannot represent together with the clips around it: the whole layer
  /// is drawn without them, and they are applied to the surface.
  static let nestedClip = SurfaceReasons(rawValue: 1 << 1)
  /// A clip seen in perspective: contents and sublayers are drawn without it, and it is applied to the surface.
  static let perspectiveClip = SurfaceReasons(rawValue: 1 << 2)
  /// The layer has a mask that clips of its single parts cannot replace: the layer is drawn to a surface, and so is the
  /// mask unless it is an opaque rectangle.
  package static let mask = SurfaceReasons(rawValue: 1 << 3)
  /// The shadow is that of the composited alpha.
  package static let shadowOfAlpha = SurfaceReasons(rawValue: 1 << 4)
  package static let filters = SurfaceReasons(rawValue: 1 << 5)
  static let backdropFilters = SurfaceReasons(rawValue: 1 << 6)
  /// The layer is composited by a blend mode other than source over.
  package static let blendMode = SurfaceReasons(rawValue: 1 << 7)
  /// The layer has `shouldRasterize`.
  package static let rasterized = SurfaceReasons(rawValue: 1 << 8)
  /// The layer's plane is cut by others that intersect it.
  static let planeSplit = SurfaceReasons(rawValue: 1 << 9)
  package static let transition = SurfaceReasons(rawValue: 1 << 10)

  /// The reasons for which the layer with its sublayers goes to one surface, which is then composited.
  static let wholeLayer = SurfaceReasons(rawValue: .max).subtracting(.perspectiveClip)

  private static let names: [(reason: SurfaceReasons, name: String)] = [
    (.groupOpacity, "group opacity with overlap"), (.nestedClip, "rounded clip inside a clip that it crosses"),
    (.perspectiveClip, "clip under perspective"), (.mask, "mask"), (.shadowOfAlpha, "shadow of composited alpha"),
    (.filters, "filters"), (.backdropFilters, "backdrop filters"), (.blendMode, "blend mode"),
    (.rasterized, "rasterized"), (.planeSplit, "plane cut by another"), (.transition, "transition"),
  ]
}

extension SurfaceReasons: CustomStringConvertible {
  package var description: String {
    Self.names.filter { contains($0.reason) }.map(\.name).joined(separator: ", ")
  }
}
