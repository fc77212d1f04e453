// Image ladders: images made smaller by halves, so that minified contents do not shimmer. Below half an image's size,
// linear filtering, which reads two by two texels, leaves some out, and which ones changes with every motion.
//
// A step averages boxes of the image itself, not of the step before, each side on its own: contents that are squeezed
// along one axis keep their sharpness along the other. If a side is no multiple of the step, boxes take parts of
// texels. Steps are made when a frame first needs them and kept with the image.
//
//   x     0       1       2         a step's sides are the image's over 2^x and 2^y, rounded up
//     0  100x60  50x60   25x60
//   y 1  100x30  50x30   25x30

import CoreGraphics
import Foundation
import QuartzCore

struct LadderStep: Hashable {
  /// The number of times that each side is halved.
  var x: Int
  var y: Int
  static let whole = LadderStep(x: 0, y: 0)

  /// Returns a side of so many pixels, halved so many times.
  static func side(_ pixels: Int, _ halvings: Int) -> Int { max(1, (pixels + (1 << halvings) - 1) >> halvings) }

  /// Returns the number of times that a side can be halved until one pixel is left.
  static func mostHalvings(_ pixels: Int) -> Int { Int.bitWidth - max(pixels - 1, 0).leadingZeroBitCount }
}

/// A step of an image, kept with the image, whose address another one could have later.
struct LadderPicture {
  struct Key: Hashable {
    var image: ObjectIdentifier
    var step: LadderStep
    var isDeep: Bool
  }

  private(set) weak var image: CGImage?
  let bitmap: Texels
}

typealias ImageLadders = FrameCache<LadderPicture.Key, LadderPicture>

extension ImageLadders {
  /// Returns a step of an image, made if it is new.
  mutating func bitmap(_ step: LadderStep, of image: CGImage, isDeep: Bool) -> Texels {
    let deepPixels = isDeep ? image.deepPixels : nil
    let key = LadderPicture.Key(image: ObjectIdentifier(image), step: step, isDeep: deepPixels != nil)
    if let known = value(of: key), known.image === image { return known.bitmap }
    let (width, height) = (LadderStep.side(image.width, step.x), LadderStep.side(image.height, step.y))
    let bitmap =
      deepPixels.map { image.reduced($0, toWidth: width, height: height) }
      ?? image.reduced(toWidth: width, height: height)
    keep(LadderPicture(image: image, bitmap: bitmap), bytes: bitmap.pixels.count, under: key)
    return bitmap
  }
}

extension CGImage {
  /// Returns the image with each pixel the mean of the box that it covers.
  func reduced(toWidth newWidth: Int, height newHeight: Int) -> Texels {
    if let boxes = WholeBoxes(width, newWidth, height, newHeight) { return boxes.means(of: self) }
    return reducedByWeights(toWidth: newWidth, height: newHeight)
  }

  /// Returns half floats of the image with each pixel the mean of the box that it covers.
  fileprivate func reduced(_ pixels: [UInt8], toWidth newWidth: Int, height newHeight: Int) -> Texels {
    let (columns, rows) = (BoxWeights(width, newWidth), BoxWeights(height, newHeight))
    let result = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * 8) { output, initialized in
      let target = UnsafeMutableRawBufferPointer(output)
      pixels.withUnsafeBytes { source in
        for row in 0..<newHeight {
          for column in 0..<newWidth {
            var sum = SIMD4<Float>.zero
            for y in rows.first(row)...rows.last(row) {
              for x in columns.first(column)...columns.last(column) {
                let pixel = source.loadUnaligned(fromByteOffset: (y * width + x) * 8, as: SIMD4<Float16>.self)
                sum += SIMD4<Float>(pixel) * (rows.weight(y, in: row) * columns.weight(x, in: column))
              }
            }
            let mean = SIMD4<Float16>(sum * (rows.scale * columns.scale))
            target.storeBytes(of: mean, toByteOffset: (row * newWidth + column) * 8, as: SIMD4<Float16>.self)
          }
        }
      }
      initialized = newWidth * newHeight * 8
    }
    return Texels(width: newWidth, height: newHeight, format: .deepColor, pixels: result)
  }

  /// Returns the same for boxes of any size, which take parts of pixels.
  func reducedByWeights(toWidth newWidth: Int, height newHeight: Int) -> Texels {
    let columns = BoxWeights(width, newWidth)
    let rows = BoxWeights(height, newHeight)
    let (oldWidth, stride) = (width, newWidth * 4)
    var sums = [Float](repeating: 0, count: stride)
    let result = [UInt8](unsafeUninitializedCapacity: stride * newHeight) { output, initialized in
      pixels.withUnsafeBufferPointer { input in
        sums.withUnsafeMutableBufferPointer { sums in
          for row in 0..<newHeight {
            for index in 0..<stride { sums[index] = 0 }
            for sourceRow in rows.first(row)...rows.last(row) {
              let weight = rows.weight(sourceRow, in: row) * columns.scale * rows.scale
              let source = input.baseAddress! + sourceRow * oldWidth * 4
              columns.add(source, times: weight, to: sums)
            }
            for index in 0..<stride { output[row * stride + index] = UInt8(min(sums[index] + 0.5, 255)) }
          }
        }
      }
      initialized = stride * newHeight
    }
    return Texels(width: newWidth, height: newHeight, format: .color, pixels: result)
  }
}

