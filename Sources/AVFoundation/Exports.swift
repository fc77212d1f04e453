// `import AVFoundation` also imports Core Media, Core Animation, Core Graphics and Foundation, as on Apple's systems.
//
// The folders stand in one order; each uses only those before it:
//
//   Assets        films as assets, their tracks, and how both are loaded; errors, kinds of media and files
//   Compositions  assets that are put together from stretches of others
//   Instructions  how the pictures and the sound of tracks become a film's, and layers over them
//   Rendering     an asset with its instructions as a tree of layers
//   Playback      players, and the layers that show them or follow their time
//   Export        films, and single frames
//   .             what comes with the module
@_exported public import CoreGraphics
@_exported public import CoreMedia
@_exported public import Foundation
@_exported public import QuartzCore

#if !Films
#error("AVFoundation needs the package's trait Films, which a client has where it does not say `traits: []`")
#endif
