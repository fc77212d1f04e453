// As on Apple's systems, importing CoreImage brings Foundation and CoreGraphics along.
@_exported public import CoreGraphics
@_exported public import Foundation
