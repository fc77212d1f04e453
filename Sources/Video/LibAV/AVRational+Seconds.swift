// Fractions of libav's as what they stand for.
import CLibAV

extension AVRational {
  /// A unit of time, in seconds; 1 where it makes no sense.
  var seconds: Double { num > 0 && den > 0 ? Double(num) / Double(den) : 1 }

  /// A rate of pictures; nil for none, and for rates that are none of films.
  var frameRate: FrameRate? {
    num > 0 && den > 0 ? FrameRate("\(num)/\(den)") ?? FrameRate(Double(num) / Double(den)) : nil
  }
}
