// Why a subtree is drawn offscreen first. A surface without a reason cannot exist, and `inspect` prints the reasons.

/// The reasons for an offscreen surface.
package struct SurfaceReasons: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The layer is translucent as a group, and parts of it overlap.
  package static let groupOpacity = SurfaceReasons(rawValue: 1 << 0)
  /// A clip that an upright rectangle and one shape cannot represent together with the clips around it: the whole layer
  /// is drawn without them, and they are applied to the surface.
  package static let nestedClip = SurfaceReasons(rawValue: 1 << 1)
  /// A clip seen in perspective: contents and sublayers are drawn without it, and it is applied to the surface.
  package static let perspectiveClip = SurfaceReasons(rawValue: 1 << 2)
}

extension SurfaceReasons: CustomStringConvertible {
  package var description: String {
    var names: [String] = []
    if contains(.groupOpacity) { names.append("group opacity with overlap") }
    if contains(.nestedClip) { names.append("rounded clip inside a clip that it crosses") }
    if contains(.perspectiveClip) { names.append("clip under perspective") }
    return names.joined(separator: ", ")
  }
}
