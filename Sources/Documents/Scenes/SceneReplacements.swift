// Tested by KeyPathGuessTests.

public import CoreGraphics
import Foundation
import ImageFiles
import QuartzCore

/// The replacements of parts of a scene's file.
///
/// ```swift
/// var options = SceneLoadOptions()
/// options.replacements.texts["Title"] = "Hello"
/// options.replacements.colors.append(("Card.Shape 1.Fill 1", .black))
/// let scene = try Scene(contentsOf: url, options: options)
/// ```
///
/// A replacement that matches nothing in the file is an error, which lists the names in the file. In a Lottie document
/// slots are replaced first, then images and texts, then colours in their order. In CAML names are those of layers:
/// texts are put into text layers, images are layers' contents, and a colour's path is `LAYER.keyPath`.
public struct SceneReplacements: Sendable {
  /// Texts by the names of text layers, in all compositions; a line break is `\n`.
  public var texts: [String: String] = [:]
  /// Image files by the ids of the document's images; each lies where the image does that it replaces, as
  /// ``imageFits`` and ``imageFit`` say. A film may stand for an image, and plays.
  public var images: [String: URL] = [:]
  /// Films by the names of layers, which show them: in a Lottie document layers of an image, a solid or a composition,
  /// from the layer's own beginning on, as ``imageFits`` by the layer's name and ``imageFit`` say; in CAML any layer of
  /// the name, from the scene's beginning on, as its `contentsGravity` says. Nothing is heard of them.
  public var clips: [String: SceneClipFile] = [:]
  /// The fitting of texts that are too long for their room. With nil, the default, the file decides, as with
  /// ``SceneTextFit/asWritten``, and text that does not fit is noted where it was replaced or has a box.
  public var textFit: SceneTextFit?
  /// The same for the text layers of a name, which counts first.
  public var textFits: [String: SceneTextFit] = [:]
  /// The way in which images, the document's own and their replacements, fill their rectangles. With nil, the default,
  /// the document decides, else ``SceneImageFit/cover``, and with ``ScenePlayer/lottieIOS`` ``SceneImageFit/fill``.
  public var imageFit: SceneImageFit?
  /// The same by the images' ids, which counts first.
  public var imageFits: [String: SceneImageFit] = [:]
  /// Colours by key paths: the names from a layer to a fill, a stroke or an effect's colour, such as
  /// `Card.Shape 1.Fill 1`, or of a layer that has a colour itself, a solid or a text. `*` stands for one name, `**`
  /// for any number of them; a last `Color` may be written or not. Inside a precomposition the path goes on with its
  /// layers, and what is changed there is changed wherever that composition is shown. Later ones win.
  public var colors: [(keyPath: String, color: CGColor)] = []
  /// Values of slots, by their ids.
  public var slots: [String: SceneSlotValue] = [:]
  /// The files that written values of slots stand for, by the slots' ids; the default is the value itself.
  package var slotFiles: [String: WrittenFile] = [:]
  /// Values of layers' properties by `LAYER.keyPath`, as a table has them; CAML alone has such.
  package var values: [(keyPath: String, value: WrittenValue)] = []

  /// No replacements.
  public init() {}

  /// Whether there is nothing to replace.
  public var isEmpty: Bool {
    texts.isEmpty && images.isEmpty && clips.isEmpty && colors.isEmpty && slots.isEmpty && values.isEmpty && !hasFits
  }

  package var hasFits: Bool { textFit != nil || imageFit != nil || !textFits.isEmpty || !imageFits.isEmpty }
}

/// A value as a table has it: what it is for says how it reads.
package struct WrittenValue: Sendable {
  package let text: String
  /// The text's meaning as a colour, where it has one.
  package let color: CGColor?
  /// The file that is meant, where it is one.
  package let file: WrittenFile

  package init(_ text: String, color: CGColor?, file: WrittenFile) {
    (self.text, self.color, self.file) = (text, color, file)
  }
}

/// The file that is meant by a value, where the value turns out to stand for one.
package enum WrittenFile: Sendable, Equatable {
  /// The one of that path, from the current folder on.
  case asWritten
  case at(URL)
  /// None that may be read, and why: "it lies outside of the folder".
  case none(String)

  /// The file of a value. Throws why it may not be read.
  package func url(of text: String, in document: String) throws(SceneFileError) -> URL {
    switch self {
    case .asWritten: return URL(fileURLWithPath: text)
    case .at(let url): return url
    case .none(let reason):
      throw SceneFileError(.unsuitableValue, file: document, "the file '\(text.excerpt)' is not read: \(reason)")
    }
  }
}

/// A value for a slot of a Lottie file.
public enum SceneSlotValue: Sendable {
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
  /// vector have commas between them; in a text `\n` breaks the line; the colour is the text's meaning as one.
  case written(String, color: CGColor?)
}

/// The fitting of a text that is too long for its room. Its room is its box, or without a box the width that the
/// composition leaves the text at its position in the middle of its time.
public enum SceneTextFit: String, Sendable, CaseIterable {
  /// As the file says: in a box lines break between words, and longer words anywhere; other text goes on.
  case asWritten = "none"
  /// Lines break as in a box, and may be more than the box has room for.
  case wrap
  /// The text becomes smaller until it fits, its lines no closer to each other than that makes them; words are not
  /// broken. It is at least 1 point large.
  case shrink
  /// An ellipsis replaces the text that does not fit, at the end of the last line; in text without a box, of each line.
  case ellipsis
}

/// The way in which an image of another shape fills the document's rectangle for it.
public enum SceneImageFit: String, Sendable, CaseIterable {
  /// It fills the rectangle and keeps its shape; the parts beyond the edges are cut off, on both sides alike.
  case cover
  /// All of it is seen, in the middle of the rectangle.
  case contain
  /// It is stretched.
  case fill
}

package enum LayerKeyPaths {
  private static let keys = Set(LayerClass.all.flatMap { $0.properties.all.map(\.key) }).sorted()
  private static let components = ValueComponent.allCases.map(\.rawValue)

  /// The key path that was probably meant; nil where none is near.
  package static func nearest(to keyPath: String) -> String? {
    let parts = keyPath.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first else { return nil }
    guard parts.count == 2 else { return whole(of: first) ?? keys.nearest(to: first) }
    // A field without its property, as CSS has them.
    if components.contains(keyPath) { return whole(of: keyPath) }
    guard let key = keys.contains(first) ? first : keys.nearest(to: first) else { return nil }
    guard let field = components.contains(parts[1]) ? parts[1] : components.nearest(to: parts[1]) else { return key }
    let path = "\(key).\(field)"
    return path == keyPath ? nil : path
  }

  package static func guess(of keyPath: String) -> String {
    nearest(to: keyPath).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The key path of a field that stands alone: `scale` is one of `transform`.
  private static func whole(of field: String) -> String? {
    switch ValueComponent(rawValue: field) {
    case .x, .y: "position.\(field)"
    case .width, .height: "bounds.size.\(field)"
    case .origin, .size, .originX, .originY, .sizeWidth, .sizeHeight: "bounds.\(field)"
    case nil: nil
    default: "transform.\(field)"
    }
  }
}