/// Boxes of whole pixels whose sides are powers of two, as in most pictures: their sums are whole numbers, exact in any
/// order. A film shown small has new ones in each frame.
private struct WholeBoxes {
  private let width: Int
  private let height: Int
  /// The size of a box, in pixels.
  private let columns: Int
  private let rows: Int

  /// The boxes; nil if the sides do not divide into such.
  init?(_ width: Int, _ newWidth: Int, _ height: Int, _ newHeight: Int) {
    guard width % newWidth == 0, height % newHeight == 0 else { return nil }
    (self.width, self.height, columns, rows) = (newWidth, newHeight, width / newWidth, height / newHeight)
    // The sums of a column's bytes are to fit 16 bits, and those of a box 32.
    guard columns.nonzeroBitCount == 1, rows.nonzeroBitCount == 1, rows <= 128, columns <= 1 << 14 else { return nil }
  }

  /// Returns the means, rounded to the nearest, halves up.
  func means(of image: CGImage) -> Texels {
    let (stride, columns) = (width * columns * 4, columns)
    let (half, shift) = (UInt32(columns * rows / 2), UInt32(columns.trailingZeroBitCount + rows.trailingZeroBitCount))
    var sums = [UInt16](repeating: 0, count: stride)
    let result = [UInt8](unsafeUninitializedCapacity: width * height * 4) { output, initialized in
      image.pixels.withUnsafeBufferPointer { input in
        sums.withUnsafeMutableBufferPointer { sums in
          for row in 0..<height {
            let first = input.baseAddress! + row * rows * stride
            for index in 0..<stride { sums[index] = UInt16(first[index]) }
            for other in Swift.stride(from: 1, to: rows, by: 1) {
              let source = first + other * stride
              for index in 0..<stride { sums[index] &+= UInt16(source[index]) }
            }
            let target = output.baseAddress! + row * width * 4
            for box in 0..<width {
              var sum = SIMD4<UInt32>(repeating: half)
              for column in box * columns..<(box + 1) * columns {
                let place = column * 4
                sum &+= SIMD4(
                  UInt32(sums[place]), UInt32(sums[place + 1]), UInt32(sums[place + 2]), UInt32(sums[place + 3]))
              }
              sum &>>= SIMD4(repeating: shift)
              for component in 0..<4 { target[box * 4 + component] = UInt8(truncatingIfNeeded: sum[component]) }
            }
          }
        }
      }
      initialized = width * height * 4
    }
    return Texels(width: width, height: height, format: .color, pixels: result)
  }
}

/// The weights of the pixels of one axis in boxes.
private struct BoxWeights {
  private let count: Int
  private let boxes: Int

  init(_ count: Int, _ boxes: Int) { (self.count, self.boxes) = (count, boxes) }

  /// The reciprocal of the number of pixels in a box.
  var scale: Float { Float(boxes) / Float(count) }

  // In units of 1 / boxes of a pixel everything is whole: pixel p covers p * boxes ..< (p + 1) * boxes, box b covers b
  // * count ..< (b + 1) * count.

  func first(_ box: Int) -> Int { box * count / boxes }
  func last(_ box: Int) -> Int { ((box + 1) * count - 1) / boxes }

