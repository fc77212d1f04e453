// Tested by MovingContentsTests.

package import CoreGraphics
package import Foundation

/// A source of images by their times, such as the frames of a film. Any thread may ask for any time, also for several
/// times in a frame, as the copies of a replicator do.
package protocol MovingContents: AnyObject, Sendable {
  /// The duration of the movement, in seconds, more than 0.
  var duration: CFTimeInterval { get }
  /// Returns the image that shows at a time, in seconds from 0 to the duration, at which the last image shows. Nil if
  /// the source has no image: the layer then keeps its own contents, and ``failure`` may say why. The same object,
  /// returned again, is no change to a renderer. An image counts as begun a microsecond early, as times are rounded.
  func image(at time: CFTimeInterval) -> CGImage?
  /// Sets the depth of images from now on. Default: bytes.
  func setDepth(_ depth: ImageDepth)
  /// The error that makes images missing, or nil. Once set, it stays: a film that lacks some of its frames has failed.
  var failure: (any Error & CustomStringConvertible)? { get }
}

extension MovingContents {
  package func setDepth(_ depth: ImageDepth) {}
}

/// An animation of a layer's contents by moving images. All of Core Animation's times apply: beginning, speed,
/// repetition, fill mode, a paused layer, a replicator's delay. A cycle shows all images, at the pace of its duration.
package final class MovingContentsAnimation: CAPropertyAnimation {
  /// The source of the images. Default: nil, and the animation cannot run.
  package var source: (any MovingContents)?
  /// The times, in seconds of the tree's root, at which the images fill the root and nothing else of the tree is seen,
  /// and the time of the source's beginning; nil if such times are not known.
  package var alone: (ranges: [Range<Double>], start: Double)?

  /// Creates an animation of `contents` that plays once, in the source's own time.
  package convenience init(_ source: any MovingContents) {
    self.init(keyPath: "contents")
    self.source = source
    duration = source.duration
  }

  package override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? MovingContentsAnimation { (copy.source, copy.alone) = (source, alone) }
    return copy
  }
}

final class MovingMotion: Sendable {
  let source: any MovingContents

  init(_ animation: MovingContentsAnimation, input: AnimationInput) throws(CompileIssue) {
    guard let source = animation.source, source.duration > 0 else { throw .noValues(keyPath: input.name) }
    guard input.kind == .image else {
      throw .valueKind(keyPath: input.name, value: "\(source)", expected: input.kind)
    }
    self.source = source
  }

  /// The tolerance of times, in seconds.
  private static let slack = 1e-6

  /// Returns the image `fraction` of the way through a cycle, after `cycle` whole ones. If a cycle follows, a moment
  /// just before its beginning belongs to it: 3 times 1.1 seconds is less than 3.3.
  func value(at fraction: Double, cycle: Double, timing: MediaTiming) -> AnimatableValue {
    var fraction = min(max(fraction, 0), 1)
    let isLast = timing.cycleDuration > 0 && cycle + 1 >= timing.activeDuration / timing.cycleDuration - 1e-9
    if !isLast, !timing.autoreverses, fraction < 1, (1 - fraction) * timing.duration < Self.slack { fraction = 0 }
    return source.image(at: fraction * source.duration).map { .image($0) } ?? .noWay
  }
}
