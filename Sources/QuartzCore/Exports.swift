// `import QuartzCore` is enough for layer code: it brings Core Graphics and Foundation's geometry types with it.
@_exported public import CoreGraphics
@_exported public import Foundation
