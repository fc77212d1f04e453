// `import UIKit` is enough for layer code of iOS: it brings Core Animation, Core Graphics and Foundation with it.
//
// The folders stand in one order; each uses only those before it (FolderOrderTests). Those of one line use each
// other: in Apple's API a responder names its view, a view its gestures, a control and its label are views, and a view
// asks the animation that it is in.
//
//   Geometry      edges, offsets, corners
//   Solver        linear systems, for constraints
//   Environment   the screen, the device, traits; notes
//   Drawing       paths, colours, images, contexts of pictures
//   Text          fonts, paragraphs, strings
//   Responders, View, Constraints, Gestures, Animation, Controls   events, views, and what moves them
//   Stacks        UIStackView
//   Scrolling     UIScrollView
//   .             this
@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import QuartzCore
