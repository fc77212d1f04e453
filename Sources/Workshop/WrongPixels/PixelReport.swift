package import Compositor
import CoreGraphics
import Foundation
import Multiplane

/// The history of one pixel of a frame: the draws that touch it, in order, and the histories of the surface pixels that
/// they show. Colours are premultiplied, written `#rrggbbaa`.
package struct PixelReport: Encodable {
  package struct Step: Encodable {
    package var layer: String
    package var program: String
    /// The blending of the colour with the pixel before the draw.
    package var blend: String
    package var color: String
    package var after: String
    /// The draw's number, in the order of passes, batches and their draws, and its pass.
    package var draw: Int
    package var pass: Int
    /// The rectangles that clip the draw, besides its own shape.
    package var clips: [Clip]
    package var surfaces: [Surface]
  }

  package struct Clip: Encodable {
    /// `[minX, minY, maxX, maxY]`: in pixels of the target, or, with a map, in the plane of the rectangle.
    package var box: [Float]
    /// The radii of the corners minX minY, maxX minY, minX maxY and maxX maxY, in the rectangle's plane.
    package var radii: [Float]?
    /// The continuity of the corners' curve, from 0, a circle, to 1.
    package var smoothing: Float?
    /// `[a, b, c, d, tx, ty]` from pixels of the target to the rectangle's plane: x' = a x + c y + tx.
    package var map: [Float]?
  }

  package struct Surface: Encodable {
    /// `[minX, minY, maxX, maxY]` in the surface's pixels, all of which are read.
    package var read: [Int]
    /// The centre pixel of those; nil if it was reported before, or the limit is reached.
    package var middle: PixelReport?
    package var name: String
  }

  /// A draw over the pixel that is left out because something opaque hides all of it.
  package struct Dropped: Encodable {
    package var layer: String
    package var program: String
  }

  /// The pixel's target: the frame, or a surface with its reasons.
  package var target: String
  package var x: Int
  package var y: Int
  package var before: String
  package var steps: [Step]
  package var dropped: [Dropped]
  package var after: String
  /// The frame's own pixel if it differs: drawing everything together rounds differently.
  package var inFrame: String?
}

extension PixelReport {
  /// Follows a pixel of a frame, counted from the top left corner.
  package init(_ capture: FrameCapture, x: Int, y: Int, with rasterizer: any Rasterizer) throws {
    var follower = PixelFollower(capture: capture, rasterizer: rasterizer)
    self = try follower.report(TargetPixel(target: RenderPass.frameTarget, x: x, y: y), before: nil, depth: 0)
    let image = try capture.render(with: rasterizer)
    let color = image.hexadecimal(ImageComparison.Place(x: x, y: y))
    inFrame = color == after ? nil : color
  }
}

private struct PixelFollower {
  let capture: FrameCapture
  let rasterizer: any Rasterizer
  /// The reported pixels, each with the pass that it precedes.
  private var told: Set<[Int]> = []
  /// The number of surfaces' pixels that may still be followed, each by a drawing of the frame.
  private var rest = 24
  private static let mostDepth = 12

  init(capture: FrameCapture, rasterizer: any Rasterizer) { (self.capture, self.rasterizer) = (capture, rasterizer) }

  mutating func report(_ pixel: TargetPixel, before end: Int?, depth: Int) throws -> PixelReport {
    let history = try rasterizer.history(of: pixel, in: capture.list, images: capture.images, before: end)
    var steps: [PixelReport.Step] = []
    for step in history.steps {
      var surfaces: [PixelReport.Surface] = []
      for read in step.reads {
        var middle: PixelReport?
        let key = [Int(read.target), read.middle.x, read.middle.y, step.pass]
        if depth < Self.mostDepth, rest > 0, told.insert(key).inserted {
          rest -= 1
          middle = try report(read.middle, before: step.pass, depth: depth + 1)
        }
        surfaces.append(
          PixelReport.Surface(
            read: [read.minX, read.minY, read.maxX, read.maxY], middle: middle,
            name: capture.name(ofTarget: read.target)))
      }
      steps.append(
        PixelReport.Step(
          layer: capture.layer(ofDraw: step.draw), program: "\(step.program)", blend: step.blend.name,
          color: step.color.hexadecimal, after: step.after.hexadecimal, draw: step.draw, pass: step.pass,
          clips: PixelReport.Clip.all(of: capture.list.clips(ofDraw: step.draw)), surfaces: surfaces))
    }
    return PixelReport(
      target: capture.name(ofTarget: pixel.target), x: pixel.x, y: pixel.y, before: history.before.hexadecimal,
      steps: steps, dropped: dropped(at: pixel), after: history.after.hexadecimal)
  }

