// CAMediaTiming of animations: accessors of the flat `timing` value, which compiling copies.

extension CAAnimation {
  /// When the animation begins, in seconds of the layer's, or the group's, time. Default: 0, which is "when it is
  /// added" on a layer.
  public final var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// How long one cycle lasts, in seconds. Default: 0, which stands for the transaction's duration, or the group's.
  public final var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// Seconds of the animation's time to one of its parent's. Default: 1; 0 pauses, negative values play backward.
  public final var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }
  /// Where in its cycle the animation begins, in seconds; what it skips plays at the end. Default: 0.
  public final var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// How many cycles play; fractions count. Default: 0, which counts as 1.
  public final var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }
  /// How long cycles repeat, in seconds. Default: 0, which leaves it to ``repeatCount``.
  public final var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// Whether each cycle plays forward, then backward. Default: false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// What shows before the beginning and after the end. Default: ``CAMediaTimingFillMode/removed``.
  public final var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
}
