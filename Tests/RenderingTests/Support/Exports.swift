// Every file here uses the canvases, layers and pictures that the test targets share.
@_exported public import TestOracles
@_exported public import TestScenes
@_exported public import TestSupport
