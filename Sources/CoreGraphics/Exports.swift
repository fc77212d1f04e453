// `import CoreGraphics` includes CGFloat, CGPoint, CGSize and CGRect, which on Linux are Foundation's.
@_exported public import Foundation
