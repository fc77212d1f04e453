// A frame as a value, made from a scene or read from a file: the searches for wrong pixels work on it.
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

/// A frame with its draw list and images, which are all that drawing it again takes.
package struct FrameCapture {
  /// With the draws' origins.
  package var list: DrawList
  package var images: ImageTable
  package var inspection: FrameInspection
  /// The frame's pixels as they were drawn when it was captured, premultiplied RGBA; nil where it was not drawn.
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

  /// The name of a draw's layer, by the draw's number in the order of passes, batches and their draws.
  package func layer(ofDraw draw: Int) -> String {
    guard let origins = list.origins, origins.slots.indices.contains(draw) else { return "(unknown)" }
    return origins.name(origins.slots[draw])
  }

  /// Returns descriptions of draws, a line each: number, layer, program, blending, and the target.
  package func descriptions(ofDraws draws: Set<Int>) -> [String] {
    var lines: [String] = []
    list.forEachDraw { draw, pass, batch in
      guard draws.contains(draw) else { return }
      let target = name(ofTarget: list.passes[pass].target)
      lines.append("draw \(draw)  \(layer(ofDraw: draw))  \(batch.program) \(batch.blend.name) into \(target)")
    }
    return lines.map(\.onOneLine)
  }

  /// Returns the name of a target: the frame, or the layer whose surface it is and the reason for the surface.
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
  /// A frame of a layer tree, without rendering it.
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

/// Keeps one of the frames that a renderer draws, with its pixels: `--capture` writes it.
package final class CaptureRequest {
  /// Nil before the frame is drawn.
  package private(set) var frame: FrameCapture?

  /// Keeps a renderer's next frame, or the one after so many frames.
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
