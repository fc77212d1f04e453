// A scene on its way through time, for one look: the frames that a film of it has, in any order.

import Foundation
import ImageFiles
import Multiplane
import QuartzCore
import Workshop

/// A scene that a view looks at. Time only goes forward in a tree of layers; for an earlier frame the scene is made
/// anew.
@MainActor
final class PreviewStage {
  private let make: () throws -> PreviewedScene
  private var scene: PreviewedScene
  private var changes: ArraySlice<Double>

  init(_ make: @escaping () throws -> PreviewedScene) throws {
    self.make = make
    scene = try make()
    changes = scene.changes[...]
  }

  var renderer: OffscreenRenderer { scene.renderer }
  /// The time of the frame that was made last, in seconds.
  private(set) var time = -Double.infinity

  /// The frame at a time: straight RGBA, as the picture has it that `multiplane render` writes.
  func pixels(at time: Double) throws -> (pixels: Data, milliseconds: Double) {
    let start = ContinuousClock.now
    try move(to: time)
    let renderer = scene.renderer
    let count = renderer.bytesPerRow * renderer.height
    // Memory that nobody clears, and that is sent as it is.
    guard let memory = malloc(max(count, 1)) else { throw RenderingError.outOfMemory("a frame of \(count) bytes") }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    do {
      try renderer.render(scene.root, at: time, into: bytes)
    } catch {
      free(memory)
      throw error
    }
    if !renderer.hasOpaqueBackground { unpremultiply(bytes) }
    // Not before: of a few bytes it is a copy, and the memory is freed at once.
    let pixels = Data(bytesNoCopy: memory, count: count, deallocator: .free)
    return (pixels, (ContinuousClock.now - start) / .milliseconds(1))
  }

  /// The same as a picture.
  func bitmap(at time: Double) throws -> Bitmap {
    try move(to: time)
    return try scene.renderer.image(of: scene.root, at: time).bitmap
  }

  /// The layers of a frame.
  func tree(at time: Double) throws -> LayerTreeReport {
    try move(to: time)
    return try LayerTreeReport(scene.root, with: scene.renderer, at: time)
  }

  /// Returns the report of one of the layers; nil if no layer has that name.
  func layer(_ id: String, at time: Double) throws -> LayerReport? {
    try move(to: time)
    return LayerReport(id, of: scene.root, with: scene.renderer, at: time)
  }

  /// Goes to a time as a film does: a state is changed after the frame before it.
  private func move(to time: Double) throws {
    if time < self.time {
      scene = try make()
      changes = scene.changes[...]
    }
    MediaClock.current = scene.clock
    while let change = changes.first, change <= time {
      let frame = (change * scene.rate - 1e-6).rounded(.up)
      if frame > 0, (frame - 1) / scene.rate > self.time {
        try scene.beforeFrame((frame - 1) / scene.rate)
        scene.renderer.advance(scene.root, to: (frame - 1) / scene.rate)
      }
      try scene.beforeFrame(min(frame / scene.rate, time))
      changes.removeFirst()
    }
    try scene.beforeFrame(time)
    self.time = time
  }
}
