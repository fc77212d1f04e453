// Tested by BlocksCommandTests.
import CoreGraphics
import Foundation
import ImageFiles

/// A contact sheet: pictures of one size, row by row.
struct PictureSheet {
  /// The most width of a picture, in pixels.
  private static let mostWidth = 640
  private static let gap = 12

  private var pictures: [CGImage] = []

  mutating func add(_ picture: CGImage) { pictures.append(picture) }

  /// Returns the sheet. Precondition: there is a picture.
  func bitmap() throws(ImageFileError) -> Bitmap {
    let first = pictures[0]
    let width = min(first.width, Self.mostWidth)
    let height = max(1, Int(bounded: (Double(first.height) * Double(width) / Double(first.width)).rounded()))
    // As wide as high, about, counted in pictures of 16:9.
    let columns = max(
      1, Int(bounded: (Double(pictures.count) * Double(height) / Double(width) * 16 / 9).squareRoot().rounded(.up)))
    let used = min(columns, pictures.count)
    let rows = (pictures.count + used - 1) / used
    let sheet = (
      width: used * (width + Self.gap) + Self.gap, height: rows * (height + Self.gap) + Self.gap
    )
    try ImageFile.checkSize(width: sheet.width, height: sheet.height, name: "sheet")
    guard
      let context = CGContext(
        data: nil, width: sheet.width, height: sheet.height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB)!, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { throw ImageFileError("sheet", .tooLarge, "no memory for \(sheet.width)x\(sheet.height) pixels") }
    context.setFillColor(CGColor(srgbRed: 0.13, green: 0.14, blue: 0.16, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: sheet.width, height: sheet.height))
    context.interpolationQuality = .high
    for (index, picture) in pictures.enumerated() {
      let (row, column) = (index / used, index % used)
      context.draw(
        picture,
        in: CGRect(
          x: Self.gap + column * (width + Self.gap),
          y: sheet.height - (row + 1) * (height + Self.gap), width: width, height: height))
    }
    guard let image = context.makeImage() else {
      throw ImageFileError("sheet", .encodingFailed, "the sheet could not be drawn")
    }
    return image.bitmap
  }
}
