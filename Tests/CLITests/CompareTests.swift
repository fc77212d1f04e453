// `multiplane compare` and MULTIPLANE_DISABLE, as people run them.
import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Testing

@testable import CLI

@Suite struct CompareTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// An opaque picture whose red components are those, and all others 0.
  private func picture(_ reds: [UInt8], width: Int) -> CGImage {
    CGImage(width: width, height: reds.count / width, premultipliedRGBA: reds.flatMap { [$0, 0, 0, 255] })
  }

  @Test func numbers() throws {
    let a = picture([0, 10, 20, 30, 40, 50], width: 3)
    let b = picture([0, 12, 20, 30, 40, 10], width: 3)
    let all = try #require(ImageComparison(a, b))
    #expect(all.differing == 2 && all.most.red == 40 && all.mean.red == 7 && all.most.alpha == 0)
    #expect(all.first == ImageComparison.Place(x: 1, y: 0) && all.worst == ImageComparison.Place(x: 2, y: 1))
    #expect(all.from == ImageComparison.Place(x: 1, y: 0) && all.to == ImageComparison.Place(x: 2, y: 1))
    let large = try #require(ImageComparison(a, b, tolerance: 2))
    #expect(large.differing == 1 && large.first == ImageComparison.Place(x: 2, y: 1) && large.first == large.worst)
    #expect(try #require(ImageComparison(a, b, tolerance: 40)).isEqual)
    #expect(ImageComparison(a, picture([0, 0], width: 1)) == nil)
  }

  @Test func differencesAsAPicture() throws {
    let a = picture([0, 200, 255], width: 3)
    let b = picture([0, 201, 0], width: 3)
    let picture = try #require(ImageComparison.picture(a, b))
    #expect(picture.pixels == [0, 0, 0, 255, 255, 1, 0, 255, 255, 255, 0, 255])
    #expect(try #require(ImageComparison.picture(a, b, tolerance: 1)).pixels[4..<8] == [10, 10, 10, 255])
  }

  @Test func statuses() throws {
    let folder = shell.folder
    try ImageFile.write(picture([1, 2, 3, 4], width: 2).bitmap, to: "\(folder)/a.png")
    try ImageFile.write(picture([1, 2, 3, 9], width: 2).bitmap, to: "\(folder)/b.png")
    try ImageFile.write(picture([1, 2], width: 2).bitmap, to: "\(folder)/small.png")
    let same = try shell.run("multiplane compare a.png a.png")
    #expect(same.status == 0 && same.text.contains("differing  0 of 4 pixels"))
    let other = try shell.run("multiplane compare a.png b.png -o d.png")
    #expect(other.status == 1 && other.text.contains("red        most 5, mean 1.250"))
    #expect(other.text.contains("worst      (1, 1): #040000ff and #090000ff"))
    #expect(!other.text.contains("error"))
    #expect(try ImageFile.decode(contentsOfFile: "\(folder)/d.png").image.pixels[12...] == [255, 5, 0, 255])
    #expect(try shell.run("multiplane compare a.png b.png --tolerance 5").status == 0)
    #expect(try shell.run("multiplane compare a.png b.png --json").text.contains("\"differing\" : 1"))
    let sizes = try shell.run("multiplane compare a.png small.png -o e.png")
    #expect(sizes.status == 1 && sizes.text.contains("the sizes differ: a.png has 2x2 pixels, small.png 2x1"))
    #expect(try shell.run("multiplane compare a.png none.png").status == 66)
    #expect(try shell.run("echo no > c.png; multiplane compare a.png c.png").status == 65)
    #expect(try shell.run("multiplane compare a.png b.png -o d.nope").status == 64)
    #expect(try shell.run("multiplane compare a.png b.png --tolerance 256").status == 64)
    #expect(shell.contents == ["a.png", "b.png", "c.png", "d.png", "small.png"])
  }

  @Test(arguments: [
    ("render demo:features --size 40x40 -o a.png", "a.png"), ("inspect demo:features", ""),
    ("bench demo:features --frames 1 --size 40x40", ""),
    ("video demo:features --size 40x40 --duration 0.1 -o a.y4m", ""),
  ])
  func optimizationsToLeaveOut(line: String, file: String) throws {
    let unknown = try shell.run("MULTIPLANE_DISABLE=slicing,speed multiplane \(line)")
    #expect(unknown.status == 64)
    #expect(
      unknown.text.contains(
        "MULTIPLANE_DISABLE: there is no optimisation 'speed'; expected some of occlusion, linear, slicing, "
          + "painting, textPainting, masks, corners, reordering, retention, waiting"))
    #expect(shell.contents == [])
    #expect(try shell.run("MULTIPLANE_DISABLE=' linear, slicing,' multiplane \(line)").status == 0)
  }

  @Test func withoutTheLinearPath() throws {
    let counts = try ["", "linear"].map { disabled in
      let text = try shell.run("MULTIPLANE_DISABLE=\(disabled) multiplane inspect demo:features").text
      let line = try #require(text.split(separator: "\n").first { $0.contains("  quads ") })
      return try #require(Int(line.split(separator: " ").last ?? ""))
    }
    #expect(counts[0] > 0 && counts[1] == 0)
  }

  @Test("Pictures of 16 bits are compared with all of their bits, by the colours of their spaces")
  func deep() throws {
    let folder = shell.folder
    func write(_ colors: [SIMD4<Float16>], _ name: String, _ space: DeepPicture.Space? = nil) throws {
      let picture = colors.withUnsafeBytes { DeepPicture(width: 2, height: 1, pixels: $0, space: space) }
      try ImageFile.writePNG(picture, to: "\(folder)/\(name)")
    }
    let grey: SIMD4<Float16> = SIMD4(0.5, 0.5, 0.5, 1)
    try write([grey, grey], "a.png")
    try write([grey, SIMD4(0.501, 0.5, 0.5, 1)], "b.png")
    let same = try shell.run("multiplane compare a.png a.png")
    #expect(same.status == 0 && same.text.contains("16 bits    most 0 of 65535"), "\(same)")
    let other = try shell.run("multiplane compare a.png b.png")
    #expect(other.status == 1 && other.text.contains("16 bits    most 64 of 65535"), "\(other)")
    #expect(other.text.contains("dE 2000    most 0.1") && other.text.contains("at (1, 0)"), "\(other)")
    // A step of 8 bits is 257.
    #expect(try shell.run("multiplane compare a.png b.png --tolerance 1").status == 0)
    let pq = DeepPicture.Space(primaries: 9, transfer: 16)
    try write([grey, grey], "c.png", pq)
    try write([grey, SIMD4(0.51, 0.51, 0.51, 1)], "d.png", pq)
    // A hundredth of PQ's signal of a grey is 7.2.
    let light = try shell.run("multiplane compare c.png d.png")
    #expect(light.status == 1 && light.text.contains(#/dE ITP +most 7\.[012]/#), "\(light)")
  }
}
