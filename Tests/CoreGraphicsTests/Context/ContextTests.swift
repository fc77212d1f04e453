// The context: its bitmap's layouts, states, transforms, the current path.

import CoreGraphics
import Foundation
import Testing

@Suite struct ContextTests {
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  // MARK: Bitmaps

  @Test func originIsAtTheBottomLeft() {
    let bitmap = Bitmap()
    bitmap.context.setFillColor(red)
    bitmap.context.fill(CGRect(x: 2, y: 1, width: 3, height: 2))
    #expect(bitmap[2, 10] == .red && bitmap[4, 9] == .red, "12 rows: y 1...3 are rows 9 and 10 from the top")
    #expect(bitmap.painted == 6)
  }

  @Test(arguments: [false, true]) func memoryIsAsTheLayoutSays(isBlueFirst: Bool) {
    let bitmap = isBlueFirst ? Bitmap.bgra(4, 4) : Bitmap(4, 4)
    bitmap.context.setFillColor(CGColor(red: 1, green: 0.4, blue: 0, alpha: 1))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    let bytes = bitmap.context.data!.assumingMemoryBound(to: UInt8.self)
    #expect((0..<4).map { bytes[$0] } == (isBlueFirst ? [0, 102, 255, 255] : [255, 102, 0, 255]))
    #expect(bitmap[1, 1] == SIMD4(255, 102, 0, 255))
    #expect(bitmap.context.bytesPerRow == 16 && bitmap.context.bitsPerPixel == 32)
  }

  /// The client's memory is drawn to at once, nothing of it but what is painted changes, and it is handed back.
  @Test func clientsMemory() {
    final class Count { var released = 0 }
    let count = Count()
    let info = Unmanaged.passUnretained(count).toOpaque()
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * 40)
    memory.initialize(repeating: 7, count: 160)
    defer { memory.deallocate() }
    var context = CGContext(
      data: memory, width: 8, height: 4, bitsPerComponent: 8, bytesPerRow: 40, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue,
      releaseCallback: { info, _ in Unmanaged<Count>.fromOpaque(info!).takeUnretainedValue().released += 1 },
      releaseInfo: info)
    context?.setFillColor(red)
    context?.fill(CGRect(x: 0, y: 3, width: 1, height: 1))
    context?.flush()
    #expect((0..<4).map { memory[$0] } == [255, 0, 0, 255] && memory[4] == 7 && memory[36] == 7)
    context = nil
    #expect(count.released == 1)
  }

  @Test func withoutAlpha() {
    let bitmap = Bitmap(4, 4, info: CGImageAlphaInfo.noneSkipLast.rawValue)
    bitmap.context.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 0.5))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    #expect(bitmap[0, 0].distance(to: SIMD4(128, 128, 128, 255)) <= 1 && bitmap[3, 0] == .black)
  }

  @Test func greyAndAlphaAlone() {
    let grey = Bitmap(4, 4, info: CGImageAlphaInfo.none.rawValue, space: CGColorSpaceCreateDeviceGray())
    grey.context.setFillColor(CGColor(gray: 0.6, alpha: 1))
    grey.context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    let bytes = grey.context.data!.assumingMemoryBound(to: UInt8.self)
    #expect(bytes[0] == 153 && bytes[2] == 0)
    grey.context.setFillColor(red)
    grey.context.fill(CGRect(x: 2, y: 0, width: 2, height: 4))
    #expect(grey.context.data!.assumingMemoryBound(to: UInt8.self)[2] == 54, "0.2126 of 255")
    let alpha = Bitmap(4, 4, info: CGImageAlphaInfo.alphaOnly.rawValue)
    alpha.context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 0.4))
    alpha.context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    #expect(alpha[0, 0] == SIMD4(0, 0, 0, 102) && alpha.context.colorSpace == nil)
  }

  @Test func layoutsThatAreNot() {
    func make(_ width: Int, _ info: UInt32, _ bits: Int = 8, rowBytes: Int = 0) -> CGContext? {
      CGContext(
        data: nil, width: width, height: 4, bitsPerComponent: bits, bytesPerRow: rowBytes,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info)
    }
    let last = CGImageAlphaInfo.premultipliedLast.rawValue
    #expect(make(4, last) != nil)
    #expect(make(0, last) == nil && make(-4, last) == nil && make(1 << 40, last) == nil)
    #expect(make(4, last, 16) == nil && make(4, CGImageAlphaInfo.last.rawValue) == nil && make(4, 31) == nil)
  }

  // MARK: States

  @Test func statesNest() {
    let context = Bitmap().context
    context.saveGState()
    context.setLineWidth(5)
    context.translateBy(x: 3, y: 4)
    context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 2))
    context.restoreGState()
    #expect(context.ctm == .identity && context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 16, height: 12))
    context.restoreGState()
    context.restoreGState()
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(context.makeImage() != nil, "one restore too many does nothing")
  }

  @Test func transformsGoInFront() {
    let context = Bitmap().context
    context.translateBy(x: 10, y: 2)
    context.scaleBy(x: 2, y: 3)
    #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 12, y: 5))
    let back = context.convertToUserSpace(CGPoint(x: 12, y: 5))
    #expect(abs(back.x - 1) < 1e-12 && abs(back.y - 1) < 1e-12)
    context.concatenate(CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0))
    #expect(context.ctm.a == 2, "what is no number changes nothing")
  }

  /// A map that flattens the plane shows nothing, and nothing breaks.
  @Test func flatMaps() {
    let bitmap = Bitmap()
    bitmap.context.saveGState()
    bitmap.context.scaleBy(x: 0, y: 1)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
    bitmap.context.stroke(CGRect(x: 0, y: 0, width: 9, height: 9))
    bitmap.context.restoreGState()
    #expect(bitmap.painted == 0)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(bitmap.painted == 4)
  }

  /// Points keep their places when the transform changes after they were added.
  @Test func pathsAreInBaseSpace() {
    let bitmap = Bitmap()
    let context = bitmap.context
    context.translateBy(x: 4, y: 0)
    context.addRect(CGRect(x: 0, y: 0, width: 2, height: 2))
    context.translateBy(x: 100, y: 0)
    #expect(context.boundingBoxOfPath == CGRect(x: -100, y: 0, width: 2, height: 2))
    context.fillPath()
    #expect(context.isPathEmpty && bitmap[4, 11] == .black && bitmap.painted == 4)
  }

  @Test func roundedCornersByTangents() {
    let context = Bitmap().context
    context.scaleBy(x: 2, y: 1)
    context.move(to: CGPoint(x: 0, y: 0))
    context.addArc(tangent1End: CGPoint(x: 4, y: 0), tangent2End: CGPoint(x: 4, y: 4), radius: 2)
    let end = context.currentPointOfPath
    #expect(abs(end.x - 4) < 1e-9 && abs(end.y - 2) < 1e-9)
    #expect(context.path!.boundingBox.width == 4)
  }

  @Test func whatIsInsideAPath() {
    let context = Bitmap(40, 40).context
    context.setLineWidth(4)
    context.addRect(CGRect(x: 10, y: 10, width: 20, height: 20))
    #expect(context.pathContains(CGPoint(x: 20, y: 20), mode: .fill))
    #expect(!context.pathContains(CGPoint(x: 20, y: 20), mode: .stroke))
    #expect(context.pathContains(CGPoint(x: 9, y: 20), mode: .fillStroke))
    context.replacePathWithStrokedPath()
    #expect(context.pathContains(CGPoint(x: 11, y: 20), mode: .fill))
    #expect(!context.pathContains(CGPoint(x: 20, y: 20), mode: .fill))
  }
}
