// Former names of types that once were for Lottie files alone.

public import Documents

/// The former name of ``SceneMarker``.
public typealias LottieMarker = SceneMarker
/// The former name of ``SceneReplacements``.
public typealias LottieReplacements = SceneReplacements
/// The former name of ``SceneSlotValue``.
public typealias LottieSlotValue = SceneSlotValue
/// The former name of ``SceneTextFit``.
public typealias LottieTextFit = SceneTextFit
/// The former name of ``SceneImageFit``.
public typealias LottieImageFit = SceneImageFit
/// The former name of ``ScenePlayer``.
public typealias LottiePlayer = ScenePlayer
/// The former type of options that are now ``SceneLoadOptions``'s own.
public typealias LottieLoadOptions = SceneLoadOptions

extension SceneLoadOptions {
  /// The options themselves, without the limits' part: the former place of ``animation``, ``theme``, ``replacements``
  /// and ``imitating``.
  public var lottie: LottieLoadOptions {
    get { self }
    set {
      (animation, theme) = (newValue.animation, newValue.theme)
      (replacements, imitating) = (newValue.replacements, newValue.imitating)
    }
  }
}
