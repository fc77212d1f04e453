// An emitter without a layer: flat values in, particles out.

@testable import Compositor

/// An emitter with one cell of pictures 6 by 8 points large that live for 3 seconds, one a second.
struct Emitter {
  let track = EmitterTrack()

  init(_ configure: (inout EmitterLook) -> Void = { _ in }) {
    _ = track.sprite(ParticleSprite(image: 0, width: 6, height: 8))
    track.change(at: 0, to: Self.look(configure))
  }

  /// The default look, changed.
  static func look(_ configure: (inout EmitterLook) -> Void) -> EmitterLook {
    var look = EmitterLook()
    var cell = EmitterCellLook(end: 1, index: 0, sprite: 0)
    cell.numbers.birthRate = 1
    cell.numbers.lifetime = 3
    look.cells = [cell]
    configure(&look)
    return look
  }

  func field(at time: Double) -> ParticleField {
    var field = ParticleField()
    track.simulate(at: time, into: &field)
    return field
  }

  func particles(at time: Double) -> [Particle] { field(at: time).particles }

  func births(at time: Double) -> [Double] { particles(at: time).map(\.birth) }
}
