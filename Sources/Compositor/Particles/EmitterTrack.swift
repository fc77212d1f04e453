/// The history of one emitter layer, epoch by epoch. Particles keep the values of their birth, so the past counts as
/// long as one of its particles can be alive.
final class EmitterTrack {
  private(set) var epochs: [EmitterEpoch] = []
  /// The pictures of all cells that are remembered.
  private(set) var sprites: [ParticleSprite] = []

  /// The most epochs: a layer that changes for every frame has a new one in each. The oldest go first.
  private static let mostEpochs = 4096

  init() {}

  init(_ other: EmitterTrack) {
    epochs = other.epochs
    sprites = other.sprites
  }

  var epochCount: Int { epochs.count }

  var look: EmitterLook { epochs.last?.look ?? EmitterLook() }

  /// Returns the index of a picture, which is entered if it is new.
  func sprite(_ sprite: ParticleSprite) -> Int32 {
    if let index = sprites.firstIndex(of: sprite) { return Int32(index) }
    sprites.append(sprite)
    return Int32(sprites.count - 1)
  }

  /// Begins an epoch with another look at a time of the layer; forgets looks that were set for later times. The first
  /// look holds for all earlier time, too. Without a `motion` nothing of the emitter is animated.
  func change(at time: Double, to look: EmitterLook, motion: (any EmitterMotion)? = nil) {
    while epochs.count > 1, let last = epochs.last, last.start >= time { epochs.removeLast() }
    if motion == nil, let last = epochs.last, !last.isAnimated, last.look == look { return }
    guard var last = epochs.popLast() else { return start(look, motion) }
    guard last.start < time, last.start.isFinite || time.isFinite else { return start(look, motion) }
    last.close(at: time)
    let births = Self.topCells(look).map { cell -> Double in
      let identity = look.cells[cell].identity
      guard let same = last.topCells.firstIndex(where: { last.look.cells[$0].identity == identity }) else { return 0 }
      return last.endBirths![same]
    }
    epochs.append(last)
    epochs.append(EmitterEpoch(start: time, look: look, motion: motion, births: births))
    forget(before: time)
  }

  private func start(_ look: EmitterLook, _ motion: (any EmitterMotion)?) {
    let births = [Double](repeating: 0, count: Self.topCells(look).count)
    epochs = [EmitterEpoch(start: -.infinity, look: look, motion: motion, births: births)]
  }

  /// Drops the epochs of which no particle can be seen at a time or later.
  private func forget(before time: Double) {
    var first = 0
    while first + 1 < epochs.count {
      let end = epochs[first + 1].start
      let isSeen = epochs[first].topCells.indices.contains { top in
        let timing = epochs[first].look.cells[epochs[first].topCells[top]].timing
        return !(timing.speed > 0) || end + epochs[first].reaches[top] / timing.speed >= time
      }
      if isSeen && epochs.count - first <= Self.mostEpochs { break }
      first += 1
    }
    epochs.removeSubrange(..<first)
  }

  private static func topCells(_ look: EmitterLook) -> [Int] {
    var tops: [Int] = []
    var next = 0
    while next < look.cells.count {
      tops.append(next)
      next = look.cells[next].end
    }
    return tops
  }

  /// Removes the pictures that no remembered cell has. Returns the indices of the others.
  func dropUnusedSprites() -> [Int] {
    var isUsed = [Bool](repeating: false, count: sprites.count)
    for epoch in epochs {
      for cell in epoch.look.cells where cell.sprite >= 0 { isUsed[Int(cell.sprite)] = true }
    }
    let used = sprites.indices.filter { isUsed[$0] }
    for index in epochs.indices {
      epochs[index].look.mapSprites { sprite in sprite < 0 ? -1 : Int32(used.firstIndex(of: Int(sprite))!) }
    }
    sprites = used.map { sprites[$0] }
    return used
  }

  /// Finds the particles that are alive at a time of the layer, within limits of the simulation and `rows`, the most
  /// rows of an epoch; they replace those of `field`, whose buffer is used again. Times may be asked in any order: the
  /// result depends on the emitter's history and on the time alone.
  func simulate(
    at time: Double, into field: inout ParticleField, most: ParticleLimits = .emitter,
    rows: Int = EmitterEpoch.mostRows
  ) {
    field.removeAll()
    guard time.isFinite else { return }
    for index in epochs.indices { epochs[index].extend(to: time, most: rows) }
    var simulation = EmitterSimulation(reaches: sprites.map(\.reach), field: field, most: most)
    field = ParticleField()
    for index in epochs.indices where epochs[index].start <= time {
      simulation.run(epochs[index], until: index + 1 < epochs.count ? epochs[index + 1].start : .infinity, now: time)
    }
    field = simulation.field
    field.sort(look.order)
  }
}
