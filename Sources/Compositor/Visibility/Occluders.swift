// The opaque rectangles in front, while draws are looked at from front to back.

/// The few largest opaque rectangles seen so far.
struct Occluders {
  private static let capacity = 12
  /// Smaller ones hide next to nothing and would push larger ones out.
  private static let minimumArea = 4096.0

  private var boxes: InlineArray<12, Box> = .init(repeating: .empty)
  private var areas: InlineArray<12, Double> = .init(repeating: 0)
  private var count = 0

  /// Adds an opaque rectangle, in place of the smallest where there is no room.
  mutating func add(_ box: Box) {
    let area = box.area
    guard area >= Self.minimumArea else { return }
    if count < Self.capacity {
      boxes[count] = box
      areas[count] = area
      count += 1
      return
    }
    var smallest = 0
    for index in 1..<Self.capacity where areas[index] < areas[smallest] { smallest = index }
    guard area > areas[smallest] else { return }
    boxes[smallest] = box
    areas[smallest] = area
  }

  /// Whether a rectangle is hidden wholly by one of them.
  func hide(_ box: Box) -> Bool {
    for index in 0..<count where boxes[index].contains(box) { return true }
    return false
  }
}
