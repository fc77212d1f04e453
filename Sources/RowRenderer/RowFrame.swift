import CRows
import Compositor
import CoreGraphics
import ImageFiles

/// A frame as passes of bands.
struct RowFrame {
  let width: Int
  let height: Int
  let list: DrawList
  private let passes: [RowPass]

  init(_ list: DrawList, _ passes: [RowPass]) {
    (self.list, self.passes) = (list, passes)
    (width, height) = (passes.last?.width ?? 0, passes.last?.height ?? 0)
  }

  /// Draws all passes of the frame but the last, which it begins, to the frame's pixels; of the last, the bands that
  /// the owner's record does not have.
  func begin(
    into frame: UnsafeMutableRawPointer, _ pool: inout TargetPool<RowSurface>,
    _ kept: inout KeptTargets<RowSurface>, keeping owner: AnyObject?
  ) -> RowWork {
    let record = record(in: owner)
    var contents: [Int32: ContentNumber] = [:]
    var surfaces = Surfaces()
    var last: WorkerThreads.Job?
    let lifetimes = TargetLifetimes(list)
    for (index, pass) in passes.enumerated() {
      let retention = list.passes[index].retention
      let isLeftOut = kept.isLeftOut(list.passes[index])
      // A kept picture is known by its stamp, whether or not this frame draws it.
      if let retention { contents[pass.target] = ContentNumber(ofKept: retention.stamp) }
      if !isLeftOut || retention != nil {
        var target = frame
        if pass.target != RenderPass.frameTarget {
          target = surfaces.surface(of: pass, retention, list.bytesPerPixel, &pool, &kept).pixels
        }
        if !isLeftOut {
          func pixels(_ source: RowSource) -> SurfacePixels? {
            guard case .surface(let target) = source else { return nil }
            if target == RenderPass.frameTarget {
              return SurfacePixels(
                pixels: UnsafeRawPointer(frame), width: width, height: height, bytesPerPixel: list.bytesPerPixel)
            }
            return surfaces[target].map {
              SurfacePixels(
                pixels: UnsafeRawPointer($0.pixels), width: $0.width, height: $0.height,
                bytesPerPixel: $0.bytesPerPixel)
            }
          }
          func content(_ source: RowSource) -> ContentNumber? {
            if case .surface(let target) = source { contents[target] } else { nil }
          }
          let readable = pass.batches.map {
            SampledSurfaces(
              texture: pixels($0.source), backdrop: pixels($0.backdrop),
              content: record == nil ? nil : $0.content(content($0.source), content($0.backdrop)))
          }
          if record != nil, retention == nil, index < passes.count - 1 {
            contents[pass.target] = pass.content(list, readable, after: contents[pass.target])
          }
          let job = pass.begin(into: target, list, readable, index == passes.count - 1 ? record : nil)
          if index == passes.count - 1 {
            last = job
            break
          }
          WorkerThreads.current.finish(job)
        }
      }
      lifetimes.visitEnded(after: index, list) { surfaces.giveBack($0, &pool) }
    }
    return RowWork(last, surfaces.own, surfaces.kept, owner, record)
  }

  /// Returns the record of a frame's memory; nil without one of ours, or if several passes draw to the frame.
  private func record(in owner: AnyObject?) -> RowRecord? {
    guard let memory = owner as? FrameMemory else { return nil }
    guard passes.count(where: { $0.target == RenderPass.frameTarget }) == 1, let last = passes.last else {
      memory.record = nil
      return nil
    }
    return RowRecord.of(memory, width: width, height: height, bandCount: last.bandCount)
  }
}

private struct Surfaces {
  private var all: [Int32: RowSurface] = [:]
  /// The surfaces that stay for later frames.
  private(set) var kept: [RowSurface] = []

  subscript(target: Int32) -> RowSurface? { all[target] }

  mutating func surface(
    of pass: RowPass, _ retention: Retention?, _ bytesPerPixel: Int, _ pool: inout TargetPool<RowSurface>,
    _ keptTargets: inout KeptTargets<RowSurface>
  ) -> RowSurface {
    if let surface = all[pass.target] { return surface }
    let surface: RowSurface
    func make() -> RowSurface { RowSurface(width: pass.width, height: pass.height, bytesPerPixel: bytesPerPixel) }
    if let stamp = retention?.stamp {
      surface = keptTargets.target(stamp, bytes: pass.width * pass.height * bytesPerPixel, make)
      kept.append(surface)
    } else {
      surface = pool.take(width: pass.width, height: pass.height, bytesPerPixel: bytesPerPixel, make)
    }
    all[pass.target] = surface
    return surface
  }

