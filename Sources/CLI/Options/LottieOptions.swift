import ArgumentParser
import CoreGraphics
import Foundation
import ImageFiles
import SceneFiles

/// The options for a file's content: all of them for Lottie; texts, images and colours also for CAML.
struct LottieOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The animation of a .lottie archive (default: the first that it shows).", valueName: "id"))
  var animation: String?

  @Option(help: ArgumentHelp("The theme of a .lottie archive (default: the animation's own, if any).", valueName: "id"))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "A marker of a Lottie file: a film shows its stretch, a picture its first frame.", valueName: "name"))
  var marker: String?

  @Option(
    help: ArgumentHelp(
      "The aspect of a scene as JSON that has several, such as 9:16 (default: the nearest one to --size or the clip, "
        + "else the widest).", valueName: "W:H"))
  var aspect: String?

  @Option(
    name: .customLong("text"),
    help: ArgumentHelp(
      "The text of the text layers of a name; \\n breaks the line. May be given again.", valueName: "layer=text"),
    transform: AssignmentArgument.init(parsing:))
  var texts: [AssignmentArgument] = []

  @Option(
    name: .customLong("image"),
    help: ArgumentHelp(
      "A file in place of a Lottie document's image, or of a layer's contents. May be given again.",
      valueName: "id=file"), transform: AssignmentArgument.init(parsing:))
  var images: [AssignmentArgument] = []

  @Option(
    name: .customLong("layer"),
    help: ArgumentHelp(
      "A film in the layers of a name, from its second IN to OUT; at its end it loops, holds its last frame, or "
        + "shows nothing. In a Lottie document the layer is an image, a solid or a composition. The film is silent. "
        + "May be given again.", valueName: "name=\(SceneClipFile.form)"), transform: LayerArgument.init(parsing:))
  var layers: [LayerArgument] = []

  @Option(
    name: .customLong("color"),
    help: ArgumentHelp(
      "A colour by its key path, such as 'Card.Shape 1.Fill 1' or '**.Fill 1' in a Lottie document, or "
        + "LAYER.backgroundColor. May be given again.", valueName: "path=colour"),
    transform: AssignmentArgument.init(parsing:))
  var colors: [AssignmentArgument] = []

  @Option(
    name: .customLong("slot"),
    help: ArgumentHelp(
      "The value of a Lottie document's slot: a number, numbers separated by commas, a colour, a text or an image "
        + "file, by the slot's type. May be given again.", valueName: "id=value"),
    transform: AssignmentArgument.init(parsing:))
  var slots: [AssignmentArgument] = []

  @Option(
    name: .customLong("text-fit"),
    help: ArgumentHelp(
      "The treatment of a Lottie file's texts that are longer than their box, or wider than the composition: "
        + "\(SceneTextFit.names) (default: none); with a name, of the text layers of that name. May be given again.",
      valueName: "[layer=]fit"), transform: FitArgument<SceneTextFit>.init(parsing:))
  var textFits: [FitArgument<SceneTextFit>] = []

  @Option(
    name: .customLong("image-fit"),
    help: ArgumentHelp(
      "How a Lottie file's images of another shape fill their rectangles: \(SceneImageFit.names) (default: as the "
        + "file says, else cover); with an id, that image. May be given again.", valueName: "[id=]fit"),
    transform: FitArgument<SceneImageFit>.init(parsing:))
  var imageFits: [FitArgument<SceneImageFit>] = []

  @Option(
    help: ArgumentHelp(
      "The player whose deviations from the format a Lottie file is drawn with: lottie-ios (default: none).",
      valueName: "player"),
    transform: { text in
      guard let player = ScenePlayer(rawValue: text) else {
        throw ArgumentValueError("expected lottie-ios")
      }
      return player
    })
  var like: ScenePlayer?

  func loadOptions() throws -> SceneLoadOptions {
    var options = SceneLoadOptions()
    (options.animation, options.theme, options.imitating) = (animation, theme, like)
    options.replacements.shape = aspect.map(SceneShape.aspect)
    for text in texts { options.replacements.texts[text.key] = text.value.withLineBreaks }
    for image in images { options.replacements.images[image.key] = URL(fileURLWithPath: image.value) }
    for layer in layers { options.replacements.clips[layer.name] = layer.clip }
    for fit in textFits {
      if let name = fit.name {
        options.replacements.textFits[name] = fit.fit
      } else {
        options.replacements.textFit = fit.fit
      }
    }
    for fit in imageFits {
      if let id = fit.name {
        options.replacements.imageFits[id] = fit.fit
      } else {
        options.replacements.imageFit = fit.fit
      }
    }
    for slot in slots {
      options.replacements.slots[slot.key] = .written(slot.value, color: ColorArgument.cgColor(slot.value))
      options.replacements.slotFiles[slot.key] = slot.file
    }
    for color in colors {
      do {
        options.replacements.colors.append((color.key, try ColorArgument(parsing: color.value).cgColor))
      } catch {
        throw ValidationError("--color '\(color.key)=\(color.value)': \(error)")
      }
    }
    return options
  }
}

