// `import CoreMedia` includes Foundation, as on Apple's systems.
@_exported public import Foundation
