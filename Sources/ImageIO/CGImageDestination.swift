public import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles

/// Collects images for a file; several become an animation, if the type allows. Only ``CGImageDestinationFinalize(_:)``
/// writes, all or nothing: a file has its name when it is complete. For one thread at a time.
public final class CGImageDestination {
  enum Output {
    case data(CFMutableData)
    case file(String)
  }

  private let output: Output
  private let codec: ImageCodec
  /// The announced number of images.
  private let count: Int
  private var frames: [OutputFrame] = []
  private var settings = OutputSettings()
  private var loopCount: Int?
  private var isFinished = false
  /// The problem that occurred, if any: the file's name, and the reason. Not part of Apple's framework.
  public private(set) var problem: String?

  /// Creates a destination; returns nil for an unsupported type, no image, or several of a type without animations.
  init?(_ output: Output, _ type: CFString, _ count: Int) {
    guard let codec = ImageCodec(typeIdentifier: type), count >= 1, codec.holdsAnimations || count == 1 else {
      return nil
    }
    (self.output, self.codec, self.count) = (output, codec, count)
  }

  func setProperties(_ properties: CFDictionary?) {
    let options = ImageOptions(properties)
    if let quality = options.number(kCGImageDestinationLossyCompressionQuality) { settings.quality = quality }
    guard let keys = AnimationKeys(codec) else { return }
    if let loops = options.dictionary(keys.dictionary).number(keys.loopCount) {
      settings.loopCount = Int(min(max(loops, 0), 65535))
    }
  }

  func add(_ image: CGImage, _ properties: CFDictionary?) {
    // Images beyond the announced number are dropped, as by Apple's framework.
    guard !isFinished, frames.count < count else { return }
    let options = ImageOptions(properties)
    if let quality = options.number(kCGImageDestinationLossyCompressionQuality) { settings.quality = quality }
    if let number = options.number(kCGImagePropertyOrientation),
      let orientation = UInt32(exactly: number).flatMap(CGImagePropertyOrientation.init)
    {
      settings.orientation = orientation.stored
    }
    var image = image
    if let limit = options.number(kCGImageDestinationImageMaxPixelSize) {
      image = image.fitted(to: Int(min(max(limit, 1), 1e6)))
    }
    if !codec.hasAlpha, let color = options.value(kCGImageDestinationBackgroundColor) as? CGColor {
      image = image.over(color)
    }
    var delay = 0.0
    if let keys = AnimationKeys(codec) {
      let animation = options.dictionary(keys.dictionary)
      delay = animation.number(keys.unclampedDelay) ?? animation.number(keys.delay) ?? 0
    }
    frames.append(OutputFrame(image, delay: delay))
  }

  func finish() -> Bool {
    guard !isFinished, frames.count == count else { return false }
    isFinished = true
    do throws(ImageFileError) {
      switch output {
      case .data(let data):
        let bytes = try ImageFile.encode(frames, as: codec, settings, name: "image data")
        data.append(Data(bytes))
      case .file(let path):
        let file = try UnfinishedFile(for: path)
        try file.write(ImageFile.encode(frames, as: codec, settings, name: path))
        try file.publish()
      }
      return true
    } catch {
      problem = error.description
      return false
    }
  }
}

/// Returns the types that destinations write.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { ImageCodec.all.map(\.typeIdentifier) }

/// Creates a destination that appends `count` images of `type` to `data`; returns nil for an unsupported type.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(.data(data), type, count)
}

/// Creates a destination that writes `count` images of `type` to a file; returns nil for an unsupported type.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  url.isFileURL ? CGImageDestination(.file(url.path), type, count) : nil
}

/// Sets properties of all images: the loop count of an animation, in its format's dictionary, and the quality.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.setProperties(properties)
}

/// Adds an image. Properties: orientation, quality, longest side, background, and the delay in the format's dictionary.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  idst.add(image, properties)
}

/// Adds an image of a source, with its properties there and these, if it can be decoded.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
  let own = CGImageSourceCopyPropertiesAtIndex(isrc, index, nil) ?? [:]
  idst.add(image, own.merging(properties ?? [:]) { $1 })
}

/// Writes the added images. Returns false, and writes nothing, for fewer than announced, and after a failure.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finish() }

extension CGImage {
  /// Returns the image reduced to sides of at most `limit` pixels.
  fileprivate func fitted(to limit: Int) -> CGImage {
    let scale = min(Double(limit) / Double(max(width, height)), 1)
    return resampled(
      width: max(Int((Double(width) * scale).rounded()), 1), height: max(Int((Double(height) * scale).rounded()), 1))
  }

  /// Returns the image over a background colour.
  fileprivate func over(_ color: CGColor) -> CGImage {
    let context = CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    guard let context else { return self }
    let all = CGRect(x: 0, y: 0, width: width, height: height)
    context.setFillColor(color)
    context.fill(all)
    context.draw(self, in: all)
    return context.makeImage() ?? self
  }
}