/// `NAME=FILE[@IN[-OUT]][,loop|hold]`.
struct LayerArgument: Equatable {
  let name: String
  var clip: SceneClipFile

  /// Parses an assignment; the first `=` ends the layer's name.
  init(parsing text: String) throws(ArgumentValueError) {
    guard let assignment = try? AssignmentArgument(parsing: text), let clip = SceneClipFile(parsing: assignment.value)
    else { throw ArgumentValueError("expected NAME=\(SceneClipFile.form), such as 'Photo=waves.mp4@2-6,loop'") }
    (name, self.clip) = (assignment.key, clip)
  }
}

/// `FIT`, or `NAME=FIT`.
struct FitArgument<Fit: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  let name: String?
  let fit: Fit

  /// Parses an assignment: names may contain `=`, fits do not.
  init(parsing text: String) throws(ArgumentValueError) {
    let sign = text.lastIndex(of: "=")
    name = sign.map { String(text[..<$0]) }
    guard let fit = Fit(rawValue: sign.map { String(text[text.index(after: $0)...]) } ?? text), name != "" else {
      throw ArgumentValueError("expected \(Fit.names), or NAME=FIT")
    }
    self.fit = fit
  }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The names in a list, for help and messages.
  fileprivate static var names: String { allCases.map(\.rawValue).listed(by: "or") }
}

/// `KEY=VALUE`.
struct AssignmentArgument: Equatable {
  let key: String
  private(set) var value: String
  /// The file that the value names, if any.
  var file = WrittenFile.asWritten

  func replacing(_ value: String) -> AssignmentArgument {
    var other = self
    other.value = value
    return other
  }

  /// Parses an assignment; the first `=` ends the key.
  init(parsing text: String) throws(ArgumentValueError) {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
      throw ArgumentValueError("expected KEY=VALUE, such as 'Title=Hello'")
    }
    (key, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }
}

/// The options of a command that makes a file for each row.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of rows of data, \(DataTable.suffixes.joined(separator: ", ")): one output each. Columns are named "
        + "text:LAYER, image:ID, clip:LAYER, color:PATH, slot:ID, layer:LAYER.keyPath, text-fit:LAYER or "
        + "image-fit:ID, or by the bare name; --output has columns in braces, such as 'out/{name}.mp4', or {row}, the "
        + "row's number.", valueName: "file"))
  var data: String?

  @OptionGroup var root: DataRootOption

  @Option(
    help: ArgumentHelp(
      "The rows of --data to make, from 1, such as '3' or '1-10,15'; --output may then name a single row's file "
        + "(default: all).", valueName: "list"), transform: RowList.init(parsing:))
  var rows: RowList?

  @Option(
    help: ArgumentHelp(
      "A file for one line of JSON a row: its number, line, output, and how it ended (default: standard output).",
      valueName: "file"))
  var manifest: String?

  @Flag(help: "Check all rows of --data, and write only the manifest.")
  var dryRun = false

  func validate() throws {
    guard data != nil || (manifest == nil && rows == nil && !dryRun) else {
      throw ValidationError("--rows, --manifest and --dry-run are about the rows of --data; give it")
    }
    try root.check(data)
  }
}

/// Numbers of rows, from 1, such as `1-10,15`.
struct RowList: Equatable {
  let ranges: [ClosedRange<Int>]

  init(parsing text: String) throws(ArgumentValueError) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1], first >= 1, first <= last else {
        throw ArgumentValueError("expected numbers of rows from 1, such as '3' or '1-10,15'")
      }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

  /// Whether it names one row.
  var isSingle: Bool { ranges.count == 1 && ranges[0].count == 1 }
}

struct DataRootOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder, in addition to the folder of the rows, in which files may lie that rows of --data name, links "
        + "followed (default: the folder of the rows alone).", valueName: "folder"))
  var dataRoot: String?

  /// Throws for a folder without rows.
  func check(_ data: String?) throws {
    guard data != nil || dataRoot == nil else {
      throw ValidationError("--data-root is about the rows of --data; give it")
    }
  }
}
