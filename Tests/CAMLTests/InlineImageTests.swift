// Images by `data:` addresses, as editors write them.
import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import QuartzCore
import SceneFiles
import TestDocuments
import TestSupport
import Testing

@testable import CAML

@Suite struct InlineImageTests {
  private func load(_ source: String, limits: SceneLimits = SceneLimits()) throws -> (image: CGImage?, scene: Scene) {
    let folder = try TemporaryFolder()
    var options = SceneLoadOptions()
    options.limits = limits
    let path = try folder.write(
      Fixtures.document("<contents type='CGImage' src='\(source)'/>"), to: "main.caml")
    let scene = try Scene(path: path, options: options)
    let contents = scene.rootLayer.sublayers?.first?.sublayers?.first?.contents
    return (contents.map { $0 as! CGImage }, scene)
  }

  private static let image = CGImage(width: 3, height: 2, premultipliedRGBA: Array(repeating: 255, count: 24))

  @Test("D-1: every format, in base64", arguments: [ImageCodec.png, .jpeg, .webp, .gif])
  func formats(format: ImageCodec) throws {
    let bytes = try ImageFile.encode(Self.image.bitmap, as: format)
    let base64 = Data(bytes).base64EncodedString()
    for source in [
      "data:image/png;base64,\(base64)", "DATA:;BASE64,\(base64)", "data:image/webp;charset=x; base64,\(base64)",
      // Broken into lines, without padding, in the alphabet for addresses.
      "data:image/png;base64, \(base64.prefix(10))\n\t\(base64.dropFirst(10))",
      "data:image/png;base64,\(base64.replacingOccurrences(of: "=", with: ""))",
      "data:image/png;base64,"
        + base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"),
      "data:image/png;base64,"
        + base64.replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "=", with: "%3D"),
    ] {
      let (image, scene) = try load(source)
      #expect(image?.width == 3 && image?.height == 2 && scene.notes == [])
      #expect(scene.imageBytes == 24)
    }
  }

  @Test("D-1: percent-encoded bytes")
  func percentEncoded() throws {
    let bytes = try ImageFile.encode(Self.image.bitmap, as: .png)
    let text = bytes.map { "%" + String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    #expect(try load("data:image/png,\(text)").image?.width == 3)
  }

  @Test("D-1: one image by the same address is decoded once")
  func shared() throws {
    let source = "data:;base64,\(Data(try Fixtures.png()).base64EncodedString())"
    let layer = "<CALayer><contents type='CGImage' src='\(source)'/></CALayer>"
    let scene = try Fixtures.load(Fixtures.document("<sublayers>\(layer)\(layer)</sublayers>"))
    let layers = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first?.sublayers)
    #expect(layers[0].contents as AnyObject === layers[1].contents as AnyObject)
    #expect(scene.imageBytes == 16)
  }

  @Test(
    "D-1: a bad address is an error with its place, and quotes no more than 80 characters",
    arguments: [
      ("data:image/png;base64", "has no comma"), ("data:image/png;base64,@@@@", "expected base64 after the comma"),
      ("data:image/png,%4", "expected two hexadecimal digits"), ("data:,%zz", "expected two hexadecimal digits"),
      ("data:image/png;base64,", "not a PNG, JPEG, WebP or GIF file"),
      ("data:image/svg+xml,<svg/>".replacingOccurrences(of: "<", with: "%3C"), "not a PNG, JPEG, WebP or GIF file"),
      ("data:image/png;base64,iVBORw0KGgo=", "PNG"),
      ("data:image/png;base64," + String(repeating: "@", count: 5000), "expected base64"),
    ])
  func bad(source: String, words: String) throws {
    let error = #expect(throws: SceneFileError.self) { try load(source) }
    #expect(error?.kind == .malformed && error?.place == "3:26")
    #expect(error?.message.contains(words) == true)
    #expect((error?.message.count ?? .max) < 250)
  }

  @Test("R-B7: images count by their headers, before they are decoded, all documents together")
  func limits() throws {
    var limits = SceneLimits()
    limits.imageBytes = 39
    let source = { (color: UInt8) in
      "data:;base64,\(Data(try Fixtures.png(color: [color, 0, 0, 255])).base64EncodedString())"
    }
    #expect(try load(source(1), limits: limits).scene.imageBytes == 16)
    // A header of 16,000 by 16,000 pixels, and nothing behind it.
    var huge = try Fixtures.png()
    huge.replaceSubrange(16..<24, with: [0, 0, 62, 128, 0, 0, 62, 128])
    let error = #expect(throws: SceneFileError.self) {
      try load("data:;base64,\(Data(huge).base64EncodedString())", limits: limits)
    }
    #expect(error?.kind == .tooLarge)
    let layers = try (UInt8(1)...3).map { "<CALayer><contents type='CGImage' src='\(try source($0))'/></CALayer>" }
      .joined()
    let folder = try TemporaryFolder()
    try folder.write(Fixtures.document("<sublayers>\(layers)</sublayers>"), to: "main.caml")
    var options = SceneLoadOptions()
    options.limits = limits
    let third = #expect(throws: SceneFileError.self) {
      try Scene(path: folder.path + "/main.caml", options: options)
    }
    #expect(third?.kind == .tooLarge && third?.message.contains("`imageBytes`") == true)
  }

  @Test("R-C: an empty path is no link out of the package", arguments: ["", ".", "./"])
  func noFile(source: String) throws {
    let (image, scene) = try load(source)
    #expect(image == nil)
    #expect(
      scene.notes.map(\.message) == ["'src' is '\(source)', which names no file; the layer is drawn without an image"])
  }
}
