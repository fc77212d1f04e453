// Tests look at animations as frames do: compiled, then applied to a layer's values.

import QuartzCore
import Testing

/// The animation compiled; it begins at 0 where it has no begin time of its own, and every issue fails the test.
func compiled(
  _ animation: CAAnimation, previous: LayerValues? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> CompiledAnimation {
  try #require(
    CompiledAnimation(animation, defaultDuration: 0.25, beginTimeStamp: 0, previousValues: previous) { issue in
      Issue.record("\(issue)", sourceLocation: sourceLocation)
    }, sourceLocation: sourceLocation)
}

/// What the layer shows at `time` with the animation on top of `values`.
func sample(
  _ animation: CAAnimation, at time: Double, over values: LayerValues = LayerValues(), previous: LayerValues? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> LayerValues {
  var values = values
  try compiled(animation, previous: previous, sourceLocation: sourceLocation).apply(atLocalTime: time, to: &values)
  return values
}

/// The reasons why the animation, or members of it, do not compile.
func issues(_ animation: CAAnimation) -> [CompileIssue] {
  var issues: [CompileIssue] = []
  _ = CompiledAnimation(animation, defaultDuration: 0.25, beginTimeStamp: 0) { issues.append($0) }
  return issues
}

/// Whether two numbers agree to `tolerance`, which is also relative where they are large.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance * max(1, abs(a), abs(b))
}

/// Whether all entries of two transforms agree.
func near(_ a: CATransform3D, _ b: CATransform3D, _ tolerance: Double = 1e-9) -> Bool {
  zip(entries(a), entries(b)).allSatisfy { near($0, $1, tolerance) }
}

func entries(_ t: CATransform3D) -> [Double] {
  [
    t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44,
  ].map { Double($0) }
}
