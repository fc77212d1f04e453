// `import ImageIO` brings Core Graphics and Foundation with it, as on Apple's systems.
@_exported public import CoreGraphics
@_exported public import Foundation
