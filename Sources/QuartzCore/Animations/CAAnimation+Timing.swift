// CAMediaTiming of animations: accessors of the flat `timing` value, which compiling copies.

extension CAAnimation {
  /// The begin time, in seconds of the time of the layer or the group. Default: 0, which on a layer means "when it is
  /// added".
  public final var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// The duration of one cycle, in seconds. Default: 0, which means the duration of the transaction or the group.
  public final var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// Seconds of the animation's time to one of its parent's. Default: 1; 0 pauses, negative values play backward.
  public final var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }
  /// The offset into the cycle at which the animation begins, in seconds; the skipped part plays last. Default: 0.
  public final var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// The number of cycles that play; it may be fractional. Default: 0, which counts as 1.
  public final var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }
  /// The duration over which cycles repeat, in seconds. Default: 0, which leaves it to ``repeatCount``.
  public final var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// Whether each cycle plays forward, then backward. Default: false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// The values that show before the beginning and after the end. Default: ``CAMediaTimingFillMode/removed``.
  public final var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
}
