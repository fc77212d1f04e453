// The limit to the work of all operations on areas together, where a document asks for them.

import Synchronization

/// The number of pairs of edges that all operations inside of `CrossingBudget.$current.withValue` may still compare.
/// Each operation has its own limit, too; work beyond either limit is done on a coarse lattice.
package final class CrossingBudget: Sendable {
  /// The budget that counts here; nil for none.
  @TaskLocal package static var current: CrossingBudget?

  private let left: Atomic<Int>

  package init(pairs: Int) { left = Atomic(pairs) }

  /// Whether nothing is left.
  package var isSpent: Bool { pairsLeft <= 0 }

  var pairsLeft: Int { left.load(ordering: .relaxed) }

  func take(_ pairs: Int) { left.subtract(pairs, ordering: .relaxed) }
}
