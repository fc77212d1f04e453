package import Compositor
package import CoreGraphics
import Multiplane

/// A picture of a frame's cost, with its legend.
package struct InspectionPicture {
  package enum Kind: String, CaseIterable, Sendable {
    /// The number of draws that touch each pixel.
    case overdraw
    /// The pixels of llvmpipe's linear draws, and of general ones, which cost several times as much.
    case linear
    /// The visible places of surfaces.
    case surfaces
    /// The squares of 64 pixels that llvmpipe draws one at a time.
    case tiles
  }

  package var image: CGImage
  /// Lines of `#rrggbb meaning`.
  package var legend: String

  package init(_ kind: Kind, of capture: FrameCapture, with rasterizer: any Rasterizer) throws {
    let painter = InspectionPainter(capture: capture, rasterizer: rasterizer)
    self =
      switch kind {
      case .overdraw: try painter.overdraw()
      case .linear: try painter.linear()
      case .surfaces: try painter.surfaces()
      case .tiles: try painter.tiles()
      }
  }

  fileprivate init(_ pixels: [UInt8], _ legend: [String], of capture: FrameCapture) {
    image = CGImage(width: capture.width, height: capture.height, premultipliedRGBA: pixels)
    self.legend = legend.joined(separator: "\n")
  }
}

private struct InspectionPainter {
  let capture: FrameCapture
  let rasterizer: any Rasterizer

  private typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

  private var pixelCount: Int { capture.width * capture.height }

  private func counts(where isCounted: (RenderPass, Batch) -> Bool) throws -> [UInt8] {
    let pixels = try rasterizer.pixels(of: capture.list.counting(where: isCounted), images: ImageTable())
    return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
  }

  private func legendLine(_ color: Color, _ what: String, _ count: Int, of all: Int, _ unit: String) -> String {
    let share = (Double(count) * 100 / Double(max(all, 1))).formatted(places: 1)
    let name = SIMD4(color.red, color.green, color.blue, 255).hexadecimal.dropLast(2)
    return "\(name)  \(what): \(count) \(unit) (\(share) %)"
  }

  private func picture(
    _ classes: [Int], _ colors: [Color], _ names: [String], _ lines: [String] = []
  ) -> InspectionPicture {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(classes.count * 4)
    var sums = [Int](repeating: 0, count: colors.count)
    for index in classes {
      sums[index] += 1
      pixels += [colors[index].red, colors[index].green, colors[index].blue, 255]
    }
    let legend = names.indices.map { legendLine(colors[$0], names[$0], sums[$0], of: pixelCount, "pixels") }
    return InspectionPicture(pixels, lines + legend, of: capture)
  }

  func overdraw() throws -> InspectionPicture {
    let counts = try counts { _, _ in true }
    let colors: [Color] = [
      (0, 0, 0), (20, 40, 140), (20, 130, 160), (40, 170, 60), (200, 200, 40), (240, 140, 20), (230, 40, 20),
      (255, 255, 255),
    ]
    let names = ["not drawn", "once", "twice", "3 times", "4 times", "5 times", "6 to 9 times", "10 times and more"]
    let classes = counts.map { $0 < 6 ? Int($0) : $0 < 10 ? 6 : 7 }
    let sum = counts.reduce(0) { $0 + Int($1) }
    let mean = (Double(sum) / Double(max(counts.count, 1))).formatted(places: 2)
    return picture(
      classes, colors, names, ["overdraw \(mean): draws of a pixel on average, surfaces included"])
  }

  private static let ways: (colors: [Color], names: [String]) = (
    [(0, 0, 0), (30, 120, 60), (190, 180, 40), (130, 30, 30), (230, 50, 40)],
    [
      "not drawn", "linear, opaque", "linear, blended", "once the general way",
      "several times the general way",
    ]
  )

