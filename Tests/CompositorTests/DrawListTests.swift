// How parts of layers become draws: linear quads, slices, batches.

import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@testable import Compositor

@Suite struct DrawListTests {
  @Test func uprightOpaqueLayer() {
    let list = FrameRecorder(layer(10, 20, 30, 40, .red)).frame()
    #expect(list.programs == ["solid[linear] opaque x1"])
    #expect(list.quads[0].box == SIMD4(10, 20, 40, 60))
    #expect(list.quads[0].color == SIMD4(1, 0, 0, 1))
  }

  @Test("No sum of measures traps (971261.caml), and small ones are exact")
  func sums() {
    var (random, exact, sum) = (SeededRandom(seed: 7), 0, 0)
    for _ in 0..<1000 {
      let number = Int.random(in: -1_000_000_000...1_000_000_000, using: &random)
      exact += number
      sum.add(bounded: Double(number) + (number < 0 ? -0.5 : 0.5))
    }
    #expect(sum == exact)
    for number in [1e300, .infinity, 0x1p53] {
      for _ in 0..<3000 { sum.add(bounded: number) }
      #expect(sum == 1 << 53)
      for _ in 0..<3000 { sum.add(bounded: -number) }
      #expect(sum == -(1 << 53))
    }
    sum.add(bounded: .nan)
    #expect(sum == -(1 << 53))
  }

  @Test func imageOnWholePixels() {
    let opaque = FrameRecorder(layer(10, 20, 30, 40) { $0.contents = CGImage.plain(30, 40) }).frame()
    #expect(opaque.programs == ["image[linear] opaque x1"])
    #expect(opaque.passes[0].batches[0].texture == .image(0, magnified: .nearest, minified: .nearest))
    let translucent = FrameRecorder(layer(10, 20, 30, 40) { $0.contents = CGImage.plain(30, 40, alpha: 9) }).frame()
    #expect(translucent.programs == ["image[linear] blended x1"])
    let scaled = FrameRecorder(layer(10, 20, 60, 40) { $0.contents = CGImage.plain(30, 40) }).frame()
    #expect(scaled.passes[0].batches[0].texture == .image(0, magnified: .linear, minified: .linear))
    let tinted = FrameRecorder(
      layer(10, 20, 30, 40) {
        $0.contents = CGImage.plain(30, 40)
        $0.opacity = 0.5
      }
    ).frame()
    #expect(tinted.programs == ["image[linear,tinted] blended x1"])
  }

  /// Interior on the linear path, opaque; four edges and corners as strips whose colour carries the coverage.
  @Test func fractionalEdges() {
    let list = FrameRecorder(layer(10.25, 20.5, 100, 100, .red)).frame()
    #expect(list.counters.instances == 0)
    #expect(list.counters.quads == 9)
    #expect(list.programs.first == "solid[linear] opaque x1")
    let small = FrameRecorder(layer(10.25, 20.5, 30, 30, .red)).frame()
    #expect(small.programs == ["solid blended x1"])
  }

  @Test func roundedCard() {
    let list = FrameRecorder(layer(10, 10, 200, 150, .red) { $0.cornerRadius = 20 }).frame()
    #expect(list.counters.instances == 0 && list.counters.cornersMade == 4)
    #expect(list.programs == ["solid[linear] opaque x3", "image[linear,tinted] blended x4"])
    let bands = list.quads.prefix(3).map(\.box)
    #expect(bands == [SIMD4(30, 10, 190, 30), SIMD4(10, 30, 210, 140), SIMD4(30, 140, 190, 160)])
    let options = DrawListBuilder.Options(without: [.corners])
    let without = FrameRecorder(layer(10, 10, 200, 150, .red) { $0.cornerRadius = 20 }, options: options).frame()
    #expect(without.programs == ["solid[linear] opaque x3", "solid[corner] blended x4"])
  }

  @Test func squareCornersAreNotCut() {
    let upper: CACornerMask = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    let list = FrameRecorder(
      layer(10, 10, 200, 150, .red) {
        $0.cornerRadius = 20
        $0.maskedCorners = upper
      }
    ).frame()
    #expect(list.counters.cornersMade == 2 && list.counters.quads == 4)
  }

  /// Two sides on whole pixels, two that lie between them: those are rows of the pixels that they touch.
  @Test func borderBetweenPixels() {
    let list = FrameRecorder(
      layer(10.25, 20, 200, 150) {
        $0.borderWidth = 2
        $0.borderColor = .red
      }
    ).frame()
    // Corners, in whose pixels two sides meet, are rings.
    #expect(list.counters.instances == 4)
    #expect(list.counters.quads == 2 * 1 + 2 * 3)
  }

  /// An opaque image that fades as a whole is mixed by a constant: a texture times a colour costs llvmpipe twice as
  /// much.
  @Test func fadingOpaqueImage() {
    func programs(_ width: Double, _ height: Double) -> [String] {
      let image = layer(10, 20, width, height) {
        $0.contents = CGImage.plain(Int(width), Int(height))
        $0.opacity = 0.5
      }
      return FrameRecorder(image).frame().programs
    }
    #expect(programs(300, 250) == ["image[linear] mixed 128 x1"])
    #expect(programs(30, 40) == ["image[linear,tinted] blended x1"])
  }

