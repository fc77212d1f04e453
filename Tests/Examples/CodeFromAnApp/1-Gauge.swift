import QuartzCore

func codeFromAnAppGauge() throws {
  class Gauge: CALayer {
    var level: CGFloat {
      get { managed() }
      set { setManaged(newValue) }  // animatable, implicitly too where `action(forKey:)` says so
    }
  }
  // End of the example.
  let gauge = Gauge()
  gauge.level = 2
  precondition(gauge.level == 2)
}
