// A draw list as passes of bands. Whether it can be drawn here is decided before anything is drawn.

package import Compositor
import CoreGraphics

/// A frame that can be drawn row by row.
package struct SpanFrame {
  let width: Int
  let height: Int
  private let list: DrawList
  private let passes: [SpanPass]

  /// Nil where a draw of the list is for OpenGL alone.
  ///
  /// - Parameters:
  ///   - list: the frame.
  ///   - images: the images that it names by index.
  package init?(_ list: DrawList, _ images: ImageTable) {
    guard let frame = list.passes.last, frame.target == RenderPass.frameTarget else { return nil }
    (width, height) = (Int(bounded: frame.box.width), Int(bounded: frame.box.height))
    guard width > 0, height > 0 else { return nil }
    self.list = list
    var passes: [SpanPass] = []
    passes.reserveCapacity(list.passes.count)
    for pass in list.passes {
      guard let pass = SpanPass(pass, list, images) else { return nil }
      passes.append(pass)
    }
    self.passes = passes
  }

  /// Draws the frame but for its last pass, which it begins.
  ///
  /// - Parameter frame: its pixels.
  func begin(
    into frame: UnsafeMutablePointer<UInt32>, _ pool: inout SurfacePool, keeping owner: AnyObject?
  ) -> SpanWork {
    var surfaces: [Int32: Surface] = [:]
    var last: WorkerThreads.Job?
    let lifetimes = TargetLifetimes(list)
    for (index, pass) in passes.enumerated() {
      let target: UnsafeMutablePointer<UInt32>
      if pass.target == RenderPass.frameTarget {
        target = frame
      } else if let surface = surfaces[pass.target] {
        target = surface.pixels
      } else {
        let surface = pool.take(width: pass.width, height: pass.height)
        surfaces[pass.target] = surface
        target = surface.pixels
      }
      func pixels(_ source: SpanSource) -> SurfacePixels? {
        guard case .surface(let target) = source else { return nil }
        if target == RenderPass.frameTarget {
          return SurfacePixels(pixels: UnsafePointer(frame), width: width, height: height)
        }
        return surfaces[target].map {
          SurfacePixels(pixels: UnsafePointer($0.pixels), width: $0.width, height: $0.height)
        }
      }
      let readable = pass.batches.map { SampledSurfaces(texture: pixels($0.source), backdrop: pixels($0.backdrop)) }
      let job = pass.begin(into: target, list, readable)
      if index == passes.count - 1 {
        last = job
        break
      }
      WorkerThreads.shared.finish(job)
      lifetimes.visitEnded(after: index, list) { ended in
        if let surface = surfaces.removeValue(forKey: ended) { pool.giveBack(surface) }
      }
    }
    return SpanWork(last, surfaces.values.map { $0 }, owner)
  }
}

/// A frame that is being drawn. What it is drawn into stays until it is finished.
package final class SpanWork {
  private var job: WorkerThreads.Job?
  /// What the last pass samples.
  private(set) var surfaces: [Surface]

  /// Whose memory it is drawn into.
  private let owner: AnyObject?

  fileprivate init(_ job: WorkerThreads.Job?, _ surfaces: [Surface], _ owner: AnyObject?) {
    (self.job, self.surfaces, self.owner) = (job, surfaces, owner)
  }

  deinit { finish() }

  /// Draws what nobody has begun yet, and waits for the rest.
  fileprivate func finish() {
    if let job = job.take() { WorkerThreads.shared.finish(job) }
  }

  /// Finishes the frame, and lets others have its surfaces.
  func finish(_ pool: inout SurfacePool) {
    finish()
    for surface in surfaces { pool.giveBack(surface) }
    surfaces = []
  }
}

/// The pixels of a surface that is sampled.
struct SurfacePixels: @unchecked Sendable {
  // Unchecked Sendable: nobody writes to them while a pass samples them.
  let pixels: UnsafePointer<UInt32>
  let width: Int
  let height: Int
}

/// What a batch samples of earlier passes.
struct SampledSurfaces: Sendable {
  var texture: SurfacePixels?
  var backdrop: SurfacePixels?
}
