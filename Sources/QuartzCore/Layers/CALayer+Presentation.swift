// Presentation layers: copies of layers with the values of a moment, for code that asks what is on the screen now.
//
// A copy is made through the class's own `init(layer:)`, which a subclass may override though it is not `required`
// there; see CVirtualInit for how. Copies are kept while the clock stands and nothing is committed, so that asking
// twice gives the same object.

import CVirtualInit
import Foundation

extension CALayer {
  /// What a presentation layer knows of its origin.
  struct Presented {
    let model: CALayer
    let moment: PresentationMoment
  }

  final func makePresentation() -> Self? {
    if presented != nil { return self }
    guard let host, committedValues != nil else { return nil }
    return host.presentation(of: self)
  }

  final func modelLayer() -> Self {
    guard let model = presented?.model else { return self }
    return unsafeDowncast(model, to: Self.self)
  }

  /// A copy with the values at a moment. The layer was committed.
  final func copyForPresentation(_ moment: PresentationMoment) -> Self {
    let argument = UnsafeMutablePointer<Any>.allocate(capacity: 1)
    defer { argument.deallocate() }
    argument.initialize(to: self)
    // The initialiser takes what `argument` holds; only its memory is left to free.
    let object = cvirtualinit_layer(unsafeBitCast(type(of: self) as AnyClass, to: UnsafeRawPointer.self), argument)
    let copy = unsafeDowncast(Unmanaged<CALayer>.fromOpaque(object).takeRetainedValue(), to: Self.self)
    copy.values = values(at: moment.time)
    copy.presented = Presented(model: self, moment: moment)
    return copy
  }

  /// The values that the layer shows at a time of the clock: what was committed, with the animations.
  package final func values(at time: CFTimeInterval) -> LayerValues {
    var values = committedValues ?? self.values
    guard animations.contains(where: { $0.program != nil }) else { return values }
    let localTime = convertTime(time, from: nil)
    for attached in animations { attached.apply(atLocalTime: localTime, to: &values) }
    return values
  }

  final var presentedSuperlayer: CALayer? { presented?.model.parent?.presentation() }

  final var presentedSublayers: [CALayer] { presented?.model.children.compactMap { $0.presentation() } ?? [] }
}

/// A moment of a host: while it lasts, a layer has one presentation.
struct PresentationMoment: Equatable {
  var time: CFTimeInterval
  var commitCount: Int
}