  @Test func borderOnWholePixels() {
    let list = FrameRecorder(
      layer(10, 10, 200, 150) {
        $0.borderWidth = 4
        $0.borderColor = .red
      }
    ).frame()
    // Four sides, four corners, nothing in the middle.
    #expect(list.counters.instances == 0)
    #expect(list.counters.quads == 8)
    #expect(list.quads.reduce(0) { $0 + ($1.box.z - $1.box.x) * ($1.box.w - $1.box.y) } == 200 * 150 - 192 * 142)
  }

  /// The pieces of a border never share a pixel.
  @Test(arguments: [0.0, 0.25, 0.5]) func borderPiecesAreDisjoint(phase: Double) {
    for (radius, width) in [(0.0, 4.0), (12, 4), (12.5, 3.5), (3, 6)] {
      let list = FrameRecorder(
        layer(10 + phase, 10, 200, 150) {
          $0.borderWidth = width
          $0.borderColor = .red
          $0.cornerRadius = radius
        }
      ).frame()
      var owners = [Int](repeating: 0, count: 400 * 300)
      func own(_ minX: Float, _ minY: Float, _ maxX: Float, _ maxY: Float) {
        // Pixels by their centres, as they are drawn.
        for y in Int((minY - 0.5).rounded(.up))..<Int((maxY - 0.5).rounded(.up)) {
          for x in Int((minX - 0.5).rounded(.up))..<Int((maxX - 0.5).rounded(.up)) { owners[y * 400 + x] += 1 }
        }
      }
      for quad in list.quads { own(quad.box.x, quad.box.y, quad.box.z, quad.box.w) }
      for quad in list.parts(Instance.Quad.self, after: 0) {
        let (x, y) = (quad.xColumn.z, quad.yColumn.z)
        own(quad.corners01.x + x, quad.corners01.y + y, quad.corners23.z + x, quad.corners23.w + y)
      }
      #expect(owners.max() == 1, "radius \(radius), width \(width)")
    }
  }

  @Test func turnedLayersTakeTheGeneralPath() {
    let list = FrameRecorder(layer(100, 100, 80, 80, .red) { $0.transform = turn(30) }).frame()
    #expect(list.programs == ["solid blended x1"])
  }

  /// What sticks out of an upright clip is cut, wherever the clip's edges lie on the pixel grid.
  @Test(arguments: [0.0, 0.5]) func turnedLayersAreClipped(phase: Double) {
    let clip = layer(50 + phase, 50, 60, 60) { $0.masksToBounds = true }
    clip.addSublayer(layer(10, 10, 80, 80, .red) { $0.transform = turn(30) })
    #expect(FrameRecorder(clip).frame().programs == ["solid[clip_box] blended x1"])
  }

  @Test func likeDrawsAreBatched() {
    let sprites = CALayer()
    for index in 0..<100 {
      sprites.addSublayer(layer(Double(index % 20) * 20, Double(index / 20) * 20, 16, 16, .glass))
    }
    #expect(FrameRecorder(sprites).frame().programs == ["solid[linear] blended x100"])
  }

  /// A draw goes into an earlier batch only over what it does not overlap.
  @Test func reorderingKeepsThePicture() {
    let image = CGImage.plain(10, 10, alpha: 9)
    func picture(_ x: Double) -> CALayer { layer(x, 0, 10, 10) { $0.contents = image } }
    let apart = FrameRecorder(layer(0, 0, 10, 10, .glass), picture(20), layer(40, 0, 10, 10, .glass)).frame()
    #expect(apart.programs == ["solid[linear] blended x2", "image[linear] blended x1"])
    let over = FrameRecorder(layer(0, 0, 10, 10, .glass), picture(40), layer(40, 0, 10, 10, .glass)).frame()
    #expect(over.programs.count == 3)
    let options = DrawListBuilder.Options(without: [.reordering])
    let off = FrameRecorder(layer(0, 0, 10, 10, .glass), picture(20), layer(40, 0, 10, 10, .glass), options: options)
      .frame()
    #expect(off.programs.count == 3)
  }

  @Test func withoutTheLinearPath() {
    let options = DrawListBuilder.Options(without: [.linear])
    let list = FrameRecorder(layer(10, 20, 30, 40, .red), layer(80, 20, 200, 200, .red), options: options).frame()
    #expect(list.counters.quads == 0)
    #expect(list.counters.instances == 2)
  }

  @Test func zPositionOrders() {
    let list = FrameRecorder(
      layer(0, 0, 30, 40, .red) { $0.zPosition = 1 }, layer(10, 0, 30, 40, .glass),
      layer(20, 0, 30, 40, .glass) { $0.zPosition = -1 }
    ).frame()
    #expect(list.quads.map(\.box.x) == [20, 10, 0])
  }

  @Test func printsItself() {
    let text = FrameRecorder(
      layer(10, 10, 200, 150, .red) { $0.cornerRadius = 20 },
      layer(0, 0, 50, 50) { $0.contents = CGImage.plain(50, 50, alpha: 3) }
    ).frame().description
    #expect(text.hasPrefix("pass 0, target 0: 400x300 at (0, 0): frame\n  solid[linear] opaque x3\n"))
    #expect(text.contains("image[linear] blended image 0 nearest x1"))
  }

  @Test func background() {
    let stage = FrameRecorder()
    stage.target.background = SIMD4(0.5, 0, 0, 0.5)
    #expect(stage.frame().passes[0].clearColor == SIMD4(0.5, 0, 0, 0.5))
  }
}
