public import Foundation

/// Something that a control does, as a closure.
open class UIAction: NSObject {
  /// The closure of an action; its argument is the action.
  public typealias Handler = (UIAction) -> Void

  /// A text that tells one action of a control from another.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The text that tells it from others.
    public let rawValue: String
    /// An identifier of this text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An identifier of this name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The words for it; a button without a title takes them. Default: empty.
  open var title: String
  /// The picture for it; a button without an image takes it. Default: nil.
  open var image: UIImage?
  /// The text that tells the action from others; a unique one if the initialiser got no identifier.
  public let identifier: Identifier
  /// The control that sent the action last.
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

  /// Calls the handler for a control.
  final func call(by sender: AnyObject?) {
    source = sender
    defer { source = nil }
    handler(self)
  }
}
