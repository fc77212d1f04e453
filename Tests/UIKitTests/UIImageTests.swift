import ImageFiles
import Testing
import UIKit

@Suite struct UIImageTests {
  @Test("Size is in points, with the sides exchanged by a quarter turn")
  func size() {
    let pixels = Pixels.solid(width: 12, height: 6)
    #expect(UIImage(cgImage: pixels).size == CGSize(width: 12, height: 6))
    #expect(UIImage(cgImage: pixels, scale: 3, orientation: .down).size == CGSize(width: 4, height: 2))
    let turned = UIImage(cgImage: pixels, scale: 2, orientation: .rightMirrored)
    #expect(turned.size == CGSize(width: 3, height: 6) && turned.imageOrientation == .rightMirrored)
    #expect(turned.cgImage === pixels)
    #expect(UIImage(cgImage: pixels, scale: 0, orientation: .up).scale == 1)
  }

  @Test("PNG and JPEG data are read back")
  func data() throws {
    let image = UIImage(cgImage: Pixels.solid(width: 5, height: 4))
    let pngData = try #require(image.pngData())
    let png = try #require(UIImage(data: pngData, scale: 2))
    #expect(png.cgImage?.pixels == image.cgImage?.pixels)
    #expect(png.size == CGSize(width: 2.5, height: 2) && png.imageOrientation == .up)
    let jpegData = try #require(image.jpegData(compressionQuality: 2))
    let jpeg = try #require(UIImage(data: jpegData))
    #expect(jpeg.size == CGSize(width: 5, height: 4))
  }