  /// Gives a surface that is this frame's alone to later passes.
  mutating func giveBack(_ target: Int32, _ pool: inout TargetPool<RowSurface>) {
    guard let surface = all.removeValue(forKey: target), !kept.contains(where: { $0 === surface }) else { return }
    pool.giveBack(surface)
  }

  /// The surfaces that are this frame's alone.
  var own: [RowSurface] { all.values.filter { surface in !kept.contains { $0 === surface } } }
}

/// A frame that is being drawn. Its target stays until it is finished.
final class RowWork {
  private var job: WorkerThreads.Job?
  /// The surfaces that the last pass samples; other frames can have them afterwards.
  private var surfaces: [RowSurface]
  /// The surfaces that the last pass samples and that are kept for other frames, one of which may release them earlier.
  private let kept: [RowSurface]
  /// The owner of the frame's memory.
  private let owner: AnyObject?
  private let record: RowRecord?
  /// The number of bands that were left as they were, once the frame is finished.
  private(set) var leftOutBands = 0

  init(
    _ job: WorkerThreads.Job?, _ surfaces: [RowSurface], _ kept: [RowSurface], _ owner: AnyObject?, _ record: RowRecord?
  ) {
    (self.job, self.surfaces, self.kept, self.owner, self.record) = (job, surfaces, kept, owner, record)
  }

  deinit { finish() }

  /// Draws the bands that no thread has begun, and waits for the rest.
  private func finish() {
    if let job = job.take() { WorkerThreads.current.finish(job) }
  }

  /// Finishes the frame, and lets others have its surfaces.
  func finish(_ pool: inout TargetPool<RowSurface>) {
    finish()
    leftOutBands = record?.leftOutCount ?? 0
    for surface in surfaces { pool.giveBack(surface) }
    surfaces = []
  }
}

/// The pixels of a surface that is sampled.
struct SurfacePixels: @unchecked Sendable {
  // Unchecked Sendable: nobody writes to them while a pass samples them.
  let pixels: UnsafeRawPointer
  let width: Int
  let height: Int
  let bytesPerPixel: Int
}

/// The surfaces of earlier passes that a batch samples.
struct SampledSurfaces: Sendable {
  var texture: SurfacePixels?
  var backdrop: SurfacePixels?
  /// The number of the batch with its sources; nil if it is not known or not asked for.
  var content: ContentNumber?
}

/// The pixels of a pass, for later ones to sample: rows without padding.
final class RowSurface: TargetMemory {
  let width: Int
  let height: Int
  let bytesPerPixel: Int
  let pixels: UnsafeMutableRawPointer

  init(width: Int, height: Int, bytesPerPixel: Int) {
    (self.width, self.height, self.bytesPerPixel) = (width, height, bytesPerPixel)
    let count = width * height * bytesPerPixel
    pixels = .allocate(byteCount: count, alignment: 16)
    // A pass clears it, but a wrong list may read it first.
    pixels.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  deinit { pixels.deallocate() }
}

/// Drawing into one target, as bands of rows.
struct RowPass: Sendable {
  /// The rows of a band: of a frame of 1920 pixels a band is half a megabyte, which stays in a core's cache.
  private static let bandRows = 64

  let target: Int32
  let width: Int
  let height: Int
  let batches: [RowBatch]
  /// The colour that the target is cleared with first; nil if the pass continues an earlier one.
  private let clearColor: SIMD4<Float>?
  /// Whether pixels have half floats.
  private let isDeep: Bool
  /// The draws of all bands, band after band, each band's in the order of drawing.
  private let draws: [Draw]
  /// The index in `draws` at which each band begins, and at which the last one ends.
  private let starts: [Int]

  /// A draw in a band.
  struct Draw: Sendable {
    /// The batch, by its index in the pass.
    var batch: Int32
    /// The index of the quad, or the position of the instance, in the list.
    var index: Int32
  }

  init(_ pass: RenderPass, _ batches: [RowBatch], _ list: DrawList) {
    target = pass.target
    (width, height) = (max(Int(bounded: pass.box.width), 0), max(Int(bounded: pass.box.height), 0))
    clearColor = pass.continues ? nil : pass.clearColor
    isDeep = list.isDeep
    self.batches = batches
    (draws, starts) = Self.sorted(batches, list, height: height)
  }

