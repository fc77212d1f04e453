import Testing
import UIKit

@Suite struct ImageTests {
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

  @Test("What is no image gives nil")
  func damaged() {
    #expect(UIImage(data: Data()) == nil)
    #expect(UIImage(data: Data("GIF89a".utf8)) == nil)
    #expect(UIImage(contentsOfFile: "/nowhere/at/all.png") == nil)
  }
}
