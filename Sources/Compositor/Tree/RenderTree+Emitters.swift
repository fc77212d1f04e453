// Emitter layers at the commit: an epoch of their track begins.

import CoreGraphics
import Foundation
import QuartzCore

struct EmitterState {
  var track = EmitterTrack()
  /// The cells, which keeps their identities from being used again.
  var cells: [CAEmitterCell] = []
  /// The images of the track's sprites, in their order.
  var images: [CGImage] = []
  /// The animations that the present epoch follows.
  var followed: [UInt64] = []
  /// The time at which each followed animation ceases to have an effect, in the layer's time.
  var ends: [Double] = []
}

extension EmitterState {
  /// A copy with a history of its own.
  var copied: EmitterState {
    var copy = self
    copy.track = EmitterTrack(track)
    return copy
  }
}

extension RenderTree {
  /// Takes over a commit's changes of an emitter layer, whose values and animations are copied already.
  func updateEmitter(_ layer: CAEmitterLayer, _ slot: Int, at clock: CFTimeInterval) {
    var state = emitters[Int32(slot)] ?? EmitterState()
    let cells = layer.emitterCells ?? []
    if state.images.count > 64 { dropUnusedSprites(&state) }
    var names: [String?] = []
    let look = EmitterLook(models[slot], cells: cells, names: &names) { cell in
      guard let image = cell.contents as? CGImage else { return -1 }
      let index = state.track.sprite(ParticleSprite(cell, image, index: images.index(of: image)))
      if Int(index) == state.images.count { state.images.append(image) }
      return index
    }
    let concerned = animations[slot].filter { EmitterAnimation.concerns($0, look, names) }
    let time = layer.localTime(ofClock: clock)
    // If only finished animations left, their effect is still right, and the epoch goes on.
    let serials = Set(concerned.map(\.serial))
    let isSame =
      look == state.track.look && state.followed.allSatisfy { serials.contains($0) || isOver($0, state, time) }
    let hasNew = concerned.contains { !state.followed.contains($0.serial) }
    if !isSame || hasNew || state.track.epochCount == 0 {
      state.track.change(at: time, to: look, motion: EmitterAnimation(models[slot], concerned, of: look, names: names))
      state.followed = concerned.map(\.serial)
      state.ends = concerned.map { $0.isRemovedAtEnd ? $0.program.timing.endInParentTime : .infinity }
    }
    state.cells = cells
    emitters[Int32(slot)] = state
    derive(slot, from: models[slot])
  }

  /// Whether an animation that the present epoch follows was to be removed by itself until a time.
  private func isOver(_ serial: UInt64, _ state: EmitterState, _ time: Double) -> Bool {
    state.followed.firstIndex(of: serial).map { state.ends[$0] <= time } ?? true
  }

  private func dropUnusedSprites(_ state: inout EmitterState) {
    let used = state.track.dropUnusedSprites()
    state.images = used.map { state.images[$0] }
  }
}

extension ParticleSprite {
  fileprivate init(_ cell: CAEmitterCell, _ image: CGImage, index: Int32) {
    let source = Box(cell.contentsRect)
    let scale = cell.contentsScale > 0 && cell.contentsScale.isFinite ? Double(cell.contentsScale) : 1
    func filter(_ name: String) -> TextureFilter {
      switch CALayerContentsFilter(rawValue: name) {
      case .nearest: .nearest
      case .trilinear: .trilinear
      default: .linear
      }
    }
    let magnified = filter(cell.magnificationFilter)
    self.init(
      image: index, width: Double(image.width) * source.width / scale,
      height: Double(image.height) * source.height / scale, source: source,
      magnified: magnified == .nearest ? .nearest : .linear, minified: filter(cell.minificationFilter))
  }
}
