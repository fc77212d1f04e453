import Foundation
import UIKit

/// Thumbnails and animated files.
func checkImages(_ checks: Checks) {
  func picture(_ gray: UInt8) -> UIImage {
    let pixels = [UInt8](repeating: gray, count: 8 * 6)
    return UIImage(
      cgImage: CGImage(
        width: 8, height: 6, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 8,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
        provider: CGDataProvider(data: Data(pixels) as CFData)!, decode: nil, shouldInterpolate: true,
        intent: .defaultIntent)!)
  }
  let maker = ThumbnailMaker()
  let file = maker.gif(of: [picture(0), picture(90), picture(200)], delay: 0.5)
  checks.expect(file != nil, "a GIF file")
  let animation = maker.animation(in: file ?? Data())
  checks.expect(animation?.images?.count, equals: 3, "its frames")
  checks.expect(animation?.duration, equals: 1.5, "its duration")
  let small = maker.thumbnail(for: picture(90).pngData() ?? Data(), maxPixelSize: 4)
  checks.expect(small?.size, equals: CGSize(width: 4, height: 3), "a thumbnail")
  checks.expect(maker.thumbnail(for: Data([1, 2, 3]), maxPixelSize: 4) == nil, "no thumbnail of other data")
}