  private func dropped(at pixel: TargetPixel) -> [PixelReport.Dropped] {
    guard let origins = capture.list.origins,
      let box = capture.list.passes.first(where: { $0.target == pixel.target })?.box
    else { return [] }
    let (x, y) = (box.minX + Double(pixel.x), box.minY + Double(pixel.y))
    return origins.dropped.reversed().filter {
      $0.target == pixel.target && $0.bounds.intersects(Box(x, y, x + 1, y + 1))
    }.map { PixelReport.Dropped(layer: origins.name($0.slot), program: "\($0.program)") }
  }
}

extension PixelReport.Clip {
  fileprivate static func all(of clips: DrawClips) -> [Self] {
    var all: [Self] = []
    if let box = clips.box?.box { all.append(Self(box: box.all)) }
    if let shape = clips.shape {
      all.append(
        Self(
          box: shape.box.all, radii: shape.radii.all, smoothing: shape.offset.z,
          map: shape.map.all + [shape.offset.x, shape.offset.y]))
    }
    return all
  }
}

extension PixelReport.Clip: CustomStringConvertible {
  package var description: String {
    let ends = box.map { Double($0).formatted(places: 2) }
    var text = "clip (\(ends[0]), \(ends[1])) to (\(ends[2]), \(ends[3]))"
    if let radii { text += "  radii \(self.text(radii, 2))" }
    if let smoothing, smoothing > 0 { text += "  smoothing \(self.text([smoothing], 2))" }
    if let map { text += "  map \(self.text(map, 3))" }
    return text
  }

  private func text(_ numbers: [Float], _ places: Int) -> String {
    numbers.map { Double($0).formatted(places: places) }.joined(separator: " ")
  }
}

extension SIMD4<Float> {
  fileprivate var all: [Float] { indices.map { self[$0] } }
}

extension SIMD4<UInt8> {
  /// `#rrggbbaa`.
  var hexadecimal: String {
    indices.reduce(into: "#") { text, index in
      text += (self[index] < 16 ? "0" : "") + String(self[index], radix: 16)
    }
  }
}

extension PixelReport: CustomStringConvertible {
  package var description: String {
    var lines = ["pixel (\(x), \(y)) of \(target): \(after)"]
    if let inFrame { lines.append("(\(inFrame) in the frame: drawn together, the same draws round differently)") }
    lines += tale(indentation: "")
    return lines.map(\.onOneLine).joined(separator: "\n")
  }

  private func tale(indentation: String) -> [String] {
    var lines = ["\(indentation)before     \(before)"]
    if steps.isEmpty { lines.append("\(indentation)no draw touches it") }
    for step in steps {
      let number = "draw \(step.draw)".padding(toLength: 10, withPad: " ", startingAt: 0)
      lines.append(
        "\(indentation)\(number) \(step.color) \(step.blend) -> \(step.after)  \(step.layer)  \(step.program)")
      for clip in step.clips { lines.append("\(indentation)  \(clip)") }
      for surface in step.surfaces {
        let (from, to) = ("(\(surface.read[0]), \(surface.read[1]))", "(\(surface.read[2]), \(surface.read[3]))")
        let area = from == to ? "pixel \(from)" : "pixels \(from) to \(to)"
        guard let middle = surface.middle else {
          lines.append("\(indentation)  from \(area) of \(surface.name), told above or not followed")
          continue
        }
        lines.append("\(indentation)  from \(area) of \(surface.name); (\(middle.x), \(middle.y)) there:")
        lines += middle.tale(indentation: indentation + "    ")
      }
    }
    for draw in dropped {
      lines.append("\(indentation)left out   hidden by something opaque in front:  \(draw.layer)  \(draw.program)")
    }
    return lines
  }
}
