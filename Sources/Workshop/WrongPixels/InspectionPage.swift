// Tested by PixelReportTests and FrameCaptureTests.

package import Compositor
package import CoreGraphics
import Foundation
import ImageFiles
import Multiplane

/// A page for a browser that explains a frame, including its pictures: the frame, alternating with another picture of
/// it; pictures of cost; the layers in the order of painting, one above the other and rotatable; every surface with its
/// reason and cost; every draw.
package struct InspectionPage {
  package private(set) var text = ""
  private let capture: FrameCapture
  private let rasterizer: any Rasterizer
  /// The most pictures of layers and of surfaces, and draws: a larger page is not useful.
  private static let mostPlanes = 150
  private static let mostSurfaces = 100
  private static let mostDraws = 3000

  /// - Parameters:
  ///   - title: the scene's name.
  ///   - other: a picture of the frame by other means, and their name.
  package init(
    _ capture: FrameCapture, title: String, other: (image: CGImage, name: String)?, with rasterizer: any Rasterizer
  ) throws {
    (self.capture, self.rasterizer) = (capture, rasterizer)
    let frame = try capture.render(with: rasterizer)
    let title = "\(title) at \(capture.inspection.time.formatted(places: 3)) s".escaped
    text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <style>\(Self.style)</style></head><body>
      <h1>\(title)</h1>
      <p>\(capture.width)x\(capture.height) pixels, \(capture.list.passes.count) passes, \(capture.list.drawCount) draws
      of \(capture.inspection.layers.count) layers</p>

      """
    try appendFrame(frame, other)
    try appendLayers()
    try appendSurfaces()
    appendDraws()
    text += "<script>\(Self.script)</script></body></html>\n"
  }

  package func write(to path: String) throws {
    let file = try UnfinishedFile(for: path)
    try file.write(Array(text.utf8))
    try file.publish()
  }

  private static func data(_ image: CGImage) throws -> String {
    let bytes = try ImageFile.encode(image.bitmap, as: .png, name: "a picture of the page")
    return "data:image/png;base64," + Data(bytes).base64EncodedString()
  }

  private static func element(_ image: CGImage, _ attributes: String = "") throws -> String {
    "<img \(attributes) width=\"\(image.width)\" height=\"\(image.height)\" src=\"\(try data(image))\">"
  }

  // MARK: The frame

  private mutating func appendFrame(_ frame: CGImage, _ other: (image: CGImage, name: String)?) throws {
    text += "<section id=\"frame\"><h2>Frame</h2><p class=\"bar\">"
    var pictures = [("frame", "frame", frame, "")]
    if let other, other.image.width == frame.width, other.image.height == frame.height {
      let comparison = ImageComparison(frame, other.image)
      let differing = comparison?.differing ?? 0
      pictures.append(("other", other.name, other.image, "\(differing) pixels differ from the frame"))
      if differing > 0, let picture = ImageComparison.picture(frame, other.image) {
        pictures.append(("difference", "difference", picture, "red: little, yellow: much"))
      }
    }
    for kind in InspectionPicture.Kind.allCases {
      let picture = try InspectionPicture(kind, of: capture, with: rasterizer)
      pictures.append((kind.rawValue, kind.rawValue, picture.image, picture.legend))
    }
    for (id, name, _, _) in pictures { text += "<button data-show=\"\(id)\">\(name.escaped)</button> " }
    if pictures.contains(where: { $0.0 == "other" }) { text += "<button id=\"blink\">blink</button>" }
    text += "</p><div class=\"pictures\">"
    for (id, _, image, legend) in pictures {
      text += "<figure data-picture=\"\(id)\">\(try Self.element(image))<figcaption>"
      for line in legend.split(separator: "\n") {
        if line.hasPrefix("#") { text += "<span class=\"key\" style=\"background:\(line.prefix(7))\"></span>" }
        text += "\(String(line).escaped)<br>"
      }
      text += "</figcaption></figure>"
    }
    text += "</div></section>\n"
  }

  // MARK: Layers

  private struct Plane {
    var target: Int32
    var slot: Int32
    var draws: Set<Int>
  }

  /// The draws of the list in the order of painting, consecutive ones of a layer together.
  private var planes: [Plane] {
    var planes: [Plane] = []
    let slots = capture.list.origins?.slots ?? []
    capture.list.forEachDraw { draw, pass, batch in
      // A draw of a surface shows planes that are there already.
      if case .pass = batch.texture { return }
      let target = capture.list.passes[pass].target
      let slot = slots.indices.contains(draw) ? slots[draw] : -1
      if let known = planes.firstIndex(where: { $0.target == target && $0.slot == slot }) {
        planes[known].draws.insert(draw)
      } else {
        planes.append(Plane(target: target, slot: slot, draws: [draw]))
      }
    }
    let order = Dictionary(
      capture.inspection.layers.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { a, _ in a })
    return planes.enumerated().sorted {
      (order[$0.element.slot] ?? 0, $0.offset) < (order[$1.element.slot] ?? 0, $1.offset)
    }.map(\.element)
  }

  private mutating func appendLayers() throws {
    text += """
      <section id="layers"><h2>Layers</h2>
      <p class="bar">turn <input type="range" id="turn" min="-80" max="80" value="35">
      tilt <input type="range" id="tilt" min="-80" max="80" value="-20">
      apart <input type="range" id="apart" min="0" max="120" value="40">; or drag; point at a layer in the list</p>
      <div class="columns"><ul class="tree">

      """
    for layer in capture.inspection.layers {
      let draws = layer.draws.isEmpty ? "" : " <i>\(layer.draws.joined(separator: " "))</i>"
      text += "<li data-layer=\"\(layer.id)\" style=\"padding-left:\(min(layer.depth, 40))em\">"
      text += "\(layer.name.escaped)\(draws) <small>\(layer.frameText)"
      text += "\(layer.isHidden ? " hidden" : "")\(layer.isAnimated ? " animated" : "")</small></li>\n"
    }
    let (width, height) = (capture.width, capture.height)
    text += "</ul><div class=\"stage\"><div class=\"space\" style=\"width:\(width)px;height:\(height)px\">\n"
    let planes = planes
    var levels: [(area: CGRect, level: Int)] = []
    for plane in planes.prefix(Self.mostPlanes) {
      guard let (image, x, y) = try picture(of: plane) else { continue }
      let area = CGRect(x: x, y: y, width: image.width, height: image.height)
      let level = (levels.lazy.filter { !$0.area.intersection(area).isEmpty }.map(\.level).max() ?? -1) + 1
      levels.append((area, level))
      let name = capture.list.origins?.name(plane.slot) ?? ""
      text += try Self.element(
        image,
        "class=\"plane\" data-layer=\"\(plane.slot)\" title=\"\(name.escaped)\" "
          + "style=\"left:\(x)px;top:\(y)px;--level:\(level)\"")
      text += "\n"
    }
    text += "</div></div></div>"
    if planes.count > Self.mostPlanes { text += "<p>the first \(Self.mostPlanes) of \(planes.count) planes</p>" }
    text += "</section>\n"
  }

  /// Returns the picture of a plane's draws alone, without transparent margins, and its position in the frame.
  private func picture(of plane: Plane) throws -> (image: CGImage, x: Int, y: Int)? {
    var alone = capture.list.keeping(for: plane.target) { draw, pass in
      plane.draws.contains(draw) || capture.list.passes[pass].target != plane.target
    }
    for pass in alone.passes.indices where alone.passes[pass].target == plane.target {
      alone.passes[pass].clearColor = .zero
    }
    guard let pixels = try rasterizer.picture(of: plane.target, in: alone, images: capture.images),
      let box = capture.list.passes.first(where: { $0.target == plane.target })?.box
    else { return nil }
    let image = CGImage(width: pixels.width, height: pixels.height, premultipliedRGBA: pixels.pixels)
    guard let seen = image.seenBox, let part = image.cropping(to: seen) else { return nil }
    return (part, Int(bounded: box.minX) + Int(seen.minX), Int(bounded: box.minY) + Int(seen.minY))
  }

  // MARK: Surfaces and draws

  private mutating func appendSurfaces() throws {
    text += "<section id=\"surfaces\"><h2>Surfaces</h2><div class=\"cards\">\n"
    var targets: [Int32] = []
    for pass in capture.list.passes where pass.target != RenderPass.frameTarget && !targets.contains(pass.target) {
      targets.append(pass.target)
    }
    if targets.isEmpty { text += "<p>There are none: all is drawn straight into the frame.</p>" }
    for target in targets.prefix(Self.mostSurfaces) {
      guard let pixels = try rasterizer.picture(of: target, in: capture.list, images: capture.images) else { continue }
      let passes = capture.list.passes.indices.filter { capture.list.passes[$0].target == target }
      let draws = passes.reduce(0) { $0 + capture.list.passes[$1].batches.reduce(0) { $0 + $1.count } }
      let isKept = passes.contains {
        capture.inspection.passes.indices.contains($0) && capture.inspection.passes[$0].isKept
      }
      let image = CGImage(width: pixels.width, height: pixels.height, premultipliedRGBA: pixels.pixels)
      let box = capture.list.passes[passes[0]].box
      text += """
        <figure class="card" data-layer="\(capture.list.passes[passes[0]].slot)">\(try Self.element(image))
        <figcaption><b>\(capture.name(ofTarget: target).escaped)</b><br>
        \(image.width)x\(image.height) pixels at (\(Int(bounded: box.minX)), \(Int(bounded: box.minY))),
        \((image.width * image.height * 4).formattedAsMemory), passes: \(passes.count), draws: \(draws)\
        \(isKept ? ", kept from a frame before" : "")</figcaption></figure>

        """
    }
    text += "</div></section>\n"
  }

  private mutating func appendDraws() {
    text += "<section id=\"draws\"><h2>Draws</h2><table><tr><th>draw</th><th>pass</th><th>layer</th><th>program</th>"
    text += "<th>blend</th></tr>\n"
    var rows = ""
    capture.list.forEachDraw { draw, pass, batch in
      guard draw < Self.mostDraws else { return }
      rows += "<tr><td>\(draw)</td><td>\(pass)</td><td>\(capture.layer(ofDraw: draw).escaped)</td>"
      rows += "<td>\("\(batch.program)".escaped)</td><td>\(batch.blend.name)</td></tr>\n"
    }
    text += rows + "</table>"
    if capture.list.drawCount > Self.mostDraws { text += "<p>the first \(Self.mostDraws)</p>" }
    text += "</section>\n"
  }
}

extension String {
  fileprivate var escaped: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
  }
}

extension CGImage {
  /// The smallest rectangle around everything that is not transparent; nil for none.
  fileprivate var seenBox: CGRect? {
    var (minX, minY, maxX, maxY) = (width, height, -1, -1)
    for y in 0..<height {
      for x in 0..<width where pixels[(y * width + x) * 4 + 3] > 0 {
        (minX, minY, maxX, maxY) = (min(minX, x), min(minY, y), max(maxX, x), max(maxY, y))
      }
    }
    return maxX < 0 ? nil : CGRect(x: minX, y: minY, width: maxX - minX + 1, height: maxY - minY + 1)
  }
}