  func linear() throws -> InspectionPicture {
    let opaque = try counts { $1.program.features.contains(.linear) && $1.blend == .copy }
    let blended = try counts { $1.program.features.contains(.linear) && $1.blend != .copy }
    let general = try counts { !$1.program.features.contains(.linear) }
    let classes = opaque.indices.map { index in
      if general[index] > 0 { return general[index] > 1 ? 4 : 3 }
      return blended[index] > 0 ? 2 : opaque[index] > 0 ? 1 : 0
    }
    return picture(classes, Self.ways.colors, Self.ways.names)
  }

  private static let tileSide = 64

  func tiles() throws -> InspectionPicture {
    let linear = try counts { $0.target == RenderPass.frameTarget && $1.program.features.contains(.linear) }
    let general = try counts { $0.target == RenderPass.frameTarget && !$1.program.features.contains(.linear) }
    let (width, height, side) = (capture.width, capture.height, Self.tileSide)
    let (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
    var kinds = [Int](repeating: 0, count: columns * rows)
    for index in linear.indices {
      let tile = index / width / side * columns + index % width / side
      kinds[tile] |= (linear[index] > 0 ? 1 : 0) | (general[index] > 0 ? 2 : 0)
    }
    let colors: [Color] = [(0, 0, 0), (30, 120, 60), (180, 50, 40), (230, 140, 30)]
    let names = [
      "nothing drawn", "linear alone", "general alone",
      "both: a triangle of the general way sends all of the tile that way",
    ]
    var pixels: [UInt8] = []
    pixels.reserveCapacity(pixelCount * 4)
    for index in linear.indices {
      let (x, y) = (index % width, index / width)
      let color = colors[kinds[y / side * columns + x / side]]
      let isEdge = x % side == 0 || y % side == 0
      pixels += [color.red, color.green, color.blue].map { isEdge ? $0 / 2 : $0 } + [255]
    }
    let legend = names.indices.map { kind in
      legendLine(colors[kind], names[kind], kinds.count { $0 == kind }, of: kinds.count, "tiles")
    }
    return InspectionPicture(
      pixels, ["\(kinds.count) tiles of \(side)x\(side) pixels in the frame; surfaces have their own"] + legend,
      of: capture)
  }

  func surfaces() throws -> InspectionPicture {
    let palette: [Color] = [
      (230, 60, 60), (60, 160, 240), (240, 190, 40), (90, 200, 90), (200, 90, 220), (60, 210, 200), (250, 140, 60),
      (150, 150, 250),
    ]
    let image = try capture.render(with: rasterizer)
    // Shows the frame at a third, over black.
    var pixels = image.pixels
    for start in stride(from: 0, to: pixels.count, by: 4) {
      for channel in start..<start + 3 { pixels[channel] /= 3 }
      pixels[start + 3] = 255
    }
    var lines: [String] = []
    var seen: Set<Int32> = [RenderPass.frameTarget]
    for pass in capture.list.passes where seen.insert(pass.target).inserted {
      let color = palette[lines.count % palette.count]
      let counts = try counts { _, batch in batch.reads(pass.target) }
      for index in counts.indices where counts[index] > 0 {
        pixels[index * 4] = pixels[index * 4] / 2 + color.red / 2
        pixels[index * 4 + 1] = pixels[index * 4 + 1] / 2 + color.green / 2
        pixels[index * 4 + 2] = pixels[index * 4 + 2] / 2 + color.blue / 2
      }
      let size = "\(Int(bounded: pass.box.width))x\(Int(bounded: pass.box.height))"
      lines.append(
        legendLine(
          color, "\(capture.name(ofTarget: pass.target)), \(size)", counts.count { $0 > 0 }, of: pixelCount, "pixels"))
    }
    if lines.isEmpty { lines = ["there are no surfaces: all is drawn straight into the frame"] }
    return InspectionPicture(pixels, lines, of: capture)
  }
}

extension Batch {
  fileprivate func reads(_ target: Int32) -> Bool {
    if case .pass(target, _) = texture { return true }
    if case .pass(target, _) = backdrop { return true }
    return false
  }
}
