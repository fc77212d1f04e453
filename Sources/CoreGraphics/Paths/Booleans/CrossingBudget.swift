// How much work the operations on areas may be, all together, where a document asks for them.

import Synchronization

/// How many pairs of edges may still be looked at by all operations inside of `CrossingBudget.$current.withValue`. Each
/// has its own limit, too; what goes beyond either is done on a coarse lattice.
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