  /// Sorts the draws into bands.
  private static func sorted(_ batches: [RowBatch], _ list: DrawList, height: Int) -> ([Draw], [Int]) {
    let bandCount = (height + bandRows - 1) / bandRows
    var reaches: [(draw: Draw, first: Int32, last: Int32)] = []
    var counts = [Int](repeating: 0, count: bandCount + 1)
    for (number, batch) in batches.enumerated() {
      batch.forEachDraw(in: list) { index, rows in
        let (top, bottom) = (max(rows.lowerBound, 0), min(rows.upperBound, height))
        guard top < bottom else { return }
        let (first, last) = (top / bandRows, (bottom - 1) / bandRows)
        reaches.append((Draw(batch: Int32(number), index: Int32(index)), Int32(first), Int32(last)))
        for band in first...last { counts[band] += 1 }
      }
    }
    var starts = [Int](repeating: 0, count: bandCount + 1)
    for band in 0..<bandCount { starts[band + 1] = starts[band] + counts[band] }
    var next = starts
    let draws = [Draw](unsafeUninitializedCapacity: starts[bandCount]) { buffer, count in
      for (draw, first, last) in reaches {
        for band in Int(first)...Int(last) {
          buffer.initializeElement(at: next[band], to: draw)
          next[band] += 1
        }
      }
      count = starts[bandCount]
    }
    return (draws, starts)
  }

  var bandCount: Int { starts.count - 1 }

  /// Begins to draw all bands to the target's pixels, except those that the record has, and returns the job to finish.
  /// `surfaces` are those of earlier passes that each batch samples.
  func begin(
    into pixels: UnsafeMutableRawPointer, _ list: DrawList, _ surfaces: [SampledSurfaces], _ record: RowRecord?
  ) -> WorkerThreads.Job {
    // Each band writes rows of its own.
    nonisolated(unsafe) let pixels = pixels
    return WorkerThreads.current.begin(bandCount) { band in
      if let record, record.has(content(ofBand: band, list, surfaces), band: band) { return }
      draw(band: band, into: pixels, list, surfaces)
    }
  }

  /// Returns the number of what a band is drawn from; nil if that is not known.
  private func content(ofBand band: Int, _ list: DrawList, _ surfaces: [SampledSurfaces]) -> ContentNumber? {
    guard let clearColor else { return nil }
    var content = ContentNumber()
    content.add((isDeep ? 1 : 0) as UInt64)
    content.add(clearColor)
    var batch: Int32 = -1
    for draw in draws[starts[band]..<starts[band + 1]] {
      if draw.batch != batch {
        batch = draw.batch
        guard let source = surfaces[Int(batch)].content else { return nil }
        content.add(source)
      }
      batches[Int(batch)].add(Int(draw.index), of: list, to: &content)
    }
    return content
  }

  /// Returns the number of all that the pass draws, after what its target holds if it continues; nil if that is not
  /// known.
  func content(_ list: DrawList, _ surfaces: [SampledSurfaces], after earlier: ContentNumber?) -> ContentNumber? {
    var content = ContentNumber()
    if let clearColor {
      content.add(clearColor)
    } else {
      guard let earlier else { return nil }
      content.add(earlier)
    }
    content.add(UInt64(width) << 32 | UInt64(height))
    for (batch, surfaces) in zip(batches, surfaces) {
      guard let source = surfaces.content else { return nil }
      content.add(source)
      batch.forEachDraw(in: list) { index, _ in batch.add(index, of: list, to: &content) }
    }
    return content
  }

  private func draw(
    band: Int, into pixels: UnsafeMutableRawPointer, _ list: DrawList, _ surfaces: [SampledSurfaces]
  ) {
    let rows = band * Self.bandRows..<min((band + 1) * Self.bandRows, height)
    if isDeep {
      var canvas = DeepCanvas(pixels: pixels, width: width, rows: rows)
      if let clearColor { canvas.clear(clearColor) }
      forEachRun(ofBand: band, surfaces) { batch, run, texels, backdrop in
        batch.draw(run, of: list, texels, backdrop, on: &canvas)
      }
    } else {
      var canvas = BandCanvas(pixels: pixels.assumingMemoryBound(to: UInt32.self), width: width, rows: rows)
      if let clearColor { canvas.clear(clearColor.pixel) }
      forEachRun(ofBand: band, surfaces) { batch, run, texels, backdrop in
        batch.draw(run, of: list, texels, backdrop, on: &canvas)
      }
    }
  }

  /// Visits the draws of a band, in order, by batches with their texels and those of their backdrops.
  @inline(__always)
  private func forEachRun(
    ofBand band: Int, _ surfaces: [SampledSurfaces],
    _ visit: (RowBatch, ArraySlice<Draw>, RowTexture?, RowTexture?) -> Void
  ) {
    var index = starts[band]
    let end = starts[band + 1]
    while index < end {
      let number = Int(draws[index].batch)
      var last = index + 1
      while last < end, draws[last].batch == number { last += 1 }
      let run = draws[index..<last]
      batches[number].source.withTexels(surfaces[number].texture) { texels in
        batches[number].backdrop.withTexels(surfaces[number].backdrop) { backdrop in
          visit(batches[number], run, texels, backdrop)
        }
      }
      index = last
    }
  }
}
