// A screen as an app has it: a controller whose view is laid out by a stack and by anchors, and whose card opens.

import UIKit
import UniformTypeIdentifiers

final class ProfileController: UIViewController {
  private let nameLabel = UILabel()
  private let noteLabel = UILabel()
  let avatar = UIView()
  let card = UIView()
  let button = UIButton(type: .system)
  private(set) lazy var stack = UIStackView(arrangedSubviews: [header, noteLabel, button])
  private lazy var header = UIStackView(arrangedSubviews: [avatar, nameLabel])
  private var cardHeight: NSLayoutConstraint!
  private(set) var events: [String] = []

  var name = "" { didSet { nameLabel.text = name } }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    avatar.backgroundColor = .systemTeal
    noteLabel.numberOfLines = 0
    noteLabel.text = "A note that is long enough to take more than one line of the card, whatever the font is."
    button.setTitle("More", for: .normal)
    button.setImage(UIImage(systemName: "chevron.down"), for: .normal)
    header.spacing = 12
    header.alignment = .center
    stack.axis = .vertical
    stack.spacing = 8
    stack.setCustomSpacing(16, after: noteLabel)
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = UIEdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
    view.addSubview(card)
    card.addSubview(stack)
    for view in [card, stack] { view.translatesAutoresizingMaskIntoConstraints = false }
    setUpConstraints()
  }

  private func setUpConstraints() {
    let guide = view.safeAreaLayoutGuide
    cardHeight = NSLayoutConstraint(
      item: card, attribute: .height, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: 1,
      constant: 40)
    cardHeight.priority = UILayoutPriority(rawValue: 740)
    NSLayoutConstraint.activate([
      card.topAnchor.constraint(equalTo: guide.topAnchor, constant: 20),
      card.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 20),
      card.trailingAnchor.constraint(equalTo: guide.trailingAnchor, constant: -20),
      cardHeight,
      stack.topAnchor.constraint(equalTo: card.topAnchor),
      stack.leadingAnchor.constraint(equalTo: card.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: card.trailingAnchor),
      stack.bottomAnchor.constraint(lessThanOrEqualTo: card.bottomAnchor),
      avatar.widthAnchor.constraint(equalToConstant: 40),
      avatar.heightAnchor.constraint(equalTo: avatar.widthAnchor),
    ])
  }

  func open() {
    cardHeight.constant = 250
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear, animations: { self.view.layoutIfNeeded() })
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    events.append("willAppear")
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    // As on Apple's systems only the direct subviews have their places by now.
    card.layoutIfNeeded()
    avatar.layer.cornerRadius = avatar.bounds.width / 2
    events.append("layout")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    events.append("didAppear")
  }

  /// The name of a file of the card's picture.
  static func fileName(for type: UTType) -> String? {
    guard type.conforms(to: .image) else { return nil }
    return type.preferredFilenameExtension.map { "card." + $0 }
  }
}
