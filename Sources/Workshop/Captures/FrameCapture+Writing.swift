// A captured frame to a file.

import Compositor
import CoreGraphics
import Foundation
import ImageFiles

extension FrameCapture {
  /// Writes the frame to a file, which appears under its name when it is whole.
  package func write(to path: String) throws {
    let file = try UnfinishedFile(for: path)
    let images = usedImages
    let header = try header(images).json()
    var start = CaptureHeader.magic
    withUnsafeBytes(of: CaptureHeader.version.littleEndian) { start += $0 }
    withUnsafeBytes(of: UInt64(header.count).littleEndian) { start += $0 }
    try file.write(start + header)
    for pass in list.passes {
      for batch in pass.batches { try file.write(list.drawBytes(of: batch)) }
    }
    for bitmap in list.bitmaps { try file.write(bitmap.pixels) }
    for (_, image) in images { try file.write(image.pixels) }
    if let pixels { try file.write(pixels) }
    try file.publish()
  }

  /// The images that draws show, in the order of their indices.
  private var usedImages: [(index: Int32, image: CGImage)] {
    var indices: Set<Int32> = []
    for batch in list.passes.lazy.flatMap(\.batches) {
      if case .image(let index, _, _) = batch.texture { indices.insert(index) }
      if case .image(let index, _, _) = batch.backdrop { indices.insert(index) }
    }
    return indices.sorted().compactMap { index in images[index].map { (index, $0) } }
  }

  /// The names of layers, by slot.
  private var names: [Int: String] {
    Dictionary(uniqueKeysWithValues: (list.origins?.names ?? [:]).map { (Int($0.key), $0.value) })
  }

  private func header(_ images: [(index: Int32, image: CGImage)]) -> CaptureHeader {
    CaptureHeader(
      passes: list.passes.map { pass in
        CaptureHeader.Pass(
          target: pass.target, continues: pass.continues, box: pass.box.edges,
          clearColor: [pass.clearColor.x, pass.clearColor.y, pass.clearColor.z, pass.clearColor.w],
          reasons: pass.reasons.rawValue, slot: pass.slot,
          batches: pass.batches.map { batch in
            CaptureHeader.Batch(
              program: "\(batch.program)", blend: batch.blend.name, texture: .init(batch.texture),
              backdrop: .init(batch.backdrop), stride: batch.program.drawStride, count: batch.count)
          })
      },
      bitmaps: list.bitmaps.enumerated().map { index, bitmap in
        CaptureHeader.Picture(
          index: Int32(index), width: bitmap.width, height: bitmap.height, isCoverage: bitmap.format == .coverage)
      },
      images: images.map {
        CaptureHeader.Picture(index: $0.index, width: $0.image.width, height: $0.image.height, isCoverage: false)
      },
      slots: list.origins?.slots ?? [], names: names,
      dropped: (list.origins?.dropped ?? []).map {
        CaptureHeader.Dropped(
          program: "\($0.program)", slot: $0.slot, target: $0.target, bounds: $0.bounds.edges)
      },
      inspection: inspection, hasPixels: pixels != nil)
  }
}

extension Box {
  fileprivate var edges: [Double] { [minX, minY, maxX, maxY] }
}
