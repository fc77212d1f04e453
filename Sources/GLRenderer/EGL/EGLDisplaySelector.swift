// The choice of a display: what is tried, in which order, what is passed over, and what is remembered of it.
//
//   auto          hardware devices -> GBM on each render node -> surfaceless
//   device        hardware devices -> software devices
//   gbm           GBM on each render node
//   surfaceless   surfaceless
//
// `auto` passes over software devices: what they offer, the surfaceless platform offers too, but a render node that
// only GBM can open comes before it.
//
// Tested by EGLSelectionTests and EGLContextTests.

/// Tries displays until one opens.
struct EGLDisplaySelector<Source: EGLDisplaySource> {
  private let source: Source
  /// What was tried so far, in order.
  private(set) var attempts: [EGLAttempt] = []

  init(_ source: Source) {
    self.source = source
  }

  /// The first display of `choice` that opens.
  ///
  /// - Throws: ``EGLDisplayError/noDisplay(_:_:)`` with every attempt when none does.
  mutating func select(_ choice: EGLDisplayChoice) throws(EGLDisplayError) -> Source.Opened {
    attempts = []
    for platform in choice.platforms {
      for candidate in candidates(on: platform, for: choice) {
        do throws(EGLFailure) {
          let opened = try source.open(candidate)
          attempts.append(EGLAttempt(candidate, .chosen))
          return opened
        } catch {
          attempts.append(EGLAttempt(candidate, .failed(error)))
        }
      }
    }
    throw .noDisplay(choice, attempts)
  }

  /// The candidates of `platform` worth opening, in order; what is left out is recorded.
  private mutating func candidates(on platform: EGLPlatform, for choice: EGLDisplayChoice) -> [EGLCandidate] {
    do throws(EGLFailure) {
      let all = try source.candidates(on: platform)
      if all.isEmpty {
        attempts.append(EGLAttempt(platform, .skipped(reason: "none on this machine")))
      }
      let software = all.filter(\.isSoftware)
      let hardware = all.filter { !$0.isSoftware }
      guard choice == .auto else { return hardware + software }
      attempts += software.map { EGLAttempt($0, .skipped(reason: "software device")) }
      return hardware
    } catch {
      attempts.append(EGLAttempt(platform, .failed(error)))
      return []
    }
  }
}
