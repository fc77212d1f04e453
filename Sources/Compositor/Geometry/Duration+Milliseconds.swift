// Time as the counters tell it.

extension Duration {
  package var milliseconds: Double { self / .milliseconds(1) }
}
