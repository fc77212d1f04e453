// A frame as a value, made from a scene or read from a file, on which the searches for wrong pixels work.
//
// Tested by FrameCaptureTests, PixelReportTests and OptimizationPinTests.
//
// The folders of the module stand in one order; each uses only those before it:
//
//   Captures     a frame as a value: described, captured, written and read
//   WrongPixels  what made a pixel, what a frame costs, which draws and which optimisation are at fault
//   Measuring    the machine, how long frames take, and how many layers a frame may have
//   Checks       what is wrong with a scene: rules that look at its document and at frames of it
//   Layers       the layers of a frame for an editor: where they lie, and what they have

package import Compositor
package import CoreGraphics
package import Multiplane
package import QuartzCore

/// A frame's draw list and images, with which it can be drawn again.
package struct FrameCapture {
  /// The draw list, with the draws' origins.
  package var list: DrawList
  package var images: ImageTable
  package var inspection: FrameInspection
  /// The frame's pixels when captured, premultiplied RGBA; nil if it was not drawn.
  package var pixels: [UInt8]?

  package var width: Int { Int(bounded: list.passes.last?.box.width ?? 0) }
  package var height: Int { Int(bounded: list.passes.last?.box.height ?? 0) }

  package var passCount: Int { list.passes.count }
  package var drawCount: Int { list.drawCount }

  package func render(with rasterizer: any Rasterizer) throws(RasterError) -> CGImage {
    CGImage(
      width: width, height: height,
      premultipliedRGBA: try rasterizer.pixels(of: list.withoutRetention, images: images))
  }

  /// Returns the name of a draw's layer, by the draw's number in the order of passes, batches and their draws.
  package func layer(ofDraw draw: Int) -> String {
    guard let origins = list.origins, origins.slots.indices.contains(draw) else { return "(unknown)" }
    return origins.name(origins.slots[draw])
  }

  /// Returns a line for each draw: number, layer, program, blending, and target.
  package func descriptions(ofDraws draws: Set<Int>) -> [String] {
    var lines: [String] = []
    list.forEachDraw { draw, pass, batch in
      guard draws.contains(draw) else { return }
      let target = name(ofTarget: list.passes[pass].target)
      lines.append("draw \(draw)  \(layer(ofDraw: draw))  \(batch.program) \(batch.blend.name) into \(target)")
    }
    return lines.map(\.onOneLine)
  }

  /// Returns the name of a target: the frame, or a surface's layer and reason.
  package func name(ofTarget target: Int32) -> String {
    guard target != RenderPass.frameTarget, let pass = list.passes.first(where: { $0.target == target }) else {
      return "the frame"
    }
    return "the surface of \(list.origins?.name(pass.slot) ?? "(unknown)") (\(pass.reasons))"
  }
}

extension FrameCapture {
  fileprivate init(_ list: DrawList, _ tree: RenderTree, at time: CFTimeInterval) {
    self.init(list: list, images: tree.images, inspection: FrameInspection(list, tree, time: time), pixels: nil)
  }
}

extension OffscreenRenderer {
  /// Returns a frame of a layer tree, without rendering it.
  package func capture(_ layer: CALayer, at time: CFTimeInterval) -> FrameCapture {
    let tracksOrigins = self.tracksOrigins
    self.tracksOrigins = true
    defer { self.tracksOrigins = tracksOrigins }
    let (list, tree) = record(layer, at: time)
    var capture = FrameCapture(list, tree, at: time)
    capture.inspection.rasterizer = rasterizer.kind
    return capture
  }
}

/// Keeps one of a renderer's frames with its pixels, for `--capture`.
package final class CaptureRequest {
  /// The frame; nil before it is drawn.
  package private(set) var frame: FrameCapture?

  /// Keeps a renderer's next frame, or the one after a number of frames.
  package init(_ renderer: OffscreenRenderer, after frames: Int = 0) {
    renderer.tracksOrigins = true
    var left = frames
    renderer.frameObserver = { [unowned renderer] list, tree, time in
      guard left == 0 else {
        left -= 1
        return nil
      }
      renderer.frameObserver = nil
      self.frame = FrameCapture(list, tree, at: time)
      return { pixels, rasterization in
        self.frame?.pixels = Array(pixels)
        self.frame?.inspection.rasterizer = rasterization.kind
      }
    }
  }
}
