public import CoreGraphics
import Foundation
package import ImageFiles
public import QuartzCore
import Synchronization

/// A function that gets each frame in its turn: the index, the image, and a flag that ends the animation if set.
public typealias CGImageSourceAnimationBlock = (Int, CGImage, UnsafeMutablePointer<Bool>) -> Void

/// A status code of Apple's older frameworks; 0 is success.
public typealias OSStatus = Int32

/// The reason why an animation could not begin.
public enum CGImageAnimationStatus: OSStatus, Sendable {
  /// An option has an invalid value.
  case parameterError = -22140
  /// The data breaks its format's rules.
  case corruptInputImage = -22141
  /// The data has an unknown format.
  case unsupportedFormat = -22142
  /// The data ends early, or is missing.
  case incompleteInputImage = -22143
  /// The memory for the frames is short.
  case allocationFailure = -22144
}

/// Calls `block` for each frame of the animation in a file, with its number and image, until it sets the stop flag, on
/// the current clock, ``/QuartzCore/MediaClock/current``, from its next turn on. A still picture is one frame. Options:
/// ``kCGImageAnimationStartIndex``, ``kCGImageAnimationDelayTime``, ``kCGImageAnimationLoopCount``. Returns 0, or a
/// ``CGImageAnimationStatus``.
public func CGAnimateImageAtURLWithBlock(
  _ url: CFURL, _ options: CFDictionary?, _ block: @escaping CGImageSourceAnimationBlock
) -> OSStatus {
  animate(CGImageSourceCreateWithURL(url, nil), options, block)
}

/// Plays an image file in memory, frame by frame, as ``CGAnimateImageAtURLWithBlock(_:_:_:)`` plays one at a URL.
public func CGAnimateImageDataWithBlock(
  _ data: CFData, _ options: CFDictionary?, _ block: @escaping CGImageSourceAnimationBlock
) -> OSStatus {
  animate(CGImageSourceCreateWithData(data, nil), options, block)
}

/// Plays the frames of a source on a clock.
func animate(
  _ source: CGImageSource?, _ options: CFDictionary?, on clock: MediaClock = .current,
  _ block: @escaping CGImageSourceAnimationBlock
) -> OSStatus {
  guard let source else { return CGImageAnimationStatus.incompleteInputImage.rawValue }
  guard let reader = source.reader else {
    return switch source.status {
    case .statusUnknownType: CGImageAnimationStatus.unsupportedFormat.rawValue
    case .statusUnexpectedEOF, .statusReadingHeader, .statusIncomplete:
      CGImageAnimationStatus.incompleteInputImage.rawValue
    case .statusInvalidData, .statusComplete: CGImageAnimationStatus.corruptInputImage.rawValue
    }
  }
  let options = ImageOptions(options)
  let start = options.number(kCGImageAnimationStartIndex) ?? 0
  guard start >= 0, start < Double(reader.frameCount) else { return CGImageAnimationStatus.parameterError.rawValue }
  let animation = ImageAnimation(
    reader, startingAt: Int(start), delay: options.number(kCGImageAnimationDelayTime),
    // Infinity is not finite; it means the file's own number, or endless.
    loops: options.number(kCGImageAnimationLoopCount).map { Int(min(max($0, 0), 1e9)) }
      ?? (options.value(kCGImageAnimationLoopCount) == nil ? reader.header.loopCount ?? 1 : 0),
    on: clock, block)
  animation.begin()
  return 0
}

/// A running animation, which lives until its last frame, or until its block stops it.
private final class ImageAnimation: ClockParticipant, @unchecked Sendable {
  // Unchecked Sendable: only the thread that advances the clock calls it, and `running` is guarded by its lock.

  private let reader: ImageFileReader
  private let delay: Double?
  private let clock: MediaClock
  private let block: CGImageSourceAnimationBlock
  private var index: Int
  private var due: CFTimeInterval
  /// The number of loops left; 0 for endless.
  private var loopsLeft: Int
  private let isEndless: Bool

  /// The running animations, as the clock holds its participants weakly.
  private static let running = Mutex<[ObjectIdentifier: ImageAnimation]>([:])

  init(
    _ reader: ImageFileReader, startingAt index: Int, delay: Double?, loops: Int, on clock: MediaClock,
    _ block: @escaping CGImageSourceAnimationBlock
  ) {
    (self.reader, self.index, self.clock, self.block) = (reader, index, clock, block)
    self.delay = delay.map { max($0, 0.001) }
    (loopsLeft, isEndless) = (loops, loops == 0)
    due = clock.now
  }

  func begin() {
    Self.running.withLock { $0[ObjectIdentifier(self)] = self }
    clock.add(self)
  }

  func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval { due }

  func fireEvents(at time: CFTimeInterval) {
    guard due <= time else { return }
    var stop = false
    if let picture = try? reader.picture(at: index) { block(index, picture.image, &stop) } else { stop = true }
    due += delay ?? reader.header.frames[index].shownDelay
    index += 1
    if index == reader.frameCount {
      index = 0
      if !isEndless {
        loopsLeft -= 1
        stop = stop || loopsLeft == 0
      }
    }
    if stop || reader.frameCount == 1 { end() }
  }

  private func end() {
    due = .infinity
    clock.remove(self)
    Self.running.withLock { $0[ObjectIdentifier(self)] = nil }
  }
}

extension CAKeyframeAnimation {
  /// Creates keyframes of a layer's `contents` from the frames of an animated file, each with its delay: add it to a
  /// layer under any key. It repeats as often as in the file, and keeps the last frame. All frames are decoded at once.
  /// Returns nil if no image can be decoded, or if the frames take more than 256 MiB. Not part of Apple's framework.
  public convenience init?(framesOf source: CGImageSource) {
    guard let reader = source.reader else { return nil }
    let (width, height) = (reader.header.width, reader.header.height)
    guard width * height * 4 <= ImageFile.maximumPixelBytes / reader.frameCount else { return nil }
    do throws(ImageFileError) {
      try self.init(framesOf: reader)
    } catch {
      source.fail(error)
      return nil
    }
  }

  /// Creates the same from a reader, without that limit.
  package convenience init(framesOf reader: ImageFileReader) throws(ImageFileError) {
    var images: [CGImage] = []
    for index in 0..<reader.frameCount { images.append(try reader.pictureToBeSeen(at: index).image) }
    self.init(keyPath: "contents")
    let delays = reader.header.frames.map(\.shownDelay)
    let total = delays.reduce(0, +)
    var times: [NSNumber] = [0]
    var time = 0.0
    for delay in delays.dropLast() {
      time += delay
      times.append(NSNumber(value: time / total))
    }
    // A single keyframe has no effect.
    values = images.count == 1 ? images + images : images
    keyTimes = times + [1]
    calculationMode = .discrete
    duration = total
    let loops = reader.header.loopCount ?? 1
    repeatCount = loops == 0 ? .infinity : Float(loops)
    isRemovedOnCompletion = false
    fillMode = .forwards
  }
}
