// On Apple's systems `autoreleasepool` comes with the Objective-C runtime. Without one nothing is autoreleased: objects
// go when the last reference does.

/// Calls a closure; there is no pool to drain.
@discardableResult
public func autoreleasepool<Failure: Error, Result: ~Copyable>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
