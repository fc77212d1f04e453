import ArgumentParser
import CoreGraphics
import Documents
import ImageCodecs
import ImageFiles
import Multiplane
import SceneFiles
import Workshop

struct RenderCommand: ParsableCommand, OutputCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders one frame of a scene to a picture.",
    discussion: """
      The name of the output gives the format: \(PictureArgument.suffixes). The same scene at the same time gives the \
      same file, byte for byte: without a GPU on every x86-64 machine with the same fonts, with OpenGL on machines \
      with the same driver, GPU and vector instructions ('multiplane info' lists them). A failed run leaves no file \
      under that name.

      EXAMPLES
        multiplane render demo:postcard -o postcard.png
        multiplane render wallpaper.tendies --state Unlock --at 0.5 --scale 3 -o unlock.png
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The picture to write: \(PictureArgument.suffixes).", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "The scene's time, in seconds (default: 0). Several, separated by commas: a picture each, with {at} in the "
        + "name, or all in one by --sheet.", valueName: "seconds"),
    transform: NumberArgument.listOfSeconds)
  var at: [Double]?

  @Flag(help: "Put the pictures of several times into one, side by side, each at most 640 pixels wide.")
  var sheet = false

  @Option(
    help: ArgumentHelp("The scene's time as a fraction of its duration, from 0 to 1.", valueName: "0...1"),
    transform: NumberArgument.fraction)
  var progress: Double?

  @Option(help: StateArgument.help)
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The bits a component: 8, or 16 for .png, drawn in half floats (default: 8).", valueName: "n"),
    transform: NumberArgument.depth)
  var depth = 8

  @Option(
    help: ArgumentHelp(
      "The colour space of a picture of 16 bits: 'srgb', 'display-p3', 'linear', or 'pq' and 'hlg' with white at 203 "
        + "cd/m2 (default: srgb).", valueName: "space"))
  var colorSpace = PictureSpace.srgb

  @OptionGroup var capture: CaptureOption

  @OptionGroup var lottie: LottieOptions

  @OptionGroup var data: DataOptions

  @OptionGroup var options: RenderOptions

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    guard at == nil || progress == nil else {
      throw ValidationError("--at and --progress both set the time; give one of them")
    }
    guard !sheet || at != nil else {
      throw ValidationError("--sheet puts pictures of several times into one; give the times, as --at 0,0.5,1")
    }
    guard at?.count ?? 1 == 1 || sheet != output.contains(Self.placeholder) else {
      throw ValidationError("--at names several times: put {at} into --output's name, or all into one by --sheet")
    }
    guard at?.count ?? 1 == 1 || (data.data == nil && capture.capture == nil && depth == 8) else {
      throw ValidationError("--at names several times: leave --data, --capture and --depth out")
    }
    guard lottie.marker == nil || (at == nil && progress == nil) else {
      throw ValidationError("--marker sets the time; leave --at and --progress out")
    }
    guard depth == 8 || depth == 16 && ImageCodec.all.codec(forPath: output) == .png else {
      throw ValidationError("--depth is 8, or 16 for .png")
    }
    guard depth == 8 || capture.capture == nil else {
      throw ValidationError("--capture holds frames of 8 bits; leave --depth out")
    }
    guard colorSpace == .srgb || depth == 16 else {
      throw ValidationError("--color-space \(colorSpace.rawValue) needs more than 8 bits; give --depth 16, too")
    }
    try options.sizing.checkNames(outputFiles)
    try PictureArgument.checkOutput(output)
    guard data.data == nil || capture.capture == nil else {
      throw ValidationError("--capture writes one frame, and --data makes many; leave one of them out")
    }
  }

  func run() throws { try makeOutputs { try $0.makePicture(of: $1, $2, $3) } }

  mutating func nameFiles(by size: SizeArgument) { capture.capture = capture.capture.map(size.naming) }

  private func makePicture(
    of scene: LoadedScene, _ opening: RasterizerOpening?, _ rows: DataRun?
  ) throws -> DataRun.Drawn {
    var scene = scene
    try options.prepare(&scene, state: state, quiet: quiet || rows?.renderer != nil)
    // The copies: the drawn frame, the one being read, and the file.
    let renderer = try options.renderer(
      for: scene, opening: opening, sharing: rows?.renderer, frameCopies: 3,
      pixelFormat: depth == 8 ? .rgba8 : .rgba16Float)
    if depth == 16 { renderer.contentsDepth = colorSpace.hasLight ? .extended : .deep }
    rows?.renderer = renderer
    if let at, at.count > 1 || sheet {
      return try makePictures(at: at, of: scene, renderer)
    }
    let captured = capture.begin(renderer)
    let image = try renderer.image(of: scene.rootLayer, at: time(in: scene))
    try capture.finish(captured)
    let isQuiet = quiet || rows != nil
    options.report(renderer, quiet: isQuiet)
    if !isQuiet {
      for note in scene.filmNotes() { StandardError.write("multiplane: note: \(note)") }
    }
    if let pixels = image.deepPixels {
      try ImageFile.writePNG(
        pixels.withUnsafeBytes { colorSpace.picture(width: image.width, height: image.height, $0) }, to: output)
    } else {
      try ImageFile.write(image.bitmap, to: output)
    }
    if !isQuiet {
      StandardError.write(
        "wrote \(output): \(image.width)x\(image.height) pixels, drawn by \(renderer.rasterizer.drawingDevice)")
    }
    return DataRun.Drawn()
  }

  /// The place of the time in the name of one of several pictures.
  private static let placeholder = "{at}"

  /// Draws pictures of several times, into one or each into its file.
  private func makePictures(
    at times: [Double], of scene: LoadedScene, _ renderer: OffscreenRenderer
  ) throws -> DataRun.Drawn {
    var pictures = PictureSheet()
    for time in times {
      let image = try renderer.image(of: scene.rootLayer, at: time)
      if sheet {
        pictures.add(image)
      } else {
        try ImageFile.write(image.bitmap, to: output.replacing(Self.placeholder, with: time.shortText))
      }
    }
    options.report(renderer, quiet: quiet)
    if sheet { try ImageFile.write(pictures.bitmap(), to: output) }
    if !quiet {
      for note in scene.filmNotes() { StandardError.write("multiplane: note: \(note)") }
      StandardError.write(
        "wrote \(output): \(times.count) pictures, drawn by \(renderer.rasterizer.drawingDevice)")
    }
    return DataRun.Drawn()
  }

  private func time(in scene: LoadedScene) throws -> Double {
    if let marker = lottie.marker { return try scene.marker(named: marker).time }
    guard let progress else { return at?.first ?? 0 }
    guard let duration = scene.duration else {
      throw ValidationError("--progress needs a scene with a duration, and this one has none; use --at")
    }
    return progress * duration
  }

  var inputFiles: [String] { source.files + lottie.files + data.files + options.files }
  var outputFiles: [NamedOutput] {
    [NamedOutput("--output", output), NamedOutput("--capture", capture.capture), data.manifestFile].compactMap { $0 }
  }
}

/// The colour space of a picture.
enum PictureSpace: String, CaseIterable, ExpressibleByArgument {
  case srgb
  case displayP3 = "display-p3"
  case linear, pq, hlg

  private var name: CFString {
    switch self {
    case .srgb: CGColorSpace.sRGB
    case .displayP3: CGColorSpace.displayP3
    case .linear: CGColorSpace.linearSRGB
    case .pq: CGColorSpace.itur_2100_PQ
    case .hlg: CGColorSpace.itur_2100_HLG
    }
  }

  /// Whether the space has light above white.
  fileprivate var hasLight: Bool { self == .pq || self == .hlg }

  /// Returns a picture in the space, of half floats of extended sRGB.
  fileprivate func picture(width: Int, height: Int, _ pixels: UnsafeRawBufferPointer) -> DeepPicture {
    guard self != .srgb, let space = CGColorSpace(name: name), let conversion = SpaceConversion(to: space) else {
      return DeepPicture(width: width, height: height, pixels: pixels)
    }
    return DeepPicture(
      width: width, height: height, pixels: pixels, space: space.fileSpace, convert: conversion.components)
  }
}
