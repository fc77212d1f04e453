// Presentation layers are copies of layers with the values of a moment. A copy is made through the class's own
// `init(layer:)`, which a subclass may override although it is not `required`; see CVirtualInit. Copies are kept while
// the clock stands and nothing is committed, so that asking twice gives the same object.

import CVirtualInit
package import CoreGraphics
package import Foundation

struct Presented {
  let model: CALayer
  let moment: PresentationMoment
}

/// A moment of a host, in which a layer has one presentation.
struct PresentationMoment: Equatable {
  var time: CFTimeInterval
  var commitCount: Int
}

struct PresentedCopy {
  let presented: Presented
  let values: LayerValues
}

extension CALayer {
  final func makePresentation() -> Self? {
    if presented != nil { return self }
    guard let host, committed != nil else { return nil }
    return host.presentation(of: self)
  }

  final func modelLayer() -> Self {
    guard let model = presented?.model else { return self }
    return unsafeDowncast(model, to: Self.self)
  }

  /// Returns a copy with the values at a moment; the layer has to be committed.
  final func copyForPresentation(_ moment: PresentationMoment) -> Self {
    let copying = PresentedCopy(presented: Presented(model: self, moment: moment), values: values(at: moment.time))
    // An initialiser may ask for the presentation of another layer.
    let outer = host?.copying
    host?.copying = copying
    defer { host?.copying = outer }
    let argument = UnsafeMutablePointer<Any>.allocate(capacity: 1)
    defer { argument.deallocate() }
    argument.initialize(to: self)
    // The initialiser consumes the contents of `argument`; only its memory has to be freed.
    let object = cvirtualinit_layer(unsafeBitCast(type(of: self) as AnyClass, to: UnsafeRawPointer.self), argument)
    let copy = unsafeDowncast(Unmanaged<CALayer>.fromOpaque(object).takeRetainedValue(), to: Self.self)
    // A subclass's initialiser may not call `super.init(layer:)`.
    if copy.presented == nil { copy.present(copying) }
    // Initialisers copy the subclass's properties from the model, animated ones too.
    copy.values.managed.set(copying.values.managed)
    return copy
  }

  /// Copies what `layer` shows, if the system is making the copy. A client's own call copies nothing, as measured on
  /// Apple's systems: libraries make plain layers by it.
  final func copyState(of layer: CALayer) {
    guard let copying = layer.host?.copying, copying.presented.model === layer else { return }
    timing = layer.timing
    extraValues = layer.extraValues
    explicitFields = layer.explicitFields
    delegate = layer.delegate
    present(copying)
  }

  /// Makes the layer a presentation: setting its properties runs no actions.
  private func present(_ copying: PresentedCopy) {
    values = copying.values
    presented = copying.presented
  }

  /// Returns the values that the layer shows at a time of the clock: the committed ones, with the animations.
  package final func values(at time: CFTimeInterval) -> LayerValues {
    var values = committedValues ?? self.values
    guard !committedAnimations.isEmpty else { return values }
    let localTime = localTime(ofClock: time)
    for attached in committedAnimations { attached.apply(atLocalTime: localTime, to: &values) }
    return values
  }

  /// The superlayer in the tree of models, or of presentations.
  final var treeParent: CALayer? { presented == nil ? parent : presented?.model.parent?.presentation() }

  final var presentedSublayers: [CALayer] { presented?.model.children.compactMap { $0.presentation() } ?? [] }
}

/// Renders parts of the shown tree for UIKit, which lies below the renderer. The renderer installs it in the host.
package protocol LayerSnapshotter: AnyObject {
  var scale: CGFloat { get }

  /// Returns a picture of an area of a layer with its sublayers, in the layer's coordinates, at `scale` pixels to a
  /// point: alone and untransformed, upright as on the screen, as last committed and at the clock's time. Nil if the
  /// layer has not been committed or cannot be drawn.
  func picture(of layer: CALayer, in rect: CGRect, scale: CGFloat) -> CGImage?
}
