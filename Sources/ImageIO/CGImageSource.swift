// Tested by SourceTests, ColourTests and MotionTests.

public import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Synchronization

/// The status of a source or an image: the progress of its data, or the reason why it cannot be read.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The data ends before the file does.
  case statusUnexpectedEOF = -5
  /// The data breaks the format's rules, or exceeds the limits.
  case statusInvalidData = -4
  /// The data has an unknown format.
  case statusUnknownType = -3
  /// The data is too short to determine anything.
  case statusReadingHeader = -2
  /// The file is incomplete so far.
  case statusIncomplete = -1
  /// The file is complete and its structure is valid.
  case statusComplete = 0
}

/// Reads the images of one file, animations included, of a type of ``CGImageSourceCopyTypeIdentifiers()``. Files of up
/// to 512 MiB, pictures of up to 16,384 pixels a side and 67,108,864 in all, and animations of up to 65,536 frames are
/// supported; others are refused before memory is allocated.
public final class CGImageSource: Sendable {
  private struct State {
    var data: Data
    /// Whether the data is complete.
    var isFinal: Bool
    var reader: ImageFileReader?
    var error: ImageFileError?
  }

  private let name: String
  private let state: Mutex<State>

  /// Creates a source; messages name `name`.
  init(_ data: Data, isFinal: Bool, name: String) {
    self.name = name
    state = Mutex(State(data: data, isFinal: isFinal))
    if isFinal { read() }
  }

  func update(_ data: Data, isFinal: Bool) {
    // Images that were read stay, as with Apple's sources.
    let isDone = state.withLock { state in
      guard !state.isFinal else { return true }
      state.data = data
      state.isFinal = isFinal
      return false
    }
    if !isDone { read() }
  }

  private func read() {
    let data = state.withLock { $0.data }
    let result = Result { () throws(ImageFileError) in
      guard data.count <= ImageFile.maximumFileBytes else { throw ImageFileError(tooLong: data.count, name: name) }
      return try ImageFileReader([UInt8](data), name: name)
    }
    state.withLock { state in
      switch result {
      case .success(let reader): (state.reader, state.error) = (reader, nil)
      case .failure(let error): (state.reader, state.error) = (nil, error)
      }
    }
  }

  var reader: ImageFileReader? { state.withLock { $0.reader } }

  var byteCount: Int { state.withLock { $0.data.count } }

  var codec: ImageCodec? { ImageCodec(signatureOf: [UInt8](state.withLock { $0.data.prefix(16) })) }

  /// The problem of the file, if any: its name, found and expected, and the place. Not part of Apple's framework.
  public var problem: String? { state.withLock { $0.error?.description } }

  /// Records the error of a picture.
  func fail(_ error: ImageFileError) { state.withLock { $0.error = error } }

  var status: CGImageSourceStatus {
    state.withLock { state in
      if state.reader != nil { return .statusComplete }
      guard state.isFinal else { return state.data.count < 16 ? .statusReadingHeader : .statusIncomplete }
      switch state.error?.problem {
      case .truncated: return .statusUnexpectedEOF
      case .unknownFormat: return .statusUnknownType
      default: return .statusInvalidData
      }
    }
  }
}

/// Returns the types that sources read, such as "public.png".
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageCodec.all.map(\.typeIdentifier) }

/// A source of a file in memory. Data that is no image gives a source without images, whose status says why.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(data, isFinal: true, name: "image data")
}

/// Creates a source of a provider's bytes; returns nil for a provider without bytes.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource?
{
  provider.data.map { CGImageSource($0, isFinal: true, name: "image data") }
}

/// Creates a source of a file, read now; returns nil if that fails or the file exceeds the limit.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard url.isFileURL, let data = CGDataProvider(url: url)?.data else { return nil }
  return CGImageSource(data, isFinal: true, name: url.path)
}

/// Creates a source that gets its data by ``CGImageSourceUpdateData(_:_:_:)``. It has images when that is complete.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
  CGImageSource(Data(), isFinal: false, name: "image data")
}

/// Gives an incremental source all data received so far.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.update(data, isFinal: final)
}

/// Gives an incremental source all data received so far, from a provider.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
  isrc.update(provider.data ?? Data(), isFinal: final)
}

/// Returns the type of the file by its signature; nil for an unknown type.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.codec?.typeIdentifier }

/// Returns the number of images or frames in the file; 0 while it cannot be read.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.reader?.frameCount ?? 0 }

/// Returns the status of the source: the progress of its data, or the reason why the file cannot be read.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// Returns the status of an image; a missing one is incomplete while data may come, else invalid.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  guard let reader = isrc.reader else { return isrc.status }
  return (0..<reader.frameCount).contains(index) ? .statusComplete : .statusInvalidData
}

/// Returns the index of the image that represents the file: the first.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Does nothing: sources keep no images.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {}

/// Returns the image at `index` in sRGB, as stored: orientation is a property. Of an animation it is the whole canvas.
/// JPEG and still WebP support ``kCGImageSourceSubsampleFactor``. Nil for a missing image, or if decoding fails.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
  let factor = ImageOptions(options).number(kCGImageSourceSubsampleFactor) ?? 1
  let reduction = [2, 4, 8].contains(factor) ? 1 / factor : 1
  return isrc.picture(index) { reader throws(ImageFileError) in try reader.picture(at: index, reduction: reduction) }
}

/// Returns a thumbnail of the image at `index`, with sides of at most ``kCGImageSourceThumbnailMaxPixelSize``, never
/// larger than the image. JPEG and WebP are decoded at a reduced size, which is much faster.
///
/// Files' own thumbnails are not read: without ``kCGImageSourceCreateThumbnailFromImageAlways`` or
/// ``kCGImageSourceCreateThumbnailFromImageIfAbsent``, the function returns nil. With
/// ``kCGImageSourceCreateThumbnailWithTransform`` it is turned upright.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  let options = ImageOptions(options)
  guard
    options.flag(kCGImageSourceCreateThumbnailFromImageAlways)
      || options.flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
  else { return nil }
  let limit = options.number(kCGImageSourceThumbnailMaxPixelSize).map { Int(min(max($0, 1), 1e6)) } ?? .max
  let small = isrc.picture(index) { reader throws(ImageFileError) in try reader.picture(at: index, fitting: limit) }
  guard let small, let reader = isrc.reader else { return nil }
  return options.flag(kCGImageSourceCreateThumbnailWithTransform) ? small.turned(reader.header.orientation) : small
}

extension CGImageSource {
  /// Returns the picture of `decode`; nil if that throws, and the source records the error.
  fileprivate func picture(
    _ index: Int, _ decode: (ImageFileReader) throws(ImageFileError) -> DecodedImage
  ) -> CGImage? {
    guard let reader, (0..<reader.frameCount).contains(index) else { return nil }
    do throws(ImageFileError) {
      return try decode(reader).image
    } catch {
      fail(error)
      return nil
    }
  }
}

struct ImageOptions {
  private let values: CFDictionary

  init(_ values: CFDictionary?) { self.values = values ?? [:] }

  func number(_ key: CFString) -> Double? {
    let number: Double? =
      switch values[key] {
      case let value as Double: value
      case let value as Int: Double(value)
      case let value as CGFloat: Double(value)
      case let value as Float: Double(value)
      case let value as UInt32: Double(value)
      case let value as Int32: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  func flag(_ key: CFString) -> Bool { values[key] as? Bool ?? (number(key).map { $0 != 0 } ?? false) }

  func dictionary(_ key: CFString) -> ImageOptions { ImageOptions(values[key] as? CFDictionary) }

  func value(_ key: CFString) -> Any? { values[key] }
}
