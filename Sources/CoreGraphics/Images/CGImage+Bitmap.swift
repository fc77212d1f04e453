// To and from the bitmaps of image files: the layout is the same, and no byte is copied.

package import ImageFiles

extension CGImage {
  /// The image of a decoded or drawn bitmap.
  package convenience init(_ bitmap: Bitmap) {
    self.init(width: bitmap.width, height: bitmap.height, premultipliedRGBA: bitmap.pixels)
  }

  /// The image's pixels alone.
  package var bitmap: Bitmap { Bitmap(width: width, height: height, pixels: pixels) }

  /// An image of other pixels that is as this one otherwise.
  private func with(_ bitmap: Bitmap) -> CGImage {
    CGImage(
      width: bitmap.width, height: bitmap.height, premultipliedRGBA: bitmap.pixels,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent, headroom: contentHeadroom, isMask: isMask)
  }

  /// The image with its pixels turned as `orientation` says they are to be seen; itself where they are upright.
  package func turned(_ orientation: ImageOrientation) -> CGImage {
    orientation == .up ? self : with(bitmap.turned(orientation))
  }

  /// The image at another size; itself where it has that size.
  package func resampled(width newWidth: Int, height newHeight: Int) -> CGImage {
    (newWidth, newHeight) == (width, height) ? self : with(bitmap.resampled(width: newWidth, height: newHeight))
  }
}

extension DecodedImage {
  /// A new image of the pixels.
  package var image: CGImage { CGImage(bitmap) }
}

extension OutputFrame {
  package init(_ image: CGImage, delay: Double = 0) { self.init(image.bitmap, delay: delay) }
}
