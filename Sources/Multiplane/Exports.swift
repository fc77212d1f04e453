// `import Multiplane` also imports Video's types for the settings of a film's encoding.

#if Films
@_exported public import Video
#endif
