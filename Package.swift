// swift-tools-version: 6.2
import PackageDescription

/// Swift 6 mode (the tools version's default), every warning an error, and the language features of the next mode.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// For what only calls the others, options, reports and tools: the optimiser makes it no faster, and takes 20 of the 33
/// CPU seconds that the command and the preview build in. SwiftPM calls such a flag unsafe, and lets no package depend
/// by version on a product that has it: of the products, the command alone.
let plain: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A target of ours; the modules may use each other only as listed here, and the list only points down.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], settings: [SwiftSetting] = [],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict + settings, plugins: plugins)
}

/// A module's dependency on what reads and writes films, which is there where the trait is.
let films = Target.Dependency.target(name: "Video", condition: .when(traits: ["Films"]))

/// A library of the system, with its module map in Sources/C.
func library(_ name: String, pkgConfig: String? = nil, apt package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// C where Swift cannot go, in Sources/C.
func c(
  _ name: String, exclude: [String] = [], cxx: [CXXSetting] = [], linking libraries: [String] = []
) -> Target {
  .target(
    name: name, path: "Sources/C/\(name)", exclude: exclude, cxxSettings: cxx,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The tests of a module, with what all tests share. `_Testing_CoreGraphics` and its like stand in for overlays of
/// Swift Testing that Linux does not have, and which the compiler looks for wherever Testing meets modules of those
/// names.
///
/// They are not optimised, which halves the compiler's time. Loops over pixels would take many times as long: they lie
/// in the modules of Tests/Support, which are optimised.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  let overlays: [Target.Dependency] = ["_Testing_CoreGraphics", "_Testing_CoreImage", "_Testing_UIKit"]
  return .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"] + overlays, exclude: exclude,
    swiftSettings: strict + plain)
}

let package = Package(
  name: "multiplane",
  products: [
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "CoreText", targets: ["CoreText"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "CoreImage", targets: ["CoreImage"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "Multiplane", targets: ["Multiplane"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "SceneFiles", targets: ["SceneFiles"]),
    // For clients' tests, which meet the same overlays as ours (`tests`).
    .library(name: "MultiplaneTesting", targets: ["_Testing_CoreGraphics", "_Testing_CoreImage", "_Testing_UIKit"]),
    .executable(name: "multiplane", targets: ["CLI"]),
  ],
  // A client that says `traits: []` has pictures alone, and needs no headers of FFmpeg's libraries.
  traits: [
    .default(enabledTraits: ["Films"]),
    .trait(name: "Films", description: "Films, clips and sound, by FFmpeg's libraries"),
  ],
  dependencies: [
    // Ranges, so that packages that use this one can resolve. The gate (.ci/run) builds with the lowest of them; there
    // is no Package.resolved in the repository, as it holds commits, and mirrors have others for a tag.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    // Sources/C. CPNG's and CJPEG's errors jump, CVirtualInit calls an initialiser that is not `required`, CArguments
    // is called before `main`.
    library("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
    library("CGIF", apt: "libgif-dev"),
    library("CLCMS", pkgConfig: "lcms2", apt: "liblcms2-dev"),
    library("CGcrypt", pkgConfig: "libgcrypt", apt: "libgcrypt20-dev"),
    library("CZip", pkgConfig: "libzip", apt: "libzip-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    library("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    // What path coverage is tested against.
    library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    library("CFontconfig", pkgConfig: "fontconfig", apt: "libfontconfig-dev"),
    library("CPango", pkgConfig: "pangoft2", apt: "libpango1.0-dev"),
    c("CPNG", linking: ["png", "z"]),
    c("CVirtualInit"),
    c("CArguments"),
    c(
      "CRows",
      exclude: [
        "curves.inc", "decoded.inc", "deep.inc", "functions.inc", "light.inc", "list.inc", "over.inc", "program.inc",
        "programs.inc", "rows.inc", "steps.inc", "yuv.inc",
      ],
      cxx: [.headerSearchPath("../../../Shaders")]),
    // Expressions in Lottie files: Duktape's source, which Debian's package brings along.
    c("CDuktape"),
    c("CJPEG", linking: ["jpeg"]),
    // The font of machines without fonts.
    c("CLastResort", exclude: ["MultiplaneSans.ttf", "OFL.txt"]),
    // Not linked: opened when a video is first written, a display looked for, a page served.
    c("CLibAV"),
    c("COpenGL"),
    c("CMicroHTTPD"),

    // From the bottom up; see the article Contributing/Modules.md.
    module("ImageFiles", ["CPNG", "CJPEG", "CLCMS", "CGcrypt"]),
    module("ImageCodecs", ["ImageFiles", "CWebP", "CGIF"]),
    module("CoreGraphics", ["ImageFiles", "CCairo", "CFontconfig", "CFreeType", "CLastResort"]),
    module("TextLayout", ["CoreGraphics", "CPango"]),
    module("CoreText", ["CoreGraphics", "TextLayout"]),
    module("CoreMedia"),
    module("UniformTypeIdentifiers"),
    module("QuartzCore", ["CoreGraphics", "TextLayout", "CVirtualInit"]),
    module("ImageIO", ["ImageFiles", "ImageCodecs", "CoreGraphics", "QuartzCore"]),
    module("CoreImage", ["CoreGraphics", "QuartzCore"]),
    module(
      "UIKit",
      ["ImageFiles", "ImageCodecs", "CoreGraphics", "TextLayout", "CoreText", "QuartzCore", "CVirtualInit"]),
    module("Coverage", ["CoreGraphics", "CFreeType"]),
    module(
      "Compositor", ["ImageFiles", "CoreGraphics", "Coverage", "TextLayout", "QuartzCore"], plugins: ["EmbedShaders"]),
    module(
      "GLRenderer", ["ImageFiles", "COpenGL", "CoreGraphics", "Compositor"], plugins: ["EmbedShaders"]),
    module("RowRenderer", ["CRows", "ImageFiles", "CoreGraphics", "Compositor"]),
    module("Video", ["ImageFiles", "ImageCodecs", "CoreGraphics", "CLibAV", "CRows"]),
    module(
      "Multiplane",
      [
        "ImageFiles", "CoreGraphics", "QuartzCore", "Compositor", "GLRenderer", "RowRenderer", films,
        .product(name: "Logging", package: "swift-log"),
      ]),
    module("AVFoundation", ["CoreMedia", "CoreGraphics", "QuartzCore", "Video", "Multiplane"]),
    module("Documents", ["ImageFiles", "ImageCodecs", "CoreGraphics", "QuartzCore", "ImageIO", "CZip", "CZlib"]),
    module(
      "Workshop",
      [
        "ImageFiles", "ImageCodecs", "CoreGraphics", "QuartzCore", "Compositor", "GLRenderer", "Video", "Multiplane",
        "Documents",
      ]),
    module("CAML", ["CoreGraphics", "QuartzCore", "Documents"]),
    module("SceneJSON", ["ImageFiles", "CoreGraphics", "QuartzCore", "Documents"]),
    module("Lottie", ["CoreGraphics", "CoreText", "QuartzCore", "Documents", "CDuktape"]),
    module("Captions", ["CoreGraphics", "TextLayout", "CoreText", "QuartzCore", "Documents"]),
    module(
      "SceneFiles",
      [
        "ImageFiles", "CoreGraphics", "QuartzCore", films, "Multiplane", "Documents", "CAML", "SceneJSON", "Lottie",
        "Captions",
      ]),
    module(
      "Gallery", ["CoreGraphics", "QuartzCore", "CoreImage", "UIKit", "Documents", "SceneJSON"], exclude: ["Files"],
      plugins: ["EmbedShaders"]),
    module(
      "Preview",
      [
        "ImageFiles", "ImageCodecs", "CoreGraphics", "QuartzCore", "Multiplane", "Documents", "Workshop",
        "CMicroHTTPD",
      ], exclude: ["Page"], settings: plain, plugins: ["EmbedShaders"]),
    module("Blocks", exclude: ["Files"], settings: plain, plugins: ["EmbedShaders"]),
    .executableTarget(
      name: "CLI",
      dependencies: [
        "ImageFiles", "ImageCodecs", "CoreGraphics", "QuartzCore", "Compositor", "GLRenderer", "Multiplane", "Video",
        "Workshop", "SceneFiles", "Documents", "CAML", "SceneJSON", "Gallery", "Blocks", "Preview", "CArguments",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict + plain),

    // Shaders/ as string constants of GLRenderer.
    .executableTarget(name: "embed-shaders", path: "tools/lib/embed-shaders/command", swiftSettings: strict),
    .plugin(
      name: "EmbedShaders", capability: .buildTool(), dependencies: ["embed-shaders"],
      path: "tools/lib/embed-shaders/plugin", exclude: ["Shaders"]),

    // What Apple's modules declare and ours do not; tools/api-coverage calls it.
    .executableTarget(
      name: "api-coverage", path: "tools/lib/api-coverage/coverage", swiftSettings: strict + plain),

    tests("CoreGraphicsTests", ["CoreGraphics", "ImageFiles", "ImageCodecs", "CCairo", "TestPaths"]),
    tests("CoreMediaTests", ["CoreMedia"]),
    tests(
      "UniformTypeIdentifiersTests", ["UniformTypeIdentifiers", "ImageFiles", "ImageCodecs", "AVFoundation"]),
    tests("QuartzCoreTests", ["QuartzCore", "CoreGraphics"]),
    tests("CoreImageTests", ["CoreImage", "QuartzCore", "CoreGraphics"]),
    tests("ImageFileTests", ["ImageFiles", "ImageCodecs"]),
    tests(
      "TextTests", ["TextLayout", "CoreText", "UIKit", "QuartzCore", "CoreGraphics", "ImageFiles", "ImageCodecs"]),
    tests(
      "ImageIOTests", ["ImageIO", "ImageFiles", "ImageCodecs", "CoreGraphics", "QuartzCore", "CLCMS"],
      exclude: ["Truths"]),
    tests("VideoTests", ["Video", "ImageFiles", "ImageCodecs", "CLibAV", "CRows", "TestFilms"]),
    tests("GLRendererTests", ["GLRenderer", "Compositor", "QuartzCore", "COpenGL"]),
    tests("RowRendererTests", ["CRows", "RowRenderer", "Compositor", "QuartzCore"]),
    tests("DocumentsTests", ["Documents", "TestDocuments", "CZlib"]),
    tests(
      "CAMLTests",
      ["CAML", "Documents", "SceneFiles", "ImageFiles", "ImageCodecs", "CoreGraphics", "QuartzCore", "TestDocuments"]),
    tests(
      "SceneJSONTests",
      [
        "SceneJSON", "CAML", "Documents", "SceneFiles", "Multiplane", "CoreGraphics", "QuartzCore", "ImageFiles",
        "ImageCodecs", "TestDocuments", "TestFilms",
      ]),
    tests(
      "BlocksTests",
      ["Blocks", "Documents", "SceneFiles", "Multiplane", "Workshop", "CoreGraphics", "QuartzCore"]),
    // Lottie documents, most by what is seen of them.
    tests(
      "LottieTests",
      [
        "Lottie", "Documents", "SceneFiles", "Multiplane", "CoreText", "QuartzCore", "CoreGraphics", "ImageFiles",
        "ImageCodecs", "TestScenes", "TestDocuments", "TestFilms",
      ], exclude: ["Truths"]),
    tests(
      "CaptionsTests",
      [
        "Captions", "Documents", "SceneFiles", "Multiplane", "TextLayout", "CoreText", "QuartzCore", "CoreGraphics",
        "TestFilms",
      ], exclude: ["Truths"]),
    tests(
      "SceneFilesTests",
      [
        "SceneFiles", "Multiplane", "Documents", "CAML", "Lottie", "CoreGraphics", "QuartzCore", "TestDocuments",
        "TestFilms",
      ]),
    tests("UIKitTests", ["UIKit", "QuartzCore", "CoreGraphics", "ImageFiles", "ImageCodecs"]),
    tests("APITests", ["api-coverage", "QuartzCore", "CoreGraphics"]),
    tests("GalleryTests", ["Gallery", "CoreGraphics", "QuartzCore"]),
    tests("CoverageTests", ["Coverage", "CoreGraphics", "TestPaths"]),
    tests("CompositorTests", ["Compositor", "QuartzCore", "CoreGraphics", "TestScenes"]),
    tests(
      "RenderingTests",
      [
        "CoreImage", "UIKit", "Multiplane", "GLRenderer", "Compositor", "Coverage", "SceneFiles", "QuartzCore",
        "CoreGraphics", "ImageFiles", "ImageCodecs", "TestOracles", "TestScenes", "TestPaths",
      ]),
    tests(
      "ReftestTests",
      [
        "Multiplane", "RowRenderer", "Compositor", "CoreImage", "Gallery", "UIKit", "QuartzCore", "CoreGraphics",
        "ImageFiles", "ImageCodecs", "TestScenes",
      ], exclude: ["Truths/Pictures", "Truths/Pages.html"]),
    tests(
      "MultiplaneTests",
      [
        "COpenGL", "ImageFiles", "Multiplane", "Gallery", "GLRenderer", "RowRenderer", "Compositor", "Video",
        "QuartzCore", "CoreGraphics", "TestFilms", "TestScenes",
        .product(name: "Logging", package: "swift-log"),
      ]),
    tests(
      "AVFoundationTests",
      [
        "AVFoundation", "CoreMedia", "UIKit", "CoreImage", "Multiplane", "Video", "QuartzCore", "CoreGraphics",
        "TestFilms",
      ]),
    tests(
      "WorkshopTests",
      ["Workshop", "Multiplane", "Documents", "Gallery", "GLRenderer", "Compositor", "QuartzCore", "CoreGraphics"]),
    tests("PreviewTests", ["Preview", "Multiplane", "QuartzCore", "CoreGraphics"]),
    tests("ToolsTests", ["embed-shaders"]),
    // The README and the articles: what they state, cite and show is held against the code.
    tests("DocumentationTests", ["examples", "CIndexStore"]),
    .executableTarget(
      name: "examples", dependencies: ["Multiplane", "AVFoundation", "SceneFiles", "UIKit", "ImageIO", "QuartzCore"],
      path: "Tests/Examples",
      // As in a package of its own: what is `package` is not for them.
      packageAccess: false, swiftSettings: strict + plain),
    tests(
      "CLITests",
      [
        "CLI", "Video", "Multiplane", "SceneFiles", "CoreGraphics", "ImageFiles", "ImageCodecs", "TestFilms",
        "TestDocuments",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // What the tests share; see Tests/Support/README.md.
    .target(name: "CIndexStore", path: "Tests/Support/CIndexStore"),
    .target(
      name: "TestSupport", dependencies: ["ImageFiles", "ImageCodecs"], path: "Tests/Support/TestSupport",
      swiftSettings: strict),
    .target(
      name: "TestScenes", dependencies: ["TestSupport", "Multiplane", "Compositor", "QuartzCore", "CoreGraphics"],
      path: "Tests/Support/TestScenes", swiftSettings: strict),
    .target(
      name: "TestOracles", dependencies: ["TestSupport", "QuartzCore", "CoreGraphics"],
      path: "Tests/Support/TestOracles", swiftSettings: strict),
    .target(
      name: "TestDocuments", dependencies: ["TestSupport", "SceneFiles", "CoreGraphics", "ImageFiles", "CZip"],
      path: "Tests/Support/TestDocuments", swiftSettings: strict),
    .target(
      name: "TestFilms", dependencies: ["CoreGraphics"], path: "Tests/Support/TestFilms", swiftSettings: strict),
    .target(
      name: "TestPaths", dependencies: ["TestSupport", "Coverage", "CoreGraphics", "CCairo"],
      path: "Tests/Support/TestPaths", swiftSettings: strict),
    .target(name: "_Testing_CoreGraphics", path: "Tests/Support/_Testing_CoreGraphics"),
    .target(name: "_Testing_CoreImage", path: "Tests/Support/_Testing_CoreImage"),
    .target(name: "_Testing_UIKit", path: "Tests/Support/_Testing_UIKit"),
  ],
  cxxLanguageStandard: .cxx17
)

// Tools that use what is `package`, so that they cannot be packages of their own: no part of a plain `swift build`. The
// scripts that build or test them say so (tools/lib/test/flags, tools/fuzz, tools/conformance).
if Context.environment["MULTIPLANE_TOOLS"] != nil {
  package.targets += [
    // Damaged input for what reads files; tools/fuzz builds it with address sanitizer and calls it.
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Multiplane", "Workshop", "Video", "GLRenderer", "Compositor", "SceneFiles", "SceneJSON", "CAML", "Documents",
        "UIKit", "ImageIO", "CoreText", "QuartzCore", "TextLayout", "CoreGraphics", "ImageCodecs", "ImageFiles",
        "TestPaths",
      ], path: "tools/lib/fuzz", swiftSettings: strict + plain),
    // Frames of Lottie files that tools/conformance scores.
    .executableTarget(
      name: "lottie-frames",
      dependencies: [
        "Multiplane", "SceneFiles", "UIKit", "QuartzCore", "CoreGraphics", "ImageCodecs", "ImageFiles",
      ], path: "tools/lib/conformance", exclude: ["score.py", "street.py"],
      swiftSettings: strict + plain),
  ]
}
