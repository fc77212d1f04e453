// Pictures of a tree one after the other, without holding on to the caller's actor from the first to the last.

public import CoreGraphics
public import QuartzCore

extension OffscreenRenderer {
  /// Pictures of a layer tree at times in seconds, each rendered when it is asked for.
  ///
  /// ```swift
  /// for try await frame in renderer.images(of: scene, at: [0, 0.5, 1]) { save(frame.image, frame.time) }
  /// ```
  ///
  /// A picture is rendered in one go, on the caller's actor; between two, others have their turn. Where the task is
  /// cancelled, the next one throws ``RenderingError/cancelled``. Between pictures the tree may be changed.
  public func images(of layer: CALayer, at times: some Sequence<CFTimeInterval>) -> RenderedImages {
    RenderedImages(renderer: self, layer: layer, times: Array(times))
  }
}

/// The pictures of ``OffscreenRenderer/images(of:at:)``.
public struct RenderedImages: AsyncSequence {
  /// A picture and its time.
  public struct Element {
    /// Seconds, as asked for.
    public let time: CFTimeInterval
    /// The picture.
    public let image: CGImage
  }

  /// The error of an image that cannot be made.
  public typealias Failure = RenderingError

  let renderer: OffscreenRenderer
  let layer: CALayer
  let times: [CFTimeInterval]

  /// Begins with the first of the times.
  public func makeAsyncIterator() -> Iterator { Iterator(images: self) }

  /// Renders one picture after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let images: RenderedImages
    private var index = 0

    init(images: RenderedImages) { self.images = images }

    /// The picture at the next of the times; nil after the last.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(RenderingError) -> RenderedImages.Element? {
      guard index < images.times.count else { return nil }
      if index > 0 { await Task.yield() }
      guard !Task.isCancelled else { throw .cancelled }
      let time = images.times[index]
      index += 1
      return Element(time: time, image: try images.renderer.image(of: images.layer, at: time))
    }
  }
}
