/// Something that happens to a layer when an event does: a property changed, the layer appeared, a sublayer was
/// replaced.
public protocol CAAction: AnyObject {
  /// Carries the action out.
  ///
  /// - Parameters:
  ///   - event: What happened: a property's name, `kCAOnOrderIn`, `kCAOnOrderOut` or `kCATransition`.
  ///   - anObject: The layer that it happened to.
  ///   - dict: Arguments of the event; nil for property changes.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}