  @Test("A tint keeps the alpha; the scale and the orientation stay")
  func tint() throws {
    let pixels = CGImage(width: 2, height: 1, premultipliedRGBA: [255, 255, 255, 255, 10, 20, 30, 102])
    let tinted = UIImage(cgImage: pixels, scale: 2, orientation: .left).withTintColor(
      UIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(tinted.scale == 2 && tinted.imageOrientation == .left)
    let bytes = try #require(tinted.cgImage).pixels
    #expect(zip(bytes, [128, 0, 0, 128, 51, 0, 0, 51]).allSatisfy { abs(Int($0) - $1) <= 1 })
  }

  @Test("Flipped sideways, whichever way the pixels are turned", arguments: 0..<8)
  func flipped(number: Int) throws {
    let orientation = try #require(UIImage.Orientation(rawValue: number))
    let stored = CGImage(
      width: 3, height: 2, premultipliedRGBA: (0..<6).flatMap { [UInt8($0 * 40), 0, 0, 255] })
    let image = UIImage(cgImage: stored, scale: 1, orientation: orientation)
    let flipped = image.withHorizontallyFlippedOrientation()
    let (before, after) = (try #require(image.uprightImage), try #require(flipped.uprightImage))
    let width = before.width
    for index in 0..<width * before.height {
      let mirrored = index / width * width + width - 1 - index % width
      #expect(after.pixels[index * 4] == before.pixels[mirrored * 4])
    }
    #expect(flipped.withHorizontallyFlippedOrientation().imageOrientation == orientation)
  }

  @Test("Caps keep their size, in drawings and in views")
  func caps() throws {
    // Columns: red, green, blue; the middle one stretches.
    let row: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]
    let image = UIImage(cgImage: CGImage(width: 3, height: 3, premultipliedRGBA: row + row + row))
      .resizableImage(withCapInsets: UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
    let drawn = UIGraphicsImageRenderer(size: CGSize(width: 12, height: 7)).image { _ in
      image.draw(in: CGRect(x: 1, y: 1, width: 10, height: 5))
    }
    let pixels = try #require(drawn.cgImage).pixels
    func color(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * 12 + x) * 4..<(y * 12 + x) * 4 + 4]) }
    #expect(color(1, 3) == [255, 0, 0, 255] && color(10, 3) == [0, 0, 255, 255] && color(0, 3) == [0, 0, 0, 0])
    #expect((5...6).allSatisfy { color($0, 3)[1] > 230 }, "linear between the middles of pixels")
    let third = CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
    let center = UIImageView(image: image).layer.contentsCenter
    #expect(abs(center.minX - third.minX) < 1e-9 && abs(center.width - third.width) < 1e-9)
    #expect(UIImageView(image: UIImage(cgImage: image.cgImage!)).layer.contentsCenter.width == 1)
  }

  @Test("What is no image gives nil")
  func damaged() {
    #expect(UIImage(data: Data()) == nil)
    #expect(UIImage(data: Data("GIF89a".utf8)) == nil)
    #expect(UIImage(contentsOfFile: "/nowhere/at/all.png") == nil)
  }

  @Test("EXIF orientation is the image's own, and a view turns it", arguments: 1...8)
  func orientation(number: Int) throws {
    let stored = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    var settings = OutputSettings()
    settings.orientation = try #require(ImageOrientation(rawValue: number))
    let file = try ImageFile.encode([OutputFrame(stored)], as: .png, settings, name: "png")
    let image = try #require(UIImage(data: Data(file)))
    let expected: [UIImage.Orientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    #expect(image.imageOrientation == expected[number - 1])
    #expect(image.cgImage?.pixels == stored.pixels)
    #expect(image.size == (number > 4 ? CGSize(width: 1, height: 2) : CGSize(width: 2, height: 1)))
    let view = UIImageView(image: image)
    let shown = try #require(view.layer.contents as? CGImage)
    #expect(CGSize(width: shown.width, height: shown.height) == image.size)
    // Drawing turns by a transform, viewing by moving pixels: two ways to one picture.
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let drawn = UIGraphicsImageRenderer(size: image.size, format: format).image { _ in image.draw(at: .zero) }
    #expect(drawn.cgImage?.pixels == shown.pixels)
    // Red is first in the file: it is seen last where the row is turned by half or mirrored.
    let isLast = [2, 3, 7, 8].contains(number)
    #expect(shown.pixels[0] == (isLast ? 0 : 255))
    // JPEG keeps the orientation, PNG has none.
    let jpeg = try #require(image.jpegData(compressionQuality: 1))
    #expect(UIImage(data: jpeg)?.imageOrientation == image.imageOrientation)
    #expect(image.pngData().flatMap { UIImage(data: $0) }?.imageOrientation == .up)
  }

  @Test("An animated image plays as keyframes of the contents")
  func animated() throws {
    let frames = (1...4).map { UIImage(cgImage: Pixels.solid(width: $0, height: 4)) }
    let image = try #require(UIImage.animatedImage(with: frames, duration: 2))
    #expect(image.images?.count == 4 && image.duration == 2 && image.size == CGSize(width: 1, height: 4))
    #expect(UIImage.animatedImage(with: [], duration: 2) == nil)
    #expect(UIImage.animatedImage(with: frames, duration: .nan) == nil)
    #expect(UIImage.animatedImage(with: frames, duration: 0)?.duration == 4.0 / 30)
    let view = UIImageView(image: image)
    let key = try #require(view.layer.animationKeys()?.first)
    let animation = try #require(view.layer.animation(forKey: key) as? CAKeyframeAnimation)
    #expect(animation.values?.count == 4 && animation.duration == 2 && animation.repeatCount == .infinity)
    view.image = frames[0]
    #expect(view.layer.animationKeys() == nil && !view.isAnimating)
    view.startAnimating()
    #expect(!view.isAnimating)
    view.animationImages = frames
    view.animationRepeatCount = 3
    view.startAnimating()
    #expect(view.isAnimating)
    view.stopAnimating()
    #expect(!view.isAnimating)
  }

  @Test("X-A9: one animation image shows, though one keyframe has no effect")
  func oneAnimationImage() {
    let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
    let clock = MediaClock(startingAt: 0)
    let host = LayerHost(layer: view.layer, clock: clock)
    let frame = Pixels.solid(width: 3, height: 4)
    view.animationImages = [UIImage(cgImage: frame)]
    view.startAnimating()
    host.flush()
    clock.advance(to: 1)
    #expect((view.layer.presentation()?.contents as? CGImage)?.width == 3 && host.takeIssues().isEmpty)
  }
}