  func weight(_ pixel: Int, in box: Int) -> Float {
    let overlap = min((pixel + 1) * boxes, (box + 1) * count) - max(pixel * boxes, box * count)
    return Float(overlap) / Float(boxes)
  }

  /// Adds a row of RGBA pixels, box by box.
  func add(_ source: UnsafePointer<UInt8>, times factor: Float, to sums: UnsafeMutableBufferPointer<Float>) {
    for box in 0..<boxes {
      var (red, green, blue, alpha): (Float, Float, Float, Float) = (0, 0, 0, 0)
      for pixel in first(box)...last(box) {
        let weight = weight(pixel, in: box)
        let texel = source + pixel * 4
        red += Float(texel[0]) * weight
        green += Float(texel[1]) * weight
        blue += Float(texel[2]) * weight
        alpha += Float(texel[3]) * weight
      }
      sums[box * 4] += red * factor
      sums[box * 4 + 1] += green * factor
      sums[box * 4 + 2] += blue * factor
      sums[box * 4 + 3] += alpha * factor
    }
  }
}

// Minification: the sampling of contents that are drawn smaller than they are.
//
// - nearest takes the texel under the pixel's centre, whatever the scale.
// - linear reads the step of the image's ladder that is drawn at more than half its size and at no more than the whole,
//   along each side. (Apple's linear filter reads the image itself at any scale, and shimmers below one half.)
// - trilinear mixes the two steps around the scale, the smaller one of both sides; `minificationFilterBias` is added to
//   the number of halvings. Under perspective that differs from pixel to pixel, and OpenGL does it.
//
// Under perspective the linear filter takes the scale in the middle of the drawn part.

enum Minification: Equatable {
  case whole
  /// A step of its ladder.
  case step(LadderStep)
  /// Two steps, the second one with the given weight.
  case mixed(LadderStep, LadderStep, Float)
  /// The image with OpenGL's mipmaps, and a bias.
  case mipmaps(Float)
}

extension ContentsPlacement {
  /// Returns the way to read an image for `box` of the plane, from which `map` leads to fractions of the image.
  func minification(_ map: TextureMap, of image: ContentsImage, in box: Box, _ toPixels: Homography) -> Minification {
    guard !nearestMinification else { return .whole }
    if mipmapped && !toPixels.isAffine { return .mipmaps(filterBias) }
    let (perX, perY) = toPixels.pixelsPerUnit(at: box)
    // Halvings until a texel is no smaller than a pixel; below 0 if texels are larger.
    let x = Self.halvings(map.scaleX.magnitude * image.width / perX)
    let y = Self.halvings(map.scaleY.magnitude * image.height / perY)
    let (mostX, mostY) = (
      LadderStep.mostHalvings(Int(bounded: image.width)), LadderStep.mostHalvings(Int(bounded: image.height))
    )
    guard mipmapped else {
      // At a scale of exactly a power of two, texels are pixels.
      let step = LadderStep(x: Self.whole(x + 1e-6, mostX), y: Self.whole(y + 1e-6, mostY))
      return step == .whole ? .whole : .step(step)
    }
    let level = max(x, y) + Double(filterBias)
    // Also true if the scale is not a number.
    guard level > 1.0 / 256 else { return .whole }
    let (floor, most) = (level.rounded(.down), max(mostX, mostY))
    let lower = Self.whole(floor, most)
    func step(_ level: Int) -> LadderStep { .init(x: min(level, mostX), y: min(level, mostY)) }
    let weight = Float(level - floor)
    guard lower < most, weight > 1.0 / 256 else { return lower == 0 ? .whole : .step(step(lower)) }
    return .mixed(step(lower), step(lower + 1), weight)
  }

  private static func halvings(_ texelsPerPixel: Double) -> Double {
    texelsPerPixel > 0 && texelsPerPixel.isFinite ? log2(texelsPerPixel) : 0
  }

  private static func whole(_ halvings: Double, _ most: Int) -> Int {
    halvings >= 1 ? min(Int(min(halvings, 64)), most) : 0
  }
}

struct ContentsImage {
  var index: Int32
  var width: Double
  var height: Double
  var isOpaque: Bool
  let image: CGImage

  /// An image with its index in the tree's table.
  init(_ image: CGImage, index: Int32) {
    self.index = index
    width = Double(image.width)
    height = Double(image.height)
    isOpaque = image.isOpaque
    self.image = image
  }
}
