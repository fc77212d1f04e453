import Testing
import UIKit

/// Notes what it hears.
private final class Noting: UIViewController {
  var log: [String] = []
  let name: String

  init(_ name: String = "") {
    self.name = name
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func loadView() {
    log.append("load")
    super.loadView()
  }
  override func viewDidLoad() { log.append("didLoad") }
  override func viewWillAppear(_ animated: Bool) { log.append("willAppear") }
  override func viewIsAppearing(_ animated: Bool) { log.append("isAppearing") }
  override func viewWillLayoutSubviews() { log.append("willLayout") }
  override func viewDidLayoutSubviews() { log.append("didLayout") }
  override func viewDidAppear(_ animated: Bool) { log.append("didAppear") }
  override func viewWillDisappear(_ animated: Bool) { log.append("willDisappear") }
  override func viewDidDisappear(_ animated: Bool) { log.append("didDisappear") }
  override func willMove(toParent parent: UIViewController?) { log.append("willMove \(parent != nil)") }
  override func didMove(toParent parent: UIViewController?) { log.append("didMove \(parent != nil)") }
}

@Suite struct ViewControllerTests {
  @Test("The view is made when it is first asked for, once")
  func loading() {
    let controller = Noting()
    #expect(!controller.isViewLoaded && controller.viewIfLoaded == nil && controller.log.isEmpty)
    let view = controller.view
    #expect(controller.isViewLoaded && controller.view === view && controller.log == ["load", "didLoad"])
    #expect(view?.next === controller && controller.next == nil)
  }

  @Test("A window's controller fills it, and hears of its view in the order of Apple's system")
  func window() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    let controller = Noting()
    window.rootViewController = controller
    let view = try #require(controller.view)
    #expect(view.superview === window && view.frame == window.bounds && controller.next === window)
    #expect(controller.log == ["load", "didLoad", "willAppear", "isAppearing"])
    window.layoutIfNeeded()
    #expect(Array(controller.log.dropFirst(4)) == ["willLayout", "didLayout", "didAppear"])
    window.frame.size = CGSize(width: 100, height: 400)
    #expect(view.frame == CGRect(x: 0, y: 0, width: 100, height: 400))
    window.layoutIfNeeded()
    #expect(controller.log.filter { $0 == "didAppear" }.count == 1)
    controller.log = []
    let other = Noting()
    window.rootViewController = other
    #expect(controller.log == ["willDisappear", "didDisappear"] && view.superview == nil)
    #expect(other.view.superview === window)
  }

  @Test("A child hears of its parent, and of the window by its view")
  func children() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    let (parent, child) = (Noting(), Noting())
    window.rootViewController = parent
    window.layoutIfNeeded()
    parent.addChild(child)
    #expect(parent.children == [child] && child.parent === parent && child.log == ["willMove true"])
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    window.layoutIfNeeded()
    #expect(
      child.log == [
        "willMove true", "load", "didLoad", "willAppear", "isAppearing", "didMove true", "willLayout", "didLayout",
        "didAppear",
      ])
    child.log = []
    child.willMove(toParent: nil)
    child.view.removeFromSuperview()
    child.removeFromParent()
    #expect(child.log == ["willMove false", "willDisappear", "didDisappear", "didMove false"])
    #expect(parent.children.isEmpty && child.parent == nil)
  }

  @Test("The first layout gives subviews their places before viewDidLayoutSubviews, by constraints too")
  func layout() {
    final class Card: UIViewController {
      let box = UIView()
      var seen = CGRect.zero
      override func viewDidLoad() {
        box.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(box)
        view.setNeedsUpdateConstraints()
      }
      override func updateViewConstraints() {
        super.updateViewConstraints()
        guard view.constraints.isEmpty else { return }
        NSLayoutConstraint.activate([
          box.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 12),
          box.centerXAnchor.constraint(equalTo: view.centerXAnchor),
          box.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.5),
          box.heightAnchor.constraint(equalToConstant: 30),
        ])
      }
      override func viewDidLayoutSubviews() { seen = box.frame }
    }
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    let card = Card()
    window.rootViewController = card
    window.layoutIfNeeded()
    #expect(card.seen == CGRect(x: 75, y: 12, width: 150, height: 30))
  }

  @Test("A controller and its view are released with the window")
  func lifetime() {
    weak var controller: UIViewController?
    weak var view: UIView?
    do {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      window.rootViewController = UIViewController()
      (controller, view) = (window.rootViewController, window.rootViewController?.view)
      #expect(controller != nil && view != nil)
    }
    #expect(controller == nil && view == nil)
  }
}
