// libav's fractions as seconds and frame rates.
import CLibAV

extension AVRational {
  /// A unit of time, in seconds; 1 where it makes no sense.
  var seconds: Double { num > 0 && den > 0 ? Double(num) / Double(den) : 1 }

  /// The rate of pictures; nil if it is not positive, and for rates that films do not have.
  var frameRate: FrameRate? {
    num > 0 && den > 0 ? FrameRate("\(num)/\(den)") ?? FrameRate(Double(num) / Double(den)) : nil
  }
}
