// The seeds: a scene for each numbered listing of the texts that this project grew from, about layer time, easing,
// implicit and explicit animation, and a page that folds. Their ideas, in code, words and pictures of our own.
//
// Tested by ExplicitSceneTests, ImplicitSceneTests and TimeSceneTests.

extension Gallery {
  /// Scenes after the seed documents, in their order: implicit animation, explicit animation, layer time, easing, the
  /// folding page.
  static let seeds: [Demo] = [
    implicitColor, completionBlock, viewAnimation, customAction, presentationHit,
    basic, keyframes, path, virtualRotation, group, transitions, pictureFade, tabFade, viewTransitions,
    customTransition, cancelled,
    rotation, swingingDoor, timeOffset, scrubbing,
    easing, timingCurves, clock, bouncingBall,
    foldingPage,
  ]
}
