// CAMediaTiming of emitter cells: accessors of the flat `timing` value.

import Foundation

extension CAEmitterCell {
  /// The time at which the cell begins to emit, in seconds of the layer's time. Default: 0.
  public final var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// The duration for which the cell emits, in seconds of its own time. Default: without end.
  public final var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// The seconds of the cell's time in one second of the layer's. Default: 1.
  public final var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }
  /// The cell's time when it begins, in seconds. Default: 0.
  public final var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// The number of times the duration repeats. Default: 0, which counts as 1.
  public final var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }
  /// The duration over which cycles repeat, in seconds. Default: 0, which leaves it to ``repeatCount``.
  public final var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// Whether every repetition plays forward, then backward. Default: false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// The values that hold before the beginning and after the end. Default: ``CAMediaTimingFillMode/removed``.
  public final var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
}
