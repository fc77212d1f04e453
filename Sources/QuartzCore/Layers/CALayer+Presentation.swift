// Presentation layers: copies of layers with the values of a moment, for code that asks what is on the screen now.
//
// A copy is made through the class's own `init(layer:)`, which a subclass may override though it is not `required`
// there; see CVirtualInit for how. Copies are kept while the clock stands and nothing is committed, so that asking
// twice gives the same object.

import CVirtualInit
import Foundation

/// The origin of a presentation layer: its model layer and its moment.
struct Presented {
  let model: CALayer
  let moment: PresentationMoment
}

/// A moment of a host: while it lasts, a layer has one presentation.
struct PresentationMoment: Equatable {
  var time: CFTimeInterval
  var commitCount: Int
}

/// A copy that is being made.
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

  /// A copy with the values at a moment. The layer was committed.
  final func copyForPresentation(_ moment: PresentationMoment) -> Self {
    let copying = PresentedCopy(presented: Presented(model: self, moment: moment), values: values(at: moment.time))
    // An initialiser may ask for the presentation of another layer meanwhile.
    let outer = host?.copying
    host?.copying = copying
    defer { host?.copying = outer }
    let argument = UnsafeMutablePointer<Any>.allocate(capacity: 1)
    defer { argument.deallocate() }
    argument.initialize(to: self)
    // The initialiser takes what `argument` holds; only its memory is left to free.
    let object = cvirtualinit_layer(unsafeBitCast(type(of: self) as AnyClass, to: UnsafeRawPointer.self), argument)
    let copy = unsafeDowncast(Unmanaged<CALayer>.fromOpaque(object).takeRetainedValue(), to: Self.self)
    // The initialiser of some subclass does not call `super.init(layer:)`.
    if copy.presented == nil { copy.present(copying) }
    // Initialisers copy the subclass's properties from the model, also those that are on their way elsewhere.
    copy.values.managed.set(copying.values.managed)
    return copy
  }

  /// Takes over what `layer` shows at the moment of the copy that the system is making of it. A client's own call
  /// copies nothing, as measured on Apple's systems: libraries make plain layers by it.
  final func copyState(of layer: CALayer) {
    guard let copying = layer.host?.copying, copying.presented.model === layer else { return }
    timing = layer.timing
    extraValues = layer.extraValues
    explicitFields = layer.explicitFields
    delegate = layer.delegate
    present(copying)
  }

  /// From here on the layer is a presentation: what is set on it runs no actions.
  private func present(_ copying: PresentedCopy) {
    values = copying.values
    presented = copying.presented
  }

  /// The values that the layer shows at a time of the clock: what was committed, with the animations.
  package final func values(at time: CFTimeInterval) -> LayerValues {
    var values = committedValues ?? self.values
    guard !committedAnimations.isEmpty else { return values }
    let localTime = localTime(ofClock: time)
    for attached in committedAnimations { attached.apply(atLocalTime: localTime, to: &values) }
    return values
  }

  /// The layer above in the tree of models, or of presentations.
  final var treeParent: CALayer? { presented == nil ? parent : presented?.model.parent?.presentation() }

  final var presentedSublayers: [CALayer] { presented?.model.children.compactMap { $0.presentation() } ?? [] }
}
