// What a caller puts into a Lottie document in place of what it says, before layers are made of it.

public import CoreGraphics
import Foundation

/// What to put into a Lottie file in place of what it says.
///
/// ```swift
/// var options = SceneLoadOptions()
/// options.lottie.replacements.texts["Title"] = "Hello"
/// options.lottie.replacements.colors.append(("Card.Shape 1.Fill 1", .black))
/// let scene = try LottieScene(contentsOf: url, options: options)
/// ```
///
/// One that matches nothing in the document is an error, which lists what there is. Slots are replaced first, then
/// images and texts, then colours in their order.
public struct LottieReplacements: Sendable {
  /// Texts by the names of text layers, in all compositions; a line break is `\n`.
  public var texts: [String: String] = [:]
  /// Image files by the ids of the document's images; each lies where the image does that it replaces, as
  /// ``imageFits`` and ``imageFit`` say.
  public var images: [String: URL] = [:]
  /// What becomes of texts that are too long for their room; nil, the default: what the file says, as with
  /// ``LottieTextFit/asWritten``, and what does not fit is noted where a text was replaced or has a box.
  public var textFit: LottieTextFit?
  /// The same for the text layers of a name, which counts first.
  public var textFits: [String: LottieTextFit] = [:]
  /// How images, the document's own and those in their place, fill their rectangles; nil, the default: as the document
  /// says, else ``LottieImageFit/cover``, and with ``LottiePlayer/lottieIOS`` ``LottieImageFit/fill``.
  public var imageFit: LottieImageFit?
  /// The same by the images' ids, which counts first.
  public var imageFits: [String: LottieImageFit] = [:]
  /// Colours by key paths: the names from a layer to a fill, a stroke or an effect's colour, such as
  /// `Card.Shape 1.Fill 1`, or of a layer that has a colour itself, a solid or a text. `*` stands for one name, `**`
  /// for any number of them; a last `Color` may be written or not. Inside a precomposition the path goes on with its
  /// layers, and what is changed there is changed wherever that composition is shown. Later ones win.
  public var colors: [(keyPath: String, color: CGColor)] = []
  /// Values of slots, by their ids.
  public var slots: [String: LottieSlotValue] = [:]

  /// No replacements.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { texts.isEmpty && images.isEmpty && colors.isEmpty && slots.isEmpty && !hasFits }

  /// Whether it says how texts or images fit.
  var hasFits: Bool { textFit != nil || imageFit != nil || !textFits.isEmpty || !imageFits.isEmpty }
}

/// A value for a slot of a Lottie file.
public enum LottieSlotValue: Sendable {
  /// An opacity in percent, an angle in degrees, a width in points: what the slot's property is.
  case number(Double)
  /// A colour.
  case color(CGColor)
  /// A position in points, a scale in percent: two numbers, or three.
  case vector([Double])
  /// A text.
  case text(String)
  /// An image file.
  case image(URL)
  /// Any of these as it is written, such as on a command line: what the slot holds in the file says which. Numbers of a
  /// vector have commas between them; in a text `\n` breaks the line; the colour is the text's meaning as one, where it
  /// has one.
  case written(String, color: CGColor?)
}

extension String {
  /// A text as it is written where a line cannot be broken, on a command line or in a table: `\n` breaks the line.
  package var withLineBreaks: String { replacing("\\n", with: "\n") }
}

/// How to load a Lottie file.
public struct LottieLoadOptions: Sendable {
  /// Which of an archive's animations; nil for the one that is to be shown first.
  public var animation: String?
  /// Which of an archive's themes; nil for the one that the animation is to be shown with first.
  public var theme: String?
  /// What to put in place of what the file says.
  public var replacements = LottieReplacements()
  /// The player whose own ways are drawn; nil, the default, draws as the format says.
  public var imitating: LottiePlayer?

  /// The file as it is.
  public init() {}

  /// Whether nothing is asked for.
  package var isEmpty: Bool { animation == nil && theme == nil && replacements.isEmpty }

  /// Whether a file's scene is made with these: whether it is a Lottie file, by its suffix.
  package static func areFor(path: String) -> Bool {
    ["json", "lottie"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }
}
