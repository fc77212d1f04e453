import CoreGraphics
import Synchronization

package struct CompiledTransition: Equatable, Sendable {
  package enum Effect: UInt8, Sendable {
    case fade, moveIn, push, reveal
    /// The layer turns over; its back is the new look.
    case flip
    /// The old look is a page that curls up and off.
    case pageCurl
    /// The new look is a page that curls down and on.
    case pageUncurl
    /// The new look takes over along a soft band that crosses the layer: the filter CISwipeTransition.
    case swipe
  }

  /// The side of the layer that motion comes from. The top is at maximum y of the layer's coordinates, as for
  /// ``CALayerContentsGravity``: with y down, motion "from the top" rises from the lower edge, as iOS programs expect.
  package enum Side: UInt8, Sendable {
    case left, right, top, bottom
  }

  package private(set) var effect: Effect
  package let side: Side
  /// The direction of a swipe, in radians, counterclockwise from x as seen with y up; `width` is the width of its band.
  package private(set) var angle = 0.0
  package private(set) var width = 300.0
  /// The part of the effect that shows; the end may come before the start.
  let start: Double
  let end: Double
}

extension CompiledTransition {
  /// Copies a transition. Unknown types fade, and unknown sides count as the left.
  init(_ transition: CATransition) {
    effect =
      switch transition.type {
      case .moveIn: .moveIn
      case .push: .push
      case .reveal: .reveal
      case CATransitionType(rawValue: "flip"), CATransitionType(rawValue: "oglFlip"): .flip
      case CATransitionType(rawValue: "pageCurl"): .pageCurl
      case CATransitionType(rawValue: "pageUnCurl"): .pageUncurl
      default: .fade
      }
    side =
      switch transition.subtype {
      case .fromRight: .right
      case .fromTop: .top
      case .fromBottom: .bottom
      default: .left
      }
    (start, end) = (Double(transition.startProgress), Double(transition.endProgress))
    if let filter = transition.filter { take(filter) }
  }

  private static let filters: [String: Effect] = [
    "CIDissolveTransition": .fade, "CISwipeTransition": .swipe, "CIPageCurlTransition": .pageCurl,
  ]

  /// Whether the filter of a transition is drawn as itself, not as a fade.
  static func canDraw(_ filter: Any) -> Bool { FilterValue(filter).map { filters[$0.type] != nil } ?? false }

  /// Takes effect and inputs from a filter in place of type and subtype. A filter that cannot be drawn fades.
  private mutating func take(_ filter: Any) {
    let value = FilterValue(filter)
    effect = value.flatMap { Self.filters[$0.type] } ?? .fade
    angle = value?["inputAngle"]?.number ?? angle
    width = value?["inputWidth"]?.number ?? width
  }

  /// Returns the progress of the effect, clamped to 0...1, at a fraction of its time.
  func progress(at fraction: Double) -> Double {
    let progress = start + (end - start) * fraction
    return progress.isNaN ? 1 : min(max(progress, 0), 1)
  }
}

extension CompiledAnimation {
  /// The animation's transition, or the first of its members'.
  package var transition: CompiledTransition? {
    switch content {
    case .property: return nil
    case .transition(let transition): return transition
    case .group(let members):
      // A lazy map that calls itself would be inlined into itself, five levels deep, at each call.
      for member in members {
        if let transition = member.transition { return transition }
      }
      return nil
    }
  }

  /// Returns the transition's progress at a time of the layer, from 0, the old look, to 1; nil outside its active time.
  package func transitionProgress(atLocalTime time: Double) -> Double? {
    transitionProgress(atParentTime: time, includingEnd: false)
  }

  private func transitionProgress(atParentTime time: Double, includingEnd: Bool) -> Double? {
    guard let progress = timing.progress(atParentTime: time, includingEnd: includingEnd) else { return nil }
    let fraction = curve?.value(at: progress.fraction) ?? progress.fraction
    switch content {
    case .property: return nil
    case .transition(let transition): return transition.progress(at: fraction)
    case .group(let members):
      guard let member = members.first(where: { $0.transition != nil }) else { return nil }
      let memberTime = groupTime(progress, fraction)
      return member.transitionProgress(atParentTime: memberTime, includingEnd: memberTime == timing.duration)
    }
  }
}

/// Makes the images between those of a keyframe animation (12.14), from premultiplied pixels: opaque ones stay opaque.
final class ImageDissolve: Sendable {
  /// The last image, which is asked for again if a frame is drawn twice.
  private let last = Mutex<(from: CGImage, to: CGImage, weight: Int, image: CGImage)?>(nil)

  /// Returns the image `part` of the way, from 0 to 1; the first one up to the end if the two differ in size.
  func image(from: CGImage, to: CGImage, part: Double) -> CGImage {
    let weight = Int(bounded: (min(max(part, 0), 1) * 256).rounded())
    guard weight > 0, from !== to else { return from }
    guard weight < 256 else { return to }
    guard from.width == to.width, from.height == to.height, !from.isMask, !to.isMask else { return from }
    return last.withLock { last in
      if let last, last.from === from, last.to === to, last.weight == weight { return last.image }
      let image = Self.mixed(from, to, weight)
      last = (from, to, weight, image)
      return image
    }
  }

  private static func mixed(_ from: CGImage, _ to: CGImage, _ weight: Int) -> CGImage {
    let (mine, others) = (UInt16(256 - weight), UInt16(weight))
    let count = from.pixels.count
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { mixed, filled in
      from.pixels.withUnsafeBufferPointer { from in
        to.pixels.withUnsafeBufferPointer { to in
          for index in 0..<count {
            mixed[index] = UInt8(
              truncatingIfNeeded: (UInt16(from[index]) &* mine &+ UInt16(to[index]) &* others &+ 128) >> 8)
          }
        }
      }
      filled = count
    }
    return CGImage(
      width: from.width, height: from.height, premultipliedRGBA: pixels, shouldInterpolate: from.shouldInterpolate,
      deepPixels: deepMixed(from, to, weight))
  }

  /// Returns mixed half floats; nil unless both images have them.
  private static func deepMixed(_ from: CGImage, _ to: CGImage, _ weight: Int) -> [UInt8]? {
    guard let from = from.deepPixels, let to = to.deepPixels else { return nil }
    let part = Float(weight) / 256
    return [UInt8](unsafeUninitializedCapacity: from.count) { buffer, filled in
      let mixed = UnsafeMutableRawBufferPointer(buffer)
      from.withUnsafeBytes { from in
        to.withUnsafeBytes { to in
          for offset in stride(from: 0, to: from.count, by: 8) {
            let a = SIMD4<Float>(from.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float16>.self))
            let b = SIMD4<Float>(to.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float16>.self))
            mixed.storeBytes(
              of: SIMD4<Float16>(a + (b - a) * part), toByteOffset: offset, as: SIMD4<Float16>.self)
          }
        }
      }
      filled = from.count
    }
  }
}
