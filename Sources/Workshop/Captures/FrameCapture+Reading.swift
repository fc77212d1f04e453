import Compositor
import CoreGraphics
import Documents
import Foundation
import ImageFiles
import Multiplane

extension FrameCapture {
  /// Whether a file's first bytes are a captured frame's; false if it cannot be read.
  package static func isCapture(_ path: String) -> Bool {
    (try? FileBytes.beginning(of: path, count: CaptureHeader.magic.count)) == CaptureHeader.magic
  }

  /// Reads the frame of a file of at most `memoryLimit` bytes.
  ///
  /// - Throws: ``CaptureError`` for a damaged or another file; `ImageFileError` if it cannot be read.
  package init(contentsOf path: String, memoryLimit: Int = .max) throws {
    try self.init(try FileContents.read(path), name: path, memoryLimit: memoryLimit)
  }

  /// Reads a frame from a file's bytes; `name` appears in errors.
  package init(_ bytes: [UInt8], name: String, memoryLimit: Int = .max) throws(CaptureError) {
    guard bytes.count <= memoryLimit else {
      throw CaptureError(
        name: name,
        problem: "\(bytes.count.formattedAsMemory), where at most \(memoryLimit.formattedAsMemory) may be taken")
    }
    var reader = CaptureReader(bytes: bytes, name: name)
    self = try reader.capture()
  }
}

/// Reads a file from start to end. Nothing beyond its bytes is read, and each image and surface of a draw exists.
private struct CaptureReader {
  let bytes: [UInt8]
  let name: String
  private var position = 0
  private var list = DrawList()
  private var images: [Int32: CGImage] = [:]
  private var drawn: Set<Int32> = []

  /// The longest side of a picture or a target, in pixels.
  private static let longestSide = 16384
  private static let mostTargets: Int32 = 1 << 16
  private static let mostImages: Int32 = 1 << 20

