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
/// A replacement that matches nothing in the file is an error, which lists the file's names. In a Lottie document slots
/// are replaced first, then images and texts, then colours in their order. In CAML names are layers': texts are for
/// text layers, images for layers' contents, and a colour's path is `LAYER.keyPath`.
public struct SceneReplacements: Sendable {
  /// Texts by the names of text layers, in all compositions; a line break is `\n`.
  public var texts: [String: String] = [:]
  /// Image files by the ids of the document's images, whose places they take by ``imageFits`` and ``imageFit``. A film
  /// may replace an image, and plays.
  public var images: [String: URL] = [:]
  /// Films by the names of layers that show them, without sound. In a Lottie document these are layers of an image, a
  /// solid or a composition; a film begins with its layer, and fits by ``imageFits`` for the layer's name and
  /// ``imageFit``. In CAML any layer may have one, from the scene's beginning on, by its `contentsGravity`.
  public var clips: [String: SceneClipFile] = [:]
  /// The fitting of texts that exceed their room. Nil, the default, is the file's, as ``SceneTextFit/asWritten``; but
  /// excess is noted for text that was replaced or has a box.
  public var textFit: SceneTextFit?
  /// The same by the names of text layers, with precedence.
  public var textFits: [String: SceneTextFit] = [:]
  /// The fitting of images, the document's own included, to their rectangles. Nil, the default, is the document's, or
  /// else ``SceneImageFit/cover``, or with ``ScenePlayer/lottieIOS`` ``SceneImageFit/fill``.
  public var imageFit: SceneImageFit?
  /// The same by the images' ids, with precedence.
  public var imageFits: [String: SceneImageFit] = [:]
  /// Colours by key paths: the names from a layer to a fill, a stroke or an effect's colour, as `Card.Shape 1.Fill 1`,
  /// or to a solid or a text layer. `*` stands for one name, `**` for any number; a last `Color` is optional. A path
  /// continues into a precomposition, whose change shows wherever it is used. Later entries take precedence.
  public var colors: [(keyPath: String, color: CGColor)] = []
  /// Values of slots by their ids.
  public var slots: [String: SceneSlotValue] = [:]
  /// The files of written values of slots, by the slots' ids; by default the value is the path.
  package var slotFiles: [String: WrittenFile] = [:]
  /// Values of layers' properties by `LAYER.keyPath`, from a table; only for CAML.
  package var values: [(keyPath: String, value: WrittenValue)] = []

  /// The shape of the film, for a scene as JSON with several aspects. Default: nil, the document's widest.
  public var shape: SceneShape?

  /// Creates no replacements.
  public init() {}

  /// Whether nothing is to be replaced.
  public var isEmpty: Bool {
    if case .aspect? = shape { return false }
    return texts.isEmpty && images.isEmpty && clips.isEmpty && colors.isEmpty && slots.isEmpty && values.isEmpty
      && !hasFits
  }

  package var hasFits: Bool { textFit != nil || imageFit != nil || !textFits.isEmpty || !imageFits.isEmpty }
}

/// A value from a table, whose meaning its use determines.
package struct WrittenValue: Sendable {
  package let text: String
  /// The text as a colour, if it is one.
  package let color: CGColor?
  /// The file that the text names, if it is one.
  package let file: WrittenFile

  package init(_ text: String, color: CGColor?, file: WrittenFile) {
    (self.text, self.color, self.file) = (text, color, file)
  }
}

/// The file of a value that turns out to name one.
package enum WrittenFile: Sendable, Equatable {
  /// The file of that path, relative to the current folder.
  case asWritten
  case at(URL)
  /// None, as it must not be read, with the reason: "it lies outside of the folder".
  case none(String)

  /// Returns the file of a value. Throws the reason why it must not be read.
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
  /// An opacity in percent, an angle in degrees, or a width in points, depending on the slot's property.
  case number(Double)
  /// A colour.
  case color(CGColor)
  /// Two or three numbers: a position in points, a scale in percent.
  case vector([Double])
  /// A text.
  case text(String)
  /// An image file.
  case image(URL)
  /// A written value, as on a command line, whose kind is that of the slot in the file. A vector's numbers have commas
  /// between them; `\n` breaks a text's line; `color` is the text as a colour, if it is one.
  case written(String, color: CGColor?)
}

/// The fitting of a text that exceeds its room: its box, or without a box the width that the composition leaves it at
/// its position in the middle of its time.
public enum SceneTextFit: String, Sendable, CaseIterable {
  /// As in the file: in a box, lines break between words, and longer words anywhere; other text continues.
  case asWritten = "none"
  /// Lines break as in a box, and may exceed its height.
  case wrap
  /// The text is set smaller, down to 1 point, with its line height in proportion, until it fits without breaking
  /// words.
  case shrink
  /// An ellipsis replaces the excess text at the end of the last line; in text without a box, of each line.
  case ellipsis
}

/// The fitting of an image of other proportions to its rectangle.
public enum SceneImageFit: String, Sendable, CaseIterable {
  /// The image covers the rectangle in its proportions; the excess is cut off on both sides alike.
  case cover
  /// The whole image is in the middle of the rectangle, in its proportions.
  case contain
  /// The image is stretched.
  case fill
}

package enum LayerKeyPaths {
  private static let keys = Set(LayerClass.all.flatMap { $0.properties.all.map(\.key) }).sorted()
  private static let components = ValueComponent.allCases.map(\.rawValue)

  /// Returns the key path that was probably meant; nil if none is similar.
  package static func nearest(to keyPath: String) -> String? {
    let parts = keyPath.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first else { return nil }
    guard parts.count == 2 else { return whole(of: first) ?? keys.nearest(to: first) }
    // A field without its property, as in CSS.
    if components.contains(keyPath) { return whole(of: keyPath) }
    guard let key = keys.contains(first) ? first : keys.nearest(to: first) else { return nil }
    guard let field = components.contains(parts[1]) ? parts[1] : components.nearest(to: parts[1]) else { return key }
    let path = "\(key).\(field)"
    return path == keyPath ? nil : path
  }

  package static func guess(of keyPath: String) -> String {
    nearest(to: keyPath).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns the key path of a lone field: `scale` is one of `transform`.
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
