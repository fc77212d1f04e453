import UIKit
import UniformTypeIdentifiers

/// A controller's view, laid out by a stack and by anchors.
func checkProfile(_ checks: Checks) {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let profile = ProfileController()
  profile.name = "Ada"
  window.rootViewController = profile
  window.makeKeyAndVisible()
  let stage = HostedTree(window.layer)
  checks.expect(profile.events, equals: ["willAppear", "layout", "didAppear"], "appearance")
  checks.expect(profile.avatar.layer.cornerRadius, near: 20, "viewDidLayoutSubviews after the layout")
  checks.expect(profile.card.frame.minX, near: 20, "leading")
  checks.expect(profile.card.frame.width, near: 280, "trailing")
  checks.expect(profile.stack.frame.width, near: 280, "a stack between anchors")
  checks.expect(profile.avatar.frame.size == CGSize(width: 40, height: 40), "a square: \(profile.avatar.frame)")
  checks.expect(
    profile.card.frame.height, near: profile.stack.frame.height, "contents are more important than a priority of 740")
  checks.expect(profile.stack.frame.height > 110, "a label of several lines: \(profile.stack.frame.height)")
  let closed = profile.card.frame.height
  profile.open()
  stage.advance(to: 0.5)
  checks.expect(
    profile.card.layer.presentation()?.bounds.height, near: (closed + 250) / 2, "layoutIfNeeded in a block")
  stage.advance(to: 1)
  checks.expect(profile.card.frame.height, near: 250, "a constant")

  checks.expect(ProfileController.fileName(for: .png), equals: "card.png", "a type's suffix")
  checks.expect(ProfileController.fileName(for: .quickTimeMovie) == nil, "a type's conformance")
}
