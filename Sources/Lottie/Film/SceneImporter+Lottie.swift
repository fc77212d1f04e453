// Lottie documents, and the archives that hold them with their files.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Paths          contours of Bézier curves: shapes with parameters, and what changes them
//   Tracks         values over time: keyframes, paces, timelines of compositions
//   Reading        a document's JSON to values: layers, shapes, texts, transforms
//   Expressions    expressions to keyframes
//   Resources      the files of a document: its archive, images, fonts, themes
//   Replacing      what is put in the place of what a document says: slots, texts, images, colours
//   Animating      tracks to animations of a layer
//   Shapes         shape items to layers
//   Text           texts to layers
//   Layers         layers, their effects, masks, mattes and sounds; compositions
//   Film           a file to a film, and the importers

package import Documents

extension SceneImporter {
  package static let lottieDocument = SceneImporter(
    title: "a Lottie document", suffix: "json", noun: "file",
    recognizes: { source in
      // Assets may come first, and be long.
      source.firstText.hasPrefix("{") && ["layers", "assets", "op"].contains { source.firstText.contains("\"\($0)\"") }
    },
    open: LottieSource.open)

  package static let lottieArchive = SceneImporter(
    title: "a Lottie archive", suffix: "lottie", noun: "archive",
    recognizes: { (source) throws(SceneFileError) in
      guard source.isFolder || source.isArchive else { return false }
      return try LottieArchive.isOne(source.storage())
    },
    open: LottieSource.open)
}

extension LottieSource {
  @Sendable fileprivate static func open(_ source: SceneSource) throws(SceneFileError) -> any SceneDocument {
    try LottieSource(source)
  }
}
