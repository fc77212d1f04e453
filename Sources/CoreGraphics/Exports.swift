// `import CoreGraphics` brings CGFloat, CGPoint, CGSize and CGRect with it, as on Apple's systems; on Linux they
// live in Foundation.
@_exported public import Foundation
