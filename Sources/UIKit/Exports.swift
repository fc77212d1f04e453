// `import UIKit` is enough for layer code written for iOS: it brings Core Animation, Core Graphics and Foundation with
// it.
@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import QuartzCore
