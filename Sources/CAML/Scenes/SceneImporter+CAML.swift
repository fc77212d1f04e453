// CAML documents, the packages that hold them, and wallpapers, which are several packages.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Values      attributes' texts to values, by the tables of properties
//   Packages    the files of a package: its images, its index, the packages of a wallpaper
//   States      a document's states, and how one follows another
//   Reading     elements to layers, animations, filters, states
//   Scenes      documents to a scene, and what is put in the place of what they say

package import Documents

extension SceneImporter {
  package static let camlDocument = SceneImporter(
    title: "a CAML document", suffix: "caml", noun: "file",
    // After a declaration or comments.
    recognizes: { $0.firstText.hasPrefix("<") && $0.firstText.contains("<caml") },
    open: { (source) throws(SceneFileError) in
      CAMLFile(source: source) { (composer) throws(SceneFileError) in
        try composer.compose(document: source.document(), in: source.surroundings)
      }
    })

  package static let camlPackage = SceneImporter(
    title: "a package folder", suffix: "ca", noun: "folder",
    recognizes: { (source) throws(SceneFileError) in
      guard source.isFolder, let document = try? PackagePath(DocumentIndex().rootDocument) else { return false }
      return try source.storage().contains(document)
    },
    open: { (source) throws(SceneFileError) in
      guard source.isFolder else {
        throw SceneFileError(
          .malformed, file: source.path, "a .ca package is a folder; expected one with main.caml inside")
      }
      return CAMLFile(source: source) { (composer) throws(SceneFileError) in
        try composer.compose(packages: [ScenePackage(source.storage())])
      }
    })

  package static let wallpaper = SceneImporter(
    title: "a wallpaper archive", suffix: "tendies", noun: "archive",
    recognizes: { (source) throws(SceneFileError) in
      guard source.isArchive else { return false }
      return try WallpaperLayout(paths: source.storage().paths()) != nil
    },
    open: { (source) throws(SceneFileError) in
      let storage = try source.storage()
      return CAMLFile(source: source) { (composer) throws(SceneFileError) in
        try composer.compose(wallpaper: storage)
      }
    })
}

/// Documents in files, which are read anew for each scene: a layer is in one tree.
struct CAMLFile: SceneDocument {
  let source: SceneSource
  let compose: (SceneComposer) throws(SceneFileError) -> Scene

  func read(replacing replacements: SceneReplacements) throws(SceneFileError) -> Scene {
    try compose(SceneComposer(source, replacing: replacements))
  }

  func names() throws(SceneFileError) -> SceneNames {
    try read(replacing: SceneReplacements()).rootLayer.replaceableNames
  }
}
