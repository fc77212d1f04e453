// How a path becomes an area: the rule that fills it, and the ends and corners of its stroke.

/// The shape of the ends of an open stroke, and of its dashes.
public enum CGLineCap: Int32, Sendable {
  /// The stroke ends at the end point, with a straight edge across it.
  case butt = 0
  /// Half a circle around the end point.
  case round = 1
  /// Square, half a line width beyond the end point.
  case square = 2
}

/// The shape of a stroke's corners.
public enum CGLineJoin: Int32, Sendable {
  /// The outer edges run on until they meet; a bevel where that point is farther than the miter limit allows.
  case miter = 0
  /// Part of a circle around the corner.
  case round = 1
  /// A straight line between the ends of the outer edges.
  case bevel = 2
}

/// The rule that decides whether a point is inside a path.
public enum CGPathFillRule: Int, Sendable {
  /// Inside where the path winds around the point, counted with direction.
  case winding = 0
  /// Inside where a ray from the point crosses the path an odd number of times.
  case evenOdd = 1
}
