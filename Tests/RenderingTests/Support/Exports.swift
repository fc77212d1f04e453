// Every file here uses the canvases and layers that the test targets share.
@_exported public import TestScenes
