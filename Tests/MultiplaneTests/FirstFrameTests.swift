// What the first frame takes, and programs that are made before it: the frames are the same, nothing happens before its
// time, and what moves by animations needs no program later.

import Compositor
import CoreGraphics
import Foundation
import GLRenderer
import Gallery
import QuartzCore
import Testing

@testable import Multiplane

@MainActor @Suite struct FirstFrameTests {
  private static let times = (0..<40).map { Double($0) / 10 }

  /// A square that gets round corners, and later turns into depth.
  private func square() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    root.backgroundColor = .white
    let square = CALayer()
    square.frame = CGRect(x: 12, y: 8, width: 30, height: 30)
    square.backgroundColor = CGColor(red: 0.8, green: 0.2, blue: 0.1, alpha: 1)
    let round = CABasicAnimation(keyPath: "cornerRadius")
    (round.fromValue, round.toValue, round.beginTime, round.duration) = (0, 12, 1, 1)
    square.add(round, forKey: nil)
    let turn = CABasicAnimation(keyPath: "transform.rotation.y")
    (turn.fromValue, turn.toValue, turn.beginTime, turn.duration) = (0, 1, 2.5, 1)
    square.add(turn, forKey: nil)
    var depth = CATransform3DIdentity
    depth.m34 = -1 / 100
    root.sublayerTransform = depth
    root.addSublayer(square)
    return root
  }

  private func renderer(
    _ choice: RendererChoice = .gl, clock: MediaClock = MediaClock(startingAt: 0)
  ) throws -> OffscreenRenderer {
    var options = OffscreenRenderer.Options(clock: clock)
    options.renderer = choice
    return try OffscreenRenderer(size: CGSize(width: 64, height: 48), options: options)
  }

  private func foresee(_ renderer: OffscreenRenderer) {
    renderer.foresee(count: Self.times.count) { Self.times[$0] }
  }

  @Test("Programs that later frames need are made before the first, and the frames are the same")
  func foreseen() throws {
    let plain = try renderer()
    let root = square()
    let frames = try Self.times.map { try plain.pixels(of: root, at: $0) }
    let first = try #require(plain.firstFrame)
    #expect(plain.programsMade > first.compiled)
    #expect(first.opening > 0 && first.frame > 0 && first.foresight == 0 && first.programs == 0)

    let foreseeing = try renderer()
    foresee(foreseeing)
    let other = square()
    #expect(try Self.times.map { try foreseeing.pixels(of: other, at: $0) } == frames)
    let prepared = try #require(foreseeing.firstFrame)
    #expect(prepared.compiled == plain.programsMade && foreseeing.programsMade == prepared.compiled)
    #expect(prepared.foresight > 0 && prepared.programs > 0 && prepared.loaded == 0)
  }

  @Test("Demonstrations that move by animations make no program after the first frame", arguments: DrawEconomy.allCases)
  func demonstrations(economy: DrawEconomy) throws {
    for name in ["swinging-door", "labels", "shadow-cards"] {
      let clock = MediaClock(startingAt: 0)
      let demo = try #require(Gallery.demo(named: name))
      let root = demo.make(clock)
      var options = OffscreenRenderer.Options(clock: clock)
      var request = RasterizerRequest(.gl, economy: economy)
      request.context.debug = false
      options.opening = RasterizerOpening(request)
      let renderer = try OffscreenRenderer(size: CGSize(width: 160, height: 120), options: options)
      foresee(renderer)
      for time in Self.times { _ = try renderer.pixels(of: root, at: time) }
      #expect(renderer.programsMade == renderer.firstFrame?.compiled, "\(name)")
    }
  }

  @Test("Nothing happens before its time")
  func noEarlyEvents() throws {
    let clock = MediaClock(startingAt: 0)
    let root = square()
    let renderer = try renderer(clock: clock)
    _ = renderer.host(for: root)
    var ended: [Double] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { ended.append(clock.now) }
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.duration) = (0, 2)
    root.sublayers?.first?.add(fade, forKey: "fade")
    CATransaction.commit()
    foresee(renderer)
    _ = try renderer.pixels(of: root, at: 0)
    #expect(ended.isEmpty && clock.now == 0 && root.sublayers?.first?.animation(forKey: "fade") != nil)
    for time in Self.times { _ = try renderer.pixels(of: root, at: time) }
    #expect(ended == [2] && root.sublayers?.first?.animation(forKey: "fade") == nil)
  }

  @Test("The tiles of a tiled layer are drawn when they are first shown")
  func tiles() throws {
    final class Map: CATiledLayer {
      var drawn = 0
      override func draw(in context: CGContext) { drawn += 1 }
    }
    let root = square()
    let map = Map()
    map.frame = CGRect(x: 0, y: 100, width: 64, height: 48)
    let move = CABasicAnimation(keyPath: "position.y")
    (move.fromValue, move.toValue, move.duration) = (100, 0, 2)
    map.add(move, forKey: nil)
    map.setNeedsDisplay()
    root.addSublayer(map)
    let renderer = try renderer()
    foresee(renderer)
    _ = try renderer.pixels(of: root, at: 0)
    #expect(map.drawn == 0 && renderer.firstFrame?.foresight == 0)
    _ = try renderer.pixels(of: root, at: 1.9)
    #expect(map.drawn > 0)
  }

  @Test("Rows make no programs, and have a first frame")
  func rows() throws {
    let renderer = try renderer(.rows)
    foresee(renderer)
    _ = try renderer.pixels(of: square(), at: 0)
    let first = try #require(renderer.firstFrame)
    #expect(first.frame > 0 && first.opening == 0 && first.compiled == 0 && renderer.programsMade == 0)
    let frame = first.frame
    _ = try renderer.pixels(of: square(), at: 1)
    #expect(renderer.firstFrame?.frame == frame)
  }

  @Test("Of a film's frames the first and the last are foreseen, then the one in the middle, and none twice")
  func numbers() {
    func numbers(_ count: Int) -> [Double] { ForeseenFrames(count: count, arePacked: false) { Double($0) }.times }
    #expect(numbers(1) == [0] && numbers(2) == [0, 1] && numbers(3) == [0, 2, 1])
    #expect(numbers(161).prefix(5) == [0, 160, 80, 40, 120] && numbers(161).count == 17)
    #expect(Set(numbers(9)) == Set((0..<9).map(Double.init)) && numbers(9).count == 9)
  }
}
