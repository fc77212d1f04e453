// An app's layer code (App/), which knows nothing of Multiplane but UIKit and QuartzCore, and checks of what it does
// (Checks/). Prints what failed, then the counts; exits with 1 when something did.

import Foundation

let checks = Checks()
checkGauge(checks)
checkDelegate(checks)
checkCarousel(checks)
checkTicker(checks)
checkKeyframes(checks)
checkSpringAndGroup(checks)
checkDecorations(checks)
checkBadge(checks)
checkBlockAnimations(checks)
checkGroove(checks)
checkTransitions(checks)
checkImages(checks)
checkDrawing(checks)
checkImageEffects(checks)
checkLettering(checks)
checkMeter(checks)
checkCountdown(checks)
checkLoadingIndicator(checks)
checkHalo(checks)
checkGradientRing(checks)
checkThermometer(checks)
checkDrawer(checks)
checkTabBar(checks)
checkRow(checks)
checkRating(checks)
checkButtons(checks)
checkEggTimer(checks)
checkOverlay(checks)
checkPager(checks)
checkProfile(checks)
do {
  try checkFrame(checks)
  try checkClip(checks)
} catch {
  checks.expect(false, "a frame or a film: \(error)")
}
print("client: \(checks.passed) passed, \(checks.failed) failed")
exit(checks.failed == 0 ? 0 : 1)
