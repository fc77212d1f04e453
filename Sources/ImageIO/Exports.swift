// `import ImageIO` includes Core Graphics and Foundation, as on Apple's systems.
@_exported public import CoreGraphics
@_exported public import Foundation
