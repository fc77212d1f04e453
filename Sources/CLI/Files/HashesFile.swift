// The file of `video --hashes`: the settings of the frames, and a digest of each.
//
//   multiplane frames 1
//   pixels 780x1688
//   rate 30000/1001
//   from 0
//   background 0 0 0 1
//   scale 2
//   half floats
//   drawn by rows
//   0 e3b0c442...
//   1 ...
import Foundation
import ImageFiles
import Multiplane
import Video
import Workshop

/// The digests of a film's frames, and the settings of drawing.
struct HashesFile {
  var pixels: SizeArgument
  var rate: FrameRate
  /// The scene's time at frame 0, in seconds.
  var from: Double
  var background: ColorArgument
  var pixelFormat = OffscreenRenderer.PixelFormat.rgba8
  /// The renderer of the frames, in words; nil in older files.
  var drawer: String?
  /// The number of the first frame, and the digests from it on.
  var first = 0
  var digests: [String] = []

  private static let firstLine = "multiplane frames 1"

  /// Returns the lines before the digests, for the options of the film, some of which place the scene.
  func head(_ options: RenderOptions) -> String {
    let color = [background.red, background.green, background.blue, background.alpha].map { "\($0)" }
    var lines = [Self.firstLine, "pixels \(pixels)", "rate \(rate)", "from \(from)"]
    lines.append("background \(color.joined(separator: " "))")
    let sizing = options.sizing
    let values: KeyValuePairs<String, Any?> = [
      "size": sizing.size, "width": sizing.width, "height": sizing.height, "fit": sizing.fit?.rawValue,
      "align": sizing.align?.argument, "device": options.device, "scale": options.scale,
    ]
    for case (let name, let value?) in values { lines.append("\(name) \(value)") }
    if pixelFormat == .rgba16Float { lines.append("half floats") }
    if options.flipped { lines.append("flipped") }
    if let drawer { lines.append("drawn by \(drawer)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension HashesFile {
  /// Reads a file, and sets the options that the command line does not give to the film's values.
  init(contentsOf path: String, completing options: inout RenderOptions) throws(CommandError) {
    let bytes: [UInt8]
    do throws(ImageFileError) {
      bytes = try FileContents.read(path)
    } catch {
      throw CommandError(.noInput, "\(path): \(error.detail)")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first ?? "" == Self.firstLine else {
      throw CommandError(.malformedInput, "\(path):1: is no file of --hashes: expected '\(Self.firstLine)'")
    }
    var values: [Substring: String] = [:]
    (first, digests) = (0, [])
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard let number = Int(parts[0]) else {
        values[parts[0]] = parts.count > 1 ? String(parts[1]) : ""
        continue
      }
      let isDigest = parts.count > 1 && parts[1].count == 64 && parts[1].allSatisfy(\.isHexDigit)
      if digests.isEmpty { first = number }
      guard isDigest, 0...Int(Int32.max) ~= number, number == first + digests.count else {
        throw CommandError(.malformedInput, "\(path):\(index + 1): expected a frame's number and its SHA-256")
      }
      digests.append(String(parts[1]))
    }
    do {
      pixels = try SizeArgument(parsing: values["pixels"] ?? "")
      rate = try NumberArgument.frameRate(values["rate"] ?? "")
      from = try NumberArgument.seconds(values["from"] ?? "")
      background = try ColorArgument(parsing: values["background"] ?? "")
      if !options.sizing.isGiven, options.device == nil {
        options.sizing.size = try values["size"].map(SizeArgument.init(parsing:))
        options.sizing.width = try values["width"].map(NumberArgument.side)
        options.sizing.height = try values["height"].map(NumberArgument.side)
        options.sizing.fit = try values["fit"].map { text throws(ArgumentValueError) in
          guard let fit = CanvasFit(rawValue: text) else { throw ArgumentValueError("expected a fit, not '\(text)'") }
          return fit
        }
        options.sizing.align = try values["align"].map(CanvasAlignment.init(parsing:))
        options.device = try values["device"].map(DeviceArgument.init(parsing:))
      }
      if options.scale == nil { options.scale = try values["scale"].map(NumberArgument.scale) }
      options.flipped = options.flipped || values["flipped"] != nil
      pixelFormat = values["half"] == nil ? .rgba8 : .rgba16Float
      drawer = values["drawn"]?.trimmingPrefix("by ").description
    } catch {
      throw CommandError(.malformedInput, "\(path): in its head, \(error)")
    }
    guard !digests.isEmpty else { throw CommandError(.malformedInput, "\(path): has no frames") }
  }
}

/// Reads untrusted files of `bench --json`.
enum BenchmarkFile {
  private struct Head: Decodable {
    var kind: String
    var multiplane: String
  }

  private struct Content: Decodable {
    var report: BenchmarkReport
  }

  /// Returns the error for measurements that cannot be compared.
  static func failure(_ path: String, _ reason: String) -> CommandError {
    CommandError(.malformedInput, "\(path): \(reason)")
  }

  /// Returns the report of a file.
  static func read(_ path: String) throws -> BenchmarkReport {
    let data = Data(try FileContents.read(path))
    do {
      let head = try JSONDecoder().decode(Head.self, from: data)
      guard head.kind == "bench" else {
        throw failure(path, "kind: \(head.kind); expected bench, which 'bench --json' writes")
      }
      do {
        return try JSONDecoder().decode(Content.self, from: data).report
      } catch let error as DecodingError {
        let own = MultiplaneVersion.current
        let other = head.multiplane == own ? "" : "; it is of version \(head.multiplane), and this is \(own)"
        throw failure(path, error.place(in: "'bench --json'") + other)
      }
    } catch let error as DecodingError {
      throw failure(path, error.place(in: "'bench --json'"))
    }
  }
}

extension DecodingError {
  /// Returns the place of the error in the expected kind of file, and the expected value: `chunks[0].frames: missing`.
  func place(in what: String) -> String {
    if case .keyNotFound(let key, let context) = self {
      return "\(Self.name(context.codingPath + [key])): missing"
    }
    if case .typeMismatch(let type, let context) = self {
      let name = context.codingPath.isEmpty ? "the file" : Self.name(context.codingPath)
      return "\(name): of another kind; expected \(Self.noun(type))"
    }
    if case .valueNotFound(let type, let context) = self {
      return "\(Self.name(context.codingPath)): null; expected \(Self.noun(type))"
    }
    if case .dataCorrupted(let context) = self, !context.codingPath.isEmpty {
      return "\(Self.name(context.codingPath)): out of range"
    }
    return "no JSON of \(what)"
  }

  private static func name(_ path: [any CodingKey]) -> String {
    path.reduce("") { name, key in
      if let index = key.intValue { return "\(name)[\(index)]" }
      return name.isEmpty ? key.stringValue : "\(name).\(key.stringValue)"
    }
  }

  private static func noun(_ type: Any.Type) -> String {
    switch type {
    case is Int.Type, is Double.Type, is Int64.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
