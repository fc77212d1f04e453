// A second program of the package: nothing that the first one needed is compiled again for it.

import Foundation
import Multiplane
import QuartzCore

print(try OffscreenRenderer(size: CGSize(width: 2, height: 1)).pixels(of: CALayer()).count)
