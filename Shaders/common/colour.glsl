// If targets and textures hold their bytes as RGBA but are labelled BGRA (see GLCapabilities.swift), a program computes
// with red and blue swapped; only colours from the CPU have to be swapped, too.
#ifdef SWAPPED
#define COLOUR(c) (c).bgra
#else
#define COLOUR(c) (c)
#endif
