// CAMediaTiming of layers: accessors of the flat `timing` value that a commit copies.

import Foundation

extension CALayer {
  /// When the layer's time begins, in the superlayer's time. Default: 0.
  public var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming { $0.beginTime = newValue } }
  }

  /// How long one cycle lasts, in seconds. Default: infinite.
  public var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming { $0.duration = newValue } }
  }

  /// Seconds of this layer's time to one of its superlayer's. Default: 1; 0 pauses.
  public var speed: Float {
    get { timing.speed }
    set { changeTiming { $0.speed = newValue } }
  }

  /// Where in its time the layer is when it begins, in seconds. Default: 0.
  public var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming { $0.timeOffset = newValue } }
  }

  /// How many times the cycle runs. Default: 0, which counts as 1.
  public var repeatCount: Float {
    get { timing.repeatCount }
    set { changeTiming { $0.repeatCount = newValue } }
  }

  /// How long cycles repeat, in seconds. Default: 0, which leaves it to ``repeatCount``.
  public var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { changeTiming { $0.repeatDuration = newValue } }
  }

  /// Whether each cycle plays backward after it played forward. Default: false.
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming { $0.autoreverses = newValue } }
  }

  /// What shows outside the layer's active time. Default: removed.
  public var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { changeTiming { $0.fillMode = newValue } }
  }

  private func changeTiming(_ change: (inout MediaTiming) -> Void) {
    var changed = timing
    change(&changed)
    setTiming(changed)
  }

  final func setTiming(_ changed: MediaTiming) {
    guard changed != timing else { return }
    observed { timing = changed }
    noteChange(.timing)
  }
}
