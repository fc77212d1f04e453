// There are no presentations, bars, interface files or device rotations here.
//
// A view appears when it enters a window. As in Apple's, `viewWillAppear(_:)` comes before that, then the layout of the
// next commit, then `viewDidAppear(_:)` as part of that commit: its animations begin with the first frame.
//
// Tested by ViewControllerTests.

public import Foundation

/// An object that makes a view, manages its layout, and is called when it appears and disappears.
open class UIViewController: UIResponder {
  private enum Appearance {
    case gone
    case coming
    case shown
  }

  private final var loadedView: UIView?
  private final var appearance = Appearance.gone

  /// Creates a controller without a view yet.
  public override convenience init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller without a view yet. Precondition: no name, as there are no interface files here.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    if let nibNameOrNil {
      preconditionFailure("UIViewController: there are no interface files on this system: \(nibNameOrNil)")
    }
    super.init()
  }

  /// Traps: controllers are not archived here. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    preconditionFailure("UIViewController(coder:): controllers cannot be read from archives on this system")
  }

  /// A name for the program's own use. Default: nil.
  open var title: String?

  // MARK: The view

  /// The view, which is made when it is first asked for.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      if loadedView?.controller === self { loadedView?.controller = nil }
      loadedView = newValue
      newValue?.controller = self
    }
  }

  /// The view, if it is made.
  public final var viewIfLoaded: UIView? { loadedView }
  /// Whether the view is made.
  public final var isViewLoaded: Bool { loadedView != nil }

  /// Makes the view unless it exists. Precondition: ``loadView()`` sets ``view``.
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    guard loadedView != nil else { preconditionFailure("\(type(of: self)).loadView() sets no view") }
    viewDidLoad()
  }

  /// Makes the view and sets ``view``; an override does not call the superclass. By itself it makes a view of the
  /// screen's size, which follows its superview's.
  open func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    self.view = view
  }

  /// Called after the view was made. Does nothing by itself.
  open func viewDidLoad() {}

  // MARK: Layout

  /// Called before the view's ``UIView/layoutSubviews()``. Does nothing by itself.
  open func viewWillLayoutSubviews() {}
  /// Called after the view's ``UIView/layoutSubviews()``. Does nothing by itself.
  open func viewDidLayoutSubviews() {}
  /// Makes the constraints of the view: called by its ``UIView/updateConstraints()``. Does nothing by itself.
  open func updateViewConstraints() {}

  // MARK: Appearance

  /// Called before the view comes to a window. `animated` is false here. Does nothing by itself.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the view has come to a window, before its layout. `animated` is false here. Does nothing by itself.
  open func viewIsAppearing(_ animated: Bool) {}
  /// Called after the view's first layout in a window. `animated` is false here. Does nothing by itself.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view leaves the window. `animated` is false here. Does nothing by itself.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called after the view left the window. `animated` is false here. Does nothing by itself.
  open func viewDidDisappear(_ animated: Bool) {}

  final func willMove(toWindow window: UIWindow?) {
    if window == nil {
      if appearance != .gone { viewWillDisappear(false) }
    } else if appearance == .gone {
      appearance = .coming
      viewWillAppear(false)
    }
  }

  final func didMove(toWindow window: UIWindow?) {
    if window == nil {
      guard appearance != .gone else { return }
      appearance = .gone
      viewDidDisappear(false)
    } else if appearance == .coming {
      viewIsAppearing(false)
      loadedView?.setNeedsLayout()
    }
  }

  /// Completes ``willMove(toWindow:)`` after a layout.
  final func finishAppearing() {
    guard appearance == .coming, loadedView?.window != nil else { return }
    appearance = .shown
    viewDidAppear(false)
  }

  // MARK: Children

  /// The controllers that were added to this one, in their order.
  public private(set) final var children: [UIViewController] = []
  /// The controller that this one was added to.
  public private(set) final weak var parent: UIViewController?

  /// Adds a controller, taking it from its parent. The program adds its view, then calls its ``didMove(toParent:)``.
  open func addChild(_ childController: UIViewController) {
    precondition(
      !sequence(first: self, next: { $0.parent }).contains { $0 === childController },
      "UIViewController.addChild: a controller cannot become a child of itself or of one below it")
    guard childController.parent !== self else { return }
    if childController.parent != nil { childController.removeFromParent() }
    childController.willMove(toParent: self)
    childController.parent = self
    children.append(childController)
  }

  /// Takes the controller out of its parent. Before, the program calls ``willMove(toParent:)`` and removes the view.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  /// Called before the parent changes. Does nothing by itself.
  open func willMove(toParent parent: UIViewController?) {}
  /// Called after the parent changed. Does nothing by itself.
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: Surroundings

  /// Touches go from a controller to the view above its own, then to the window.
  open override var next: UIResponder? { loadedView?.superview }

  /// The environment of the view; the current one without a view.
  open var traitCollection: UITraitCollection { loadedView?.traitCollection ?? .current }

  /// The size that the view would like if another controller shows it, in points. Default: zero.
  open var preferredContentSize = CGSize.zero
}