  init(bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

  private func problem(_ text: String) -> CaptureError { CaptureError(name: name, problem: text) }

  private mutating func take(_ count: Int, _ what: String) throws(CaptureError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - position else {
      throw problem("ends within \(what), at byte \(bytes.count)")
    }
    position += count
    return bytes[position - count..<position]
  }

  private mutating func integer(_ count: Int) throws(CaptureError) -> UInt64 {
    try take(count, "its head").reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func capture() throws(CaptureError) -> FrameCapture {
    let header = try header()
    guard header.passes.count < Int(Self.mostTargets) else { throw problem("more than \(Self.mostTargets) passes") }
    let (bitmaps, pictures) = (header.bitmaps, header.images)
    guard bitmaps.indices.allSatisfy({ bitmaps[$0].index == Int32($0) }) else {
      throw problem("bitmaps that are out of order")
    }
    let known = Set(pictures.map(\.index))
    guard known.count == pictures.count, known.allSatisfy({ 0..<Self.mostImages ~= $0 }) else {
      throw problem("images of wrong numbers")
    }
    for pass in header.passes {
      try append(pass) { source in
        switch source {
        case .image(let index, _, _): known.contains(index)
        case .bitmap(let index, _): bitmaps.indices.contains(Int(index))
        case .none, .pass: true
        }
      }
    }
    guard let frame = list.passes.last, frame.target == RenderPass.frameTarget else {
      throw problem("the last pass is not the frame's")
    }
    for picture in bitmaps {
      let (width, height) = try size(picture)
      let pixels = try take(width * height * (picture.isCoverage ? 1 : 4), "a bitmap")
      list.bitmaps.append(
        Texels(width: width, height: height, format: picture.isCoverage ? .coverage : .color, pixels: Array(pixels)))
    }
    for picture in pictures {
      let (width, height) = try size(picture)
      let pixels = try take(width * height * 4, "an image")
      images[picture.index] = CGImage(width: width, height: height, premultipliedRGBA: Array(pixels))
    }
    list.origins = try origins(header)
    let frameBytes = Int(frame.box.width) * Int(frame.box.height) * 4
    let pixels = header.hasPixels ? Array(try take(frameBytes, "the frame's pixels")) : nil
    guard position == bytes.count else { throw problem("\(bytes.count - position) bytes too many at its end") }
    return FrameCapture(
      list: list, images: ImageTable(images), inspection: header.inspection, pixels: pixels)
  }

  private mutating func header() throws(CaptureError) -> CaptureHeader {
    guard Array(try take(CaptureHeader.magic.count, "its head")) == CaptureHeader.magic else {
      throw problem("no captured frame; 'multiplane render --capture' writes one")
    }
    let version = try integer(4)
    guard version == CaptureHeader.version else {
      throw problem("a captured frame of version \(version); this program reads version \(CaptureHeader.version)")
    }
    let text = try take(Int(clamping: try integer(8)), "its header")
    do {
      return try CaptureHeader(json: Data(text))
    } catch {
      throw problem("its header is damaged: \(Self.words(error))")
    }
  }

  private static func words(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.map(\.stringValue).joined(separator: ".") + " " + context.debugDescription
    default: "\(error)"
    }
  }

  private func size(_ picture: CaptureHeader.Picture) throws(CaptureError) -> (width: Int, height: Int) {
    guard 1...Self.longestSide ~= picture.width, 1...Self.longestSide ~= picture.height else {
      throw problem("a picture of \(picture.width)x\(picture.height) pixels")
    }
    return (picture.width, picture.height)
  }

  private func box(_ edges: [Double], of what: String) throws(CaptureError) -> Box {
    guard edges.count == 4, edges.allSatisfy({ abs($0) <= 1e6 && $0 == $0.rounded() }) else {
      throw problem("\(what) at no whole pixels")
    }
    let box = Box(edges[0], edges[1], edges[2], edges[3])
    let side = Double(Self.longestSide)
    guard 1...side ~= box.width, 1...side ~= box.height else {
      throw problem("\(what) of \(box.width.formatted(places: 0))x\(box.height.formatted(places: 0)) pixels")
    }
    return box
  }

  private mutating func append(
    _ pass: CaptureHeader.Pass, isThere: (TextureSource) -> Bool
  ) throws(CaptureError) {
    guard 0..<Self.mostTargets ~= pass.target, pass.clearColor.count == 4 else {
      throw problem("a pass with target \(pass.target)")
    }
    let box = try box(pass.box, of: "a pass")
    let color = SIMD4<Float>(pass.clearColor[0], pass.clearColor[1], pass.clearColor[2], pass.clearColor[3])
    var batches: [Batch] = []
    for batch in pass.batches {
      guard let program = ProgramKey(named: batch.program) else {
        throw problem("there is no program '\(batch.program.prefix(80))'")
      }
      guard batch.stride == program.drawStride else {
        throw problem("draws of \(batch.stride) bytes for \(program), which takes \(program.drawStride)")
      }
      guard let blend = BlendState(named: batch.blend) else {
        throw problem("there is no way to blend '\(batch.blend.prefix(80))'")
      }
      let texture = try source(batch.texture, isThere, for: pass.target)
      let backdrop = try source(batch.backdrop, isThere, for: pass.target)
      let (count, overflow) = batch.count.multipliedReportingOverflow(by: batch.stride)
      let range = list.appendDraws(try take(overflow ? -1 : count, "a batch of draws"), of: program)
      batches.append(
        Batch(program: program, blend: blend, texture: texture, backdrop: backdrop, range: range))
    }
    list.passes.append(
      RenderPass(
        target: pass.target, continues: pass.continues && drawn.contains(pass.target), box: box, clearColor: color,
        batches: batches, reasons: SurfaceReasons(rawValue: pass.reasons), slot: max(pass.slot, -1)))
    drawn.insert(pass.target)
  }

  private func source(
    _ text: CaptureHeader.Source, _ isThere: (TextureSource) -> Bool, for target: Int32
  ) throws(CaptureError) -> TextureSource {
    guard let source = text.source, isThere(source) else {
      throw problem("a draw with \(text.kind.prefix(80)) \(text.index), which is not there")
    }
    if case .pass(let read, _) = source, read == target || !drawn.contains(read) {
      throw problem("a draw with surface \(read), which is not drawn before")
    }
    return source
  }

  private func origins(_ header: CaptureHeader) throws(CaptureError) -> DrawOrigins {
    var origins = DrawOrigins()
    guard header.slots.count == list.drawCount else { throw problem("the layers of its draws are not theirs") }
    origins.slots = header.slots
    for (slot, name) in header.names { origins.names[Int32(clamping: slot)] = name }
    for dropped in header.dropped {
      guard let program = ProgramKey(named: dropped.program), dropped.bounds.count == 4 else {
        throw problem("a draw left out of '\(dropped.program.prefix(80))'")
      }
      let bounds = dropped.bounds
      origins.dropped.append(
        DrawOrigins.Dropped(
          program: program, slot: dropped.slot, target: dropped.target,
          bounds: Box(bounds[0], bounds[1], bounds[2], bounds[3])))
    }
    return origins
  }
}

/// The file is not a captured frame, or is damaged.
package struct CaptureError: Error, Equatable, CustomStringConvertible {
  package let name: String
  package let problem: String

  package init(name: String, problem: String) { (self.name, self.problem) = (name, problem) }

  package var description: String { "\(name): \(problem)" }
}
