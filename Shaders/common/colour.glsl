// Where targets and textures hold their bytes as RGBA but are labelled BGRA (see GLCapabilities.swift), red and blue
// trade places in everything a program computes; only colours that come from the CPU have to follow.
#ifdef SWAPPED
#define COLOUR(c) (c).bgra
#else
#define COLOUR(c) (c)
#endif
