// The particles of an emitter at a time, each from closed forms: its birth (see EmitterEpoch), its random numbers by
// their address (see ParticleRandom), and its motion
//
//   position = p + v t + a t^2 / 2     scale = s + s' t     colour = c + c' t     rotation = r + spin t
//
// A cell of a cell is emitted at the particle's position at the time of the birth, at an angle to its motion then, with
// its scale and colour multiplied by those of the particle then. Decisions for undocumented cases: the layer multiplies
// birth rate and scale of its own cells (theirs follow through their parents), lifetime, velocity and spin of all; a
// particle does not pass its velocity on; negative scales mirror the picture; colours are clamped to 0...1 when shown,
// not at birth; an accelerated particle does not turn. Planes, a private kind of Apple's which its wallpapers have,
// turn about an axis in space, by default that of z, and are seen from afar.

/// The limits of a simulation: births and particles beyond them are left out.
struct ParticleLimits: Equatable, Sendable {
  /// The most births that are examined.
  var births: Int
  /// The most particles that are shown.
  var particles: Int

  static let emitter = ParticleLimits(births: 1_000_000, particles: 250_000)
  /// The limits of all emitters of a frame, in the order of the tree, copies by replicators included.
  static let frame = ParticleLimits(births: 2_000_000, particles: 500_000)

  /// Returns the part of these limits that is left for one emitter.
  func forEmitter(after used: ParticleLimits) -> ParticleLimits {
    ParticleLimits(
      births: min(Self.emitter.births, births - used.births),
      particles: min(Self.emitter.particles, particles - used.particles))
  }
}

struct EmitterSimulation {
  /// From the middle of each picture to its corners, in points.
  let reaches: [Double]
  var field: ParticleField

  let most: ParticleLimits

  private struct Seedling {
    var random: ParticleRandom
    var point: SpaceVector
    var velocity: SpaceVector
    /// The direction in which it was emitted: the heading of a particle that stands still.
    var direction: SpaceVector
    var acceleration: SpaceVector
    var scale: Double
    var scaleSpeed: Double
    var rotation: Double
    var spin: Double
    var axis: SpaceVector
    var color: ParticleColor
    var colorSpeed: ParticleColor
    var life: Double
    /// The layer's time at its birth, and seconds of the layer to one of its own.
    var birth: Double
    var pace: Double

    func position(_ age: Double) -> SpaceVector { point + velocity * age + acceleration * (age * age / 2) }
    func heading(_ age: Double) -> SpaceVector { (velocity + acceleration * age).direction ?? direction }
    func scale(_ age: Double) -> Double { scale + scaleSpeed * age }
    func color(_ age: Double) -> ParticleColor { (color + colorSpeed * age).clamped }
  }

  private struct Origin {
    var random: ParticleRandom
    var point: SpaceVector
    /// The direction from which longitude and latitude count.
    var heading: SpaceVector
    var scale: Double
    var color: ParticleColor
    var birth: Double
    var pace: Double
  }

  /// Adds the particles that were born in an epoch, before `end`.
  mutating func run(_ epoch: EmitterEpoch, until end: Double, now: Double) {
    for top in epoch.topCells.indices {
      let index = epoch.topCells[top]
      let (ownNow, schedule) = epoch.schedule(top, now: now)
      let random = ParticleRandom(seed: epoch.look.seed).child(epoch.look.cells[index].index)
      let oldest = ownNow - epoch.reaches[top] / schedule.timing.speed
      let limit = most.births - field.visitedCount
      guard limit > 0, oldest <= end else { continue }
      epoch.forEachBirth(of: top, from: max(oldest, epoch.start), to: min(ownNow, end), limit: limit) { birth in
        let own = random.child(birth.index)
        let start = epoch.look.birthplace(birth.numbers, own)
        let origin = Origin(
          random: own, point: start.point, heading: start.direction, scale: birth.numbers.scale, color: .white,
          birth: birth.time, pace: 1 / schedule.timing.speed)
        visit(index, origin, age: (ownNow - birth.time) * schedule.timing.speed, in: epoch, of: birth)
      }
    }
  }

  private mutating func visit(
    _ index: Int, _ origin: Origin, age: Double, in epoch: EmitterEpoch, of top: EmitterEpoch.Birth
  ) {
    field.visitedCount += 1
    let cell = epoch.look.cells[index]
    let numbers = epoch.cell(index, top.row)
    let random = origin.random
    let life = random.about(numbers.lifetime, range: numbers.lifetimeRange, .lifetime) * top.numbers.lifetime
    guard life > 0 else { return }
    let isShown = age < life && cell.sprite >= 0
    guard isShown || cell.end > index + 1 else { return }
    let seedling = Self.seedling(numbers, origin, layer: top.numbers, life: life, isPlane: cell.isPlane)
    if isShown, field.particles.count < most.particles { show(seedling, age, cell.sprite) }
    var child = index + 1
    while child < cell.end {
      emit(child, from: seedling, age: age, in: epoch, of: top)
      child = epoch.look.cells[child].end
    }
  }

