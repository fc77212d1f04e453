import QuartzCore

/// The motion of an emitter by its layer's compiled animations, sampled for the times of births.
struct EmitterAnimation: EmitterMotion {
  let span: ClosedRange<Double>
  let animatedCells: [Int]
  private let model: LayerValues
  private let animations: [RunningAnimation]
  private let cells: [EmitterCellLook]
  /// Animated properties of cells: the key, the row in ``animatedCells``, the property.
  private let cellKeys: [(key: ManagedKey, row: Int, property: CellProperty)]

  /// The motion; nil if no animation concerns the emitter.
  ///
  /// - Parameter animations: those that ``concerns(_:_:_:)`` picks.
  init?(_ model: LayerValues, _ animations: [RunningAnimation], of look: EmitterLook, names: [String?]) {
    guard !animations.isEmpty else { return nil }
    self.model = model
    self.animations = animations
    cells = look.cells
    var begin = Double.infinity
    var end = -Double.infinity
    var found: [(key: ManagedKey, cell: Int, property: String)] = []
    for animation in animations {
      let timing = animation.program.timing
      begin = min(begin, timing.beginTime)
      end = max(end, timing.endInParentTime)
      for path in animation.program.keyPaths {
        guard case .managed(let key) = path.root, let target = look.cell(at: key.name, names) else { continue }
        found.append((key, target.index, target.property))
      }
    }
    guard begin <= end else { return nil }
    span = begin...end
    let cells = Set(found.map(\.cell)).sorted()
    animatedCells = cells
    cellKeys = found.compactMap { found in
      CellNumbers.property(found.property).map { (found.key, cells.firstIndex(of: found.cell)!, $0) }
    }
  }

  /// Whether an animation changes numbers of an emitter.
  static func concerns(_ animation: RunningAnimation, _ look: EmitterLook, _ names: [String?]) -> Bool {
    animation.program.keyPaths.contains { path in
      guard case .managed(let key) = path.root else { return false }
      return EmitterLook.animatedKeys.contains(key) || look.cell(at: key.name, names) != nil
    }
  }

  func sample(at time: Double) -> (numbers: EmitterNumbers, cells: [CellNumbers]) {
    var values = model
    for animation in animations {
      if animation.isRemovedAtEnd && animation.program.isFinished(atLocalTime: time) { continue }
      animation.program.apply(atLocalTime: time, to: &values)
    }
    var numbers = animatedCells.map { cells[$0].numbers }
    for (key, row, property) in cellKeys {
      if let value = values.managed[key] { numbers[row].set(property, value) }
    }
    return (EmitterNumbers(values), numbers)
  }
}
