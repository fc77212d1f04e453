// Players that draw some things otherwise than the format says: what an app shows can be what is wanted.

/// A player whose own ways a Lottie file can be drawn in.
public enum LottiePlayer: String, Sendable, CaseIterable {
  /// The Core Animation engine of lottie-ios, as its published pictures show it: of paces that differ by dimension the
  /// first holds for all; a gradient's lines of one colour are stretched by the composition's shape; the opacity of a
  /// gradient fill whose stops have alphas counts twice.
  case lottieIOS = "lottie-ios"
}
