// `import CoreMedia` brings Foundation with it, as on Apple's systems.
@_exported public import Foundation
