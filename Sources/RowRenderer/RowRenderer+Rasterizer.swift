package import Compositor
import CoreGraphics
package import ImageFiles

extension RowRenderer: Rasterizer {
  package var kind: RasterizerKind { .rows }
  /// The same bytes on every x86-64 processor.
  package var origin: [String: String] { ["renderer": "rows"] }
  package var longestSide: Int { 16_384 }

  package func render(
    _ list: DrawList, images: ImageTable, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RasterError) -> Rasterization {
    try render(list, images: images, into: pixels, keeping: nil)
  }

  /// Draws a frame to pixels, except the bands that the record of their owner has.
  package func render(
    _ list: DrawList, images: ImageTable, into pixels: UnsafeMutableRawBufferPointer, keeping owner: AnyObject?
  ) throws(RasterError) -> Rasterization {
    try check(list)
    let start = ContinuousClock.now
    return finished(begin(frame(list, images), into: pixels, keeping: owner), since: start)
  }

  package func begin(
    _ list: DrawList, images: ImageTable, into memory: RasterMemory?, packing: PlanePacking?
  ) throws(RasterError) -> RasterWork {
    precondition(packing == nil, "rows pack no planes: whoever encodes does that, on the same processor")
    try check(list)
    let frame = frame(list, images)
    guard let memory else { return RasterWork { self.finished(self.begin(frame, into: $0), since: .now) } }
    let work = begin(frame, into: memory.bytes, keeping: memory.owner)
    return RasterWork { _ in self.finished(work, since: .now) }
  }

  private func finished(_ work: RowWork, since start: ContinuousClock.Instant) -> Rasterization {
    finish(work)
    return Rasterization(.rows, encode: (.now - start).milliseconds)
  }
}
