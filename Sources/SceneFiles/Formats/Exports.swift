// `import SceneFiles` brings all that is public in the modules below it.
@_exported public import Captions
@_exported public import Documents
@_exported public import Lottie
