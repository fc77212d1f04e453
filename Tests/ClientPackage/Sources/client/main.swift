import Multiplane
import UIKit
print(UIView().layer)
