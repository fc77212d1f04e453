import Foundation
import QuartzCore
import Synchronization
import Testing

@Suite struct TransactionSettingsTests {
  @Test("9.3 the defaults")
  func defaults() {
    #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == nil && CATransaction.completionBlock() == nil)
  }

  @Test("9.4 a nested transaction reads the outer values until it sets its own; commit restores")
  func nesting() {
    let easeIn = CAMediaTimingFunction(name: .easeIn)
    let linear = CAMediaTimingFunction(name: .linear)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    CATransaction.setAnimationTimingFunction(easeIn)
    CATransaction.setValue("outer", forKey: "own")
    CATransaction.begin()
    #expect(CATransaction.disableActions() && CATransaction.animationTimingFunction() == easeIn)
    #expect(CATransaction.value(forKey: "own") as? String == "outer")
    CATransaction.setDisableActions(false)
    CATransaction.setAnimationTimingFunction(linear)
    CATransaction.setValue("inner", forKey: "own")
    CATransaction.begin()
    #expect(!CATransaction.disableActions() && CATransaction.animationTimingFunction() == linear)
    #expect(CATransaction.value(forKey: "own") as? String == "inner")
    CATransaction.commit()
    CATransaction.commit()
    #expect(CATransaction.disableActions() && CATransaction.animationTimingFunction() == easeIn)
    #expect(CATransaction.value(forKey: "own") as? String == "outer")
    CATransaction.commit()
    #expect(!CATransaction.disableActions() && CATransaction.animationTimingFunction() == nil)
    #expect(CATransaction.value(forKey: "own") == nil)
  }

  @Test("9.5 any key can be set and read; one that is not set is nil", arguments: ["", "key", "animation"])
  func anyKey(key: String) {
    CATransaction.begin()
    #expect(CATransaction.value(forKey: key) == nil)
    CATransaction.setValue(5, forKey: key)
    #expect(CATransaction.value(forKey: key) as? Int == 5)
    CATransaction.setValue(nil, forKey: key)
    #expect(CATransaction.value(forKey: key) == nil)
    CATransaction.commit()
  }

  @Test("9.6 the settings by key")
  func keys() {
    #expect(
      [
        kCATransactionAnimationDuration, kCATransactionDisableActions, kCATransactionAnimationTimingFunction,
        kCATransactionCompletionBlock,
      ] == ["animationDuration", "disableActions", "animationTimingFunction", "completionBlock"])
    CATransaction.begin()
    CATransaction.setValue(NSNumber(value: 2), forKey: kCATransactionAnimationDuration)
    CATransaction.setValue(true, forKey: kCATransactionDisableActions)
    let function = CAMediaTimingFunction(name: .easeOut)
    CATransaction.setValue(function, forKey: kCATransactionAnimationTimingFunction)
    #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == function)
    #expect(CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double == 2)
    #expect(CATransaction.value(forKey: kCATransactionDisableActions) as? Bool == true)
    #expect(CATransaction.value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction == function)
    #expect(CATransaction.value(forKey: kCATransactionCompletionBlock) == nil)
    let block: () -> Void = {}
    CATransaction.setValue(block, forKey: kCATransactionCompletionBlock)
    #expect(CATransaction.completionBlock() != nil)
    #expect(CATransaction.value(forKey: kCATransactionCompletionBlock) is () -> Void)
    CATransaction.setValue(nil, forKey: kCATransactionAnimationDuration)
    CATransaction.setValue(nil, forKey: kCATransactionDisableActions)
    CATransaction.setValue(nil, forKey: kCATransactionAnimationTimingFunction)
    #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.commit()
  }

  @Test("9.8 the transaction's timing function is given to every animation; our decision: in the place of its own")
  func timingFunction() {
    let layer = CALayer()
    let own = CABasicAnimation("opacity", to: 0)
    own.timingFunction = CAMediaTimingFunction(name: .easeIn)
    layer.add(own, forKey: "before")
    CATransaction.begin()
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
    layer.add(own, forKey: "own")
    layer.add(CABasicAnimation("opacity", to: 0), forKey: "none")
    CATransaction.commit()
    let functions = ["before", "own", "none"].map { layer.animation(forKey: $0)?.timingFunction }
    #expect(functions == [.easeIn, .easeOut, .easeOut].map { CAMediaTimingFunction(name: $0) })
    #expect(own.timingFunction == CAMediaTimingFunction(name: .easeIn))
  }

  @Test("9.13 the lock is shared by all threads and may be taken several times")
  func lock() {
    CATransaction.unlock()
    let (owner, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let steps = Mutex<[String]>([])
    CATransaction.lock()
    CATransaction.lock()
    Thread {
      CATransaction.unlock()
      owner.signal()
      CATransaction.lock()
      steps.withLock { $0.append("other") }
      CATransaction.unlock()
      other.signal()
    }.start()
    owner.wait()
    CATransaction.unlock()
    steps.withLock { $0.append("owner") }
    CATransaction.unlock()
    other.wait()
    #expect(steps.withLock { $0 } == ["owner", "other"])
    CATransaction.unlock()
  }
}
