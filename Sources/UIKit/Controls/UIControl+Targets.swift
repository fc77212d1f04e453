public import Foundation
public import QuartzCore

extension UIControl {
  /// Adds a method of a target for some events. The control calls it with nothing, with itself, or with itself and the
  /// event, as the method takes them. Earlier events of the same method keep calling it. The target is not held, and
  /// left out once it is deallocated; nil means the first responder from the control up that has the method.
  public func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    if let index = handlers.firstIndex(where: { $0.isOf(object, action) }) {
      handlers[index].events.formUnion(controlEvents)
    } else {
      handlers.append(
        Handler(callee: .method(action, of: object.map { Handler.Target(object: $0) }), events: controlEvents))
    }
  }

  /// Removes a method for some events; nil means every target, or every method.
  public func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    remove(controlEvents) { handler in
      guard case .method(let selector, let target) = handler.callee else { return false }
      return (action == nil || selector == action) && (object == nil || target?.object === object)
    }
  }

  /// Adds an action for some events; it replaces one of the same identifier.
  public func addAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
    handlers.append(Handler(callee: .action(action), events: controlEvents))
  }

  /// Removes an action for some events.
  public func removeAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
  }

  /// Removes the action of an identifier for some events.
  public func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
    remove(controlEvents) { handler in
      if case .action(let action) = handler.callee { action.identifier == actionIdentifier } else { false }
    }
  }

  /// The existing targets, without nil.
  public var allTargets: Set<AnyHashable> {
    Set(
      handlers.compactMap { handler in
        guard case .method(_, let target) = handler.callee, let object = target?.object as? NSObject else { return nil }
        return AnyHashable(object)
      })
  }

  /// The events that have a target or an action.
  public var allControlEvents: Event { handlers.reduce(into: []) { $0.formUnion($1.events) } }

  /// Returns the names of the methods of a target that are called for an event; nil without any.
  public func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
    let object = target.map { $0 as AnyObject }
    let names: [String] = handlers.compactMap { handler in
      guard case .method(let selector, let target) = handler.callee, target?.object === object,
        handler.events.contains(controlEvent)
      else { return nil }
      return selector.description
    }
    return names.isEmpty ? nil : names
  }

  /// Calls `iterator` for each handler: an action, or a target with a method; the events; and a flag that stops.
  public func enumerateEventHandlers(_ iterator: (UIAction?, (Any?, Selector)?, Event, inout Bool) -> Void) {
    var stops = false
    for handler in handlers where !stops {
      switch handler.callee {
      case .action(let action): iterator(action, nil, handler.events, &stops)
      case .method(let selector, let target): iterator(nil, (target?.object, selector), handler.events, &stops)
      }
    }
  }

  final func sendActions(for events: Event, with event: UIEvent?) {
    for handler in handlers where !handler.events.isDisjoint(with: events) {
      switch handler.callee {
      case .action(let action): sendAction(action)
      case .method(let selector, nil): sendAction(selector, to: nil, for: event)
      case .method(let selector, let target?):
        if let object = target.object { sendAction(selector, to: object, for: event) }
      }
    }
  }

  private func remove(_ events: Event, where chooses: (Handler) -> Bool) {
    for index in handlers.indices where chooses(handlers[index]) { handlers[index].events.subtract(events) }
    handlers.removeAll(where: \.isIdle)
  }
}

extension UIControl.Handler {
  /// Whether no event, or no target, is left.
  fileprivate var isIdle: Bool {
    if case .method(_, let target?) = callee, target.object == nil { return true }
    return events.isEmpty
  }

  fileprivate func isOf(_ object: AnyObject?, _ selector: Selector) -> Bool {
    guard case .method(selector, let target) = callee else { return false }
    return target?.object === object && (target == nil) == (object == nil)
  }
}

/// An action of a control, as a closure.
open class UIAction: NSObject {
  /// The closure of an action; its argument is the action.
  public typealias Handler = (UIAction) -> Void

  /// The identifier of an action.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The text of the identifier.
    public let rawValue: String
    /// Creates an identifier of this text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an identifier of this name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The words for the action, for a button without a title. Default: empty.
  open var title: String
  /// The picture of the action, for a button without an image. Default: nil.
  open var image: UIImage?
  /// The identifier of the action; a unique one if the initialiser got none.
  public let identifier: Identifier
  /// The control that last sent the action.
  public internal(set) final weak var source: AnyObject?
  private final let handler: Handler

  /// Makes an action that calls a closure with itself.
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, handler: @escaping Handler
  ) {
    (self.title, self.image, self.handler) = (title, image, handler)
    self.identifier = identifier ?? Identifier(UUID().uuidString)
  }

  /// The control that sent the action; nil outside of the handler.
  open var sender: Any? { source }

  final func call(by sender: AnyObject?) {
    source = sender
    defer { source = nil }
    handler(self)
  }
}