  private static func seedling(
    _ numbers: CellNumbers, _ origin: Origin, layer: EmitterNumbers, life: Double, isPlane: Bool
  ) -> Seedling {
    let random = origin.random
    var direction = origin.heading.turned(
      longitude: numbers.emissionLongitude, latitude: numbers.emissionLatitude)
    if numbers.emissionRange != 0 {
      direction = direction.inCone(abs(numbers.emissionRange), random.uniform(.cone), random.uniform(.turn))
    }
    let speed = random.about(numbers.velocity, range: numbers.velocityRange, .velocity) * layer.velocity
    var axis = SpaceVector.towardsViewer
    if isPlane {
      axis = SpaceVector(longitude: numbers.orientationLongitude, latitude: numbers.orientationLatitude)
        .inCone(abs(numbers.orientationRange), random.uniform(.axisCone), random.uniform(.axisTurn))
    }
    let range = numbers.colorRange
    let color = ParticleColor(
      random.about(numbers.color.red, range: range.red, .red),
      random.about(numbers.color.green, range: range.green, .green),
      random.about(numbers.color.blue, range: range.blue, .blue),
      random.about(numbers.color.alpha, range: range.alpha, .alpha))
    return Seedling(
      random: random, point: origin.point, velocity: direction * speed, direction: direction,
      acceleration: numbers.acceleration,
      scale: random.about(numbers.scale, range: numbers.scaleRange, .scale) * origin.scale,
      scaleSpeed: numbers.scaleSpeed * origin.scale,
      rotation: random.about(numbers.rotation, range: numbers.rotationRange, .rotation),
      spin: random.about(numbers.spin, range: numbers.spinRange, .spin) * layer.spin, axis: axis,
      color: color * origin.color,
      colorSpeed: numbers.colorSpeed, life: life, birth: origin.birth, pace: origin.pace)
  }

  private mutating func show(_ seedling: Seedling, _ age: Double, _ sprite: Int32) {
    let color = seedling.color(age)
    let scale = seedling.scale(age)
    let position = seedling.position(age)
    let reach = reaches[Int(sprite)] * abs(scale)
    guard color.alpha > 0, reach > 0, reach.isFinite, abs(position.x) + abs(position.y) + abs(position.z) < 1e12 else {
      return
    }
    let alpha = color.alpha
    field.particles.append(
      Particle(
        position: position, rotation: seedling.rotation + seedling.spin * age, axis: seedling.axis, scale: scale,
        tint: SIMD4(Float(color.red * alpha), Float(color.green * alpha), Float(color.blue * alpha), Float(alpha)),
        sprite: sprite, birth: seedling.birth))
    field.bounds = field.bounds.union(
      Box(position.x - reach, position.y - reach, position.x + reach, position.y + reach))
  }

  /// Visits the particles of one cell that a particle has emitted up to its age or, if it is dead, in its life.
  private mutating func emit(
    _ index: Int, from parent: Seedling, age: Double, in epoch: EmitterEpoch, of top: EmitterEpoch.Birth
  ) {
    let cell = epoch.look.cells[index]
    let numbers = epoch.cell(index, top.row)
    let rate = min(numbers.birthRate, 1e9)
    guard cell.isEnabled, rate > 0 else { return }
    let isForward = cell.timing.speed > 0
    let timing = isForward ? cell.timing : EmitterEpoch.Schedule(cell.timing).timing
    let now = cell.timing.time(atEmitterTime: age)
    // In the cell's time: births happen while the parent lives and the cell is active, and are seen for some time.
    let begin = max(timing.time(atEmitterTime: 0), 0)
    let end = min(timing.time(atEmitterTime: parent.life), timing.active)
    let first = max(begin, now - reach(index, epoch, top)) * rate
    let last = min(now, end) * rate
    guard last >= 1, last >= first, last < 0x1p53 else { return }
    let random = parent.random.child(cell.index)
    let left = Double(most.births - field.visitedCount)
    var number = max(first.rounded(.down), 1, last.rounded(.down) - left)
    while number <= last, field.visitedCount < most.births {
      defer { number += 1 }
      let time = number / rate
      guard time >= begin, time < end, time <= now else { continue }
      let parentAge = timing.emitterTime(at: time)
      let origin = Origin(
        random: random.child(Int(number) - 1), point: parent.position(parentAge), heading: parent.heading(parentAge),
        scale: parent.scale(parentAge), color: parent.color(parentAge),
        birth: parent.birth + parentAge * parent.pace, pace: parent.pace / timing.speed)
      visit(index, origin, age: now - time, in: epoch, of: top)
    }
  }

  /// Returns the time for which a particle of a cell can be seen with all that it emits, in seconds of the cell.
  private func reach(_ index: Int, _ epoch: EmitterEpoch, _ top: EmitterEpoch.Birth) -> Double {
    let cells = epoch.look.cells
    var longest = 0.0
    var next = index + 1
    while next < cells[index].end {
      let speed = cells[next].timing.speed
      longest = max(longest, reach(next, epoch, top) / (speed > 0 ? speed : 1))
      next = cells[next].end
    }
    return epoch.cell(index, top.row).longestLife * max(top.numbers.lifetime, 0) + longest
  }
}
