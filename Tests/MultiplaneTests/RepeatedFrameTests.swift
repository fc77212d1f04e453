// Frames of a film that show what the frame before them shows are not drawn, converted or read again.

import Compositor
import CoreGraphics
import Foundation
import ImageFiles
import QuartzCore
import TestScenes
import TestSupport
import Testing

@testable import Multiplane

@MainActor @Suite struct RepeatedFrameTests {
  private func renderer(jobs: Int = 1, repeats: Bool = true) throws -> OffscreenRenderer {
    var options = OffscreenRenderer.Options(background: .white)
    (options.renderer, options.jobs, options.leastWorkerMilliseconds) = (.rows, jobs, 0)
    if !repeats { options.optimizations = DrawListBuilder.Options(without: [.retention]) }
    return try OffscreenRenderer(size: CGSize(width: 160, height: 120), options: options)
  }

  @Test(
    "Random trees that change at times: each frame has the bytes of the same frame drawn", arguments: seeds(8, of: 60))
  func trees(seed: Int) throws {
    func frames(repeats: Bool, jobs: Int) throws -> (frames: [[UInt8]], drawn: Int) {
      let root = layer(0, 0, 160, 120, .white)
      var random = RandomTree(seed: seed, drawsPictures: true)
      random.fill(root)
      let renderer = try renderer(jobs: jobs, repeats: repeats)
      var (origin, frames, drawn) = (FrameOrigin?.none, [[UInt8]](), 0)
      for step in 0..<40 {
        if step % 5 == 0 { random.edit(root, step: step) }
        let next = try renderer.beginNext(root, at: Double(step) / 4, after: &origin, packing: nil, isCounted: false)
        guard let next else {
          frames.append(frames[frames.count - 1])
          continue
        }
        var pixels = [UInt8](repeating: 0, count: 160 * 120 * 4)
        try pixels.withUnsafeMutableBytes { try renderer.finish(next, into: $0) }
        frames.append(pixels)
        drawn += 1
      }
      return (frames, drawn)
    }
    let expected = try frames(repeats: false, jobs: 1)
    #expect(expected.drawn == 40)
    for jobs in [1, 3] { #expect(try frames(repeats: true, jobs: jobs).frames == expected.frames, "\(jobs) workers") }
  }

  /// A square that moves for half a second and then stands.
  private func card() -> CALayer {
    let root = layer(0, 0, 160, 120, .white)
    let square = layer(0, 0, 40, 40, .red)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (NSNumber(value: 20), NSNumber(value: 120), 0.5)
    (move.fillMode, move.isRemovedOnCompletion) = (.forwards, false)
    square.add(move, forKey: nil)
    root.addSublayer(square)
    return root
  }

  @Test("A scene that stands is drawn once; a change, and the time before an animation, have their frames")
  func count() throws {
    let renderer = try renderer()
    let root = card()
    var origin: FrameOrigin?
    func isDrawn(_ time: Double) throws -> Bool {
      let frame = try renderer.beginNext(root, at: time, after: &origin, packing: nil, isCounted: false)
      guard let frame else { return false }
      var pixels = [UInt8](repeating: 0, count: 160 * 120 * 4)
      try pixels.withUnsafeMutableBytes { try renderer.finish(frame, into: $0) }
      return true
    }
    #expect(try [0, 0.1, 0.4, 0.5, 0.6, 0.7, 0.8].map(isDrawn) == [true, true, true, true, false, false, false])
    CATransaction.setDisableActions(true)
    root.backgroundColor = .black
    #expect(try [0.9, 1.0].map(isDrawn) == [true, false])
    let later = CABasicAnimation(keyPath: "opacity")
    (later.fromValue, later.toValue, later.duration, later.beginTime) = (
      NSNumber(value: 0), NSNumber(value: 1), 0.1, 1.55
    )
    root.add(later, forKey: nil)
    #expect(try [1.4, 1.5, 1.6, 1.7, 1.8].map(isDrawn) == [true, false, true, true, false])
    // Times may be asked in any order.
    #expect(try [0.2, 0.1].map(isDrawn) == [true, true])
  }

  @Test("Films have the bytes of films whose frames are all drawn", arguments: ["mp4", "mov", "webm", "y4m", "gif"])
  func films(suffix: String) throws {
    let folder = try TemporaryFolder()
    func film(_ name: String, repeats: Bool, jobs: Int = 1) throws -> Data {
      let renderer = try renderer(jobs: jobs, repeats: repeats)
      let root = card()
      var exporter = try VideoExporter(path: folder.file("\(name).\(suffix)"), frameRate: 10)
      exporter.segmentDuration = 1
      try exporter.export(
        root, with: renderer, duration: 2.5,
        beforeFrame: { time in
          CATransaction.setDisableActions(true)
          if time == 1.5 { root.backgroundColor = .black }
        })
      return try Data(contentsOf: folder.url.appending(path: "\(name).\(suffix)"))
    }
    let expected = try film("drawn", repeats: false)
    #expect(try film("repeated", repeats: true) == expected)
    #expect(try film("workers", repeats: true, jobs: 3) == expected)
  }
}
