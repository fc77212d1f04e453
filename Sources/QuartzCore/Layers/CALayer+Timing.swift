// CAMediaTiming of layers: changes of the flat `timing` value that a commit copies.

import Foundation

extension CALayer {
  final func changeTiming(_ change: (inout MediaTiming) -> Void) {
    var changed = timing
    change(&changed)
    setTiming(changed)
  }

  final func setTiming(_ changed: MediaTiming) {
    guard changed != timing else { return }
    observed { timing = changed }
    noteChange(.timing)
  }
}
