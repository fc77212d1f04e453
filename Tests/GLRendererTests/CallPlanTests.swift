// Which batches share a call, and in which order their draws are.

import QuartzCore
import Testing

@testable import Compositor
@testable import GLRenderer

@Suite struct CallPlanTests {
  /// A pass of batches, one instance each, one after the other in the list.
  private func pass(_ batches: [(ProgramKey, BlendState, TextureSource)]) -> RenderPass {
    var start = 0
    let made = batches.map { program, blend, texture in
      defer { start += program.vectorsPerInstance }
      return Batch(
        program: program, blend: blend, texture: texture, range: start..<start + program.vectorsPerInstance)
    }
    return RenderPass(
      target: 0, box: Box(0, 0, 8, 8), clearColor: .zero, batches: made, reasons: [], slot: -1)
  }

  /// The calls of a pass whose pictures all have textures of their own: the batches of each, and whether it is mixed.
  private func calls(_ batches: [(ProgramKey, BlendState, TextureSource)]) -> [(Range<Int>, Bool)] {
    plan(batches).calls[0].map { ($0.batches, $0.entries != nil) }
  }

  private func plan(_ batches: [(ProgramKey, BlendState, TextureSource)]) -> CallPlan {
    var plan = CallPlan()
    plan.append(pass(batches)) { PicturePlace(texture: .own($0)) }
    return plan
  }

  private func image(_ index: Int32, _ filter: TextureFilter = .linear) -> TextureSource {
    .image(index, magnified: filter, minified: filter)
  }

  private let solid = ProgramKey(.solid, [])
  private let picture = ProgramKey(.image, .clipBox)
  private let ring = ProgramKey(.border, [.rounded, .clipShape])

  @Test("Neighbours share a call, in their order, and what takes another program is one for itself")
  func neighbours() {
    let blur = ProgramKey(.blur, [])
    let batches: [(ProgramKey, BlendState, TextureSource)] = [
      (solid, .copy, .none), (picture, .sourceOver, image(1)), (ring, .sourceOver, .none),
      (picture, .sourceOver, image(2)), (blur, .copy, image(3)), (solid, .sourceOver, .none),
      (blur, .copy, image(3)), (blur, .copy, image(3)),
    ]
    let plan = plan(batches)
    #expect(plan.calls[0].map(\.batches) == [0..<4, 4..<5, 5..<6, 6..<7, 7..<8])
    #expect(plan.calls[0].map(\.entries) == [0..<4, nil, nil, nil, nil])
    #expect(plan.calls[0].map(\.blend) == [.sourceOver, .copy, .sourceOver, .copy, .copy])
    // Each entry begins with where its instance is, in the order of painting.
    let starts = stride(from: 0, to: plan.entries.count, by: 2).map { Int(plan.entries[$0].x) }
    #expect(starts == pass(batches).batches[..<4].map(\.range.lowerBound))
  }

  @Test("What is blended otherwise ends a call")
  func blending() {
    let found = calls([
      (solid, .sourceOver, .none), (solid, .copy, .none), (solid, .plusLighter, .none), (ring, .plusLighter, .none),
      (solid, .mix(8), .none),
    ])
    #expect(found.map(\.0) == [0..<2, 2..<4, 4..<5])
  }

  @Test("So does a texture more than there are units, and one that is read in another way")
  func textures() {
    let many = (0..<10).map { (picture, BlendState.sourceOver, image($0 % 9)) }
    #expect(calls(many).map(\.0) == [0..<8, 8..<10])
    let twoWays = [image(1), image(2), image(1, .nearest), .pass(1, .linear), .pass(1, .nearest)]
    #expect(calls(twoWays.map { (picture, .sourceOver, $0) }).map(\.0) == [0..<2, 2..<4, 4..<5])
  }

  @Test("Programs that the program of all is not")
  func programs() {
    let others: [ProgramKey] = [
      ProgramKey(.solid, .linear), ProgramKey(.solid, .corner), ProgramKey(.solid, [.rounded, .opposite]),
      ProgramKey(.image, .levels), ProgramKey(.image, [.screenTexture, .perspective]), ProgramKey(.gradient, []),
      ProgramKey(.blend, [], .blend(.multiply)),
    ]
    for other in others { #expect(calls([(other, .sourceOver, .none), (other, .sourceOver, .none)]).count == 2) }
    for own in [
      ProgramKey(.solid, [.rounded, .continuous]), ProgramKey(.image, [.perspective, .clipShape]),
      ProgramKey(.image, .biased), ProgramKey(.border, .perspective), ProgramKey(.image, .screenTexture),
    ] {
      #expect(calls([(solid, .sourceOver, .none), (own, .sourceOver, .none)]).count == 1)
    }
  }
}
