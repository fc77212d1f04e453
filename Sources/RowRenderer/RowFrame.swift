// A draw list as passes of bands.

import Compositor
import CoreGraphics

/// A frame that is drawn row by row.
struct RowFrame {
  let width: Int
  let height: Int
  let list: DrawList
  private let passes: [RowPass]

  init(_ list: DrawList, _ passes: [RowPass]) {
    (self.list, self.passes) = (list, passes)
    (width, height) = (passes.last?.width ?? 0, passes.last?.height ?? 0)
  }

  /// Draws the frame but for its last pass, which it begins.
  ///
  /// - Parameter frame: its pixels.
  func begin(
    into frame: UnsafeMutablePointer<UInt32>, _ pool: inout TargetPool<Surface>, _ kept: inout KeptTargets<Surface>,
    keeping owner: AnyObject?
  ) -> RowWork {
    var surfaces = Surfaces()
    var last: WorkerThreads.Job?
    let lifetimes = TargetLifetimes(list)
    for (index, pass) in passes.enumerated() {
      let retention = list.passes[index].retention
      let isLeftOut = kept.isLeftOut(list.passes[index])
      if !isLeftOut || retention != nil {
        var target = frame
        if pass.target != RenderPass.frameTarget {
          target = surfaces.surface(of: pass, retention, &pool, &kept).pixels
        }
        if !isLeftOut {
          func pixels(_ source: RowSource) -> SurfacePixels? {
            guard case .surface(let target) = source else { return nil }
            if target == RenderPass.frameTarget {
              return SurfacePixels(pixels: UnsafePointer(frame), width: width, height: height)
            }
            return surfaces[target].map {
              SurfacePixels(pixels: UnsafePointer($0.pixels), width: $0.width, height: $0.height)
            }
          }
          let readable = pass.batches.map {
            SampledSurfaces(texture: pixels($0.source), backdrop: pixels($0.backdrop))
          }
          let job = pass.begin(into: target, list, readable)
          if index == passes.count - 1 {
            last = job
            break
          }
          WorkerThreads.shared.finish(job)
        }
      }
      lifetimes.visitEnded(after: index, list) { surfaces.giveBack($0, &pool) }
    }
    return RowWork(last, surfaces.own, surfaces.kept, owner)
  }
}

/// The surfaces of a frame that is being drawn.
private struct Surfaces {
  private var all: [Int32: Surface] = [:]
  /// The surfaces that stay for later frames.
  private(set) var kept: [Surface] = []

  subscript(target: Int32) -> Surface? { all[target] }

  mutating func surface(
    of pass: RowPass, _ retention: Retention?, _ pool: inout TargetPool<Surface>,
    _ keptTargets: inout KeptTargets<Surface>
  ) -> Surface {
    if let surface = all[pass.target] { return surface }
    let surface: Surface
    if let stamp = retention?.stamp {
      surface = keptTargets.target(stamp, bytes: pass.width * pass.height * 4) {
        Surface(width: pass.width, height: pass.height)
      }
      kept.append(surface)
    } else {
      surface = pool.take(width: pass.width, height: pass.height) {
        Surface(width: pass.width, height: pass.height)
      }
    }
    all[pass.target] = surface
    return surface
  }

  /// Lets later passes have a surface that is this frame's alone.
  mutating func giveBack(_ target: Int32, _ pool: inout TargetPool<Surface>) {
    guard let surface = all.removeValue(forKey: target), !kept.contains(where: { $0 === surface }) else { return }
    pool.giveBack(surface)
  }

  /// The surfaces that are this frame's alone.
  var own: [Surface] { all.values.filter { surface in !kept.contains { $0 === surface } } }
}

/// A frame that is being drawn. What it is drawn into stays until it is finished.
final class RowWork {
  private var job: WorkerThreads.Job?
  /// The surfaces that the last pass samples, which other frames can have afterwards.
  private var surfaces: [Surface]
  /// The surfaces that the last pass samples and that are kept for other frames, one of which may let go of them
  /// earlier.
  private let kept: [Surface]
  /// The owner of the memory that the frame is drawn into.
  private let owner: AnyObject?

  init(_ job: WorkerThreads.Job?, _ surfaces: [Surface], _ kept: [Surface], _ owner: AnyObject?) {
    (self.job, self.surfaces, self.kept, self.owner) = (job, surfaces, kept, owner)
  }

  deinit { finish() }

  /// Draws what nobody has begun yet, and waits for the rest.
  private func finish() {
    if let job = job.take() { WorkerThreads.shared.finish(job) }
  }

  /// Finishes the frame, and lets others have its surfaces.
  func finish(_ pool: inout TargetPool<Surface>) {
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

/// The surfaces of earlier passes that a batch samples.
struct SampledSurfaces: Sendable {
  var texture: SurfacePixels?
  var backdrop: SurfacePixels?
}

/// Pixels that a pass draws, for later ones to sample: rows of words, without padding.
final class Surface: TargetMemory {
  let width: Int
  let height: Int
  let pixels: UnsafeMutablePointer<UInt32>

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = .allocate(capacity: width * height)
    // A pass clears it, but a reader may come first where a list is wrong.
    pixels.initialize(repeating: 0, count: width * height)
  }

  deinit { pixels.deallocate() }
}
