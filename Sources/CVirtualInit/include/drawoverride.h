// Whether a class that is known at run time only has a `draw(in:)` of its own: a text layer whose subclass draws is drawn
// through it, as on Apple's systems, and the others' text is a primitive. See cvirtualinit.h for how.
#ifndef DRAWOVERRIDE_H
#define DRAWOVERRIDE_H

#include <stdbool.h>

/// Whether `CALayer.draw(in:)` of the class `metadata` is another function than that of its ancestor.
bool cvirtualinit_overrides_draw(const void *_Nonnull metadata, const void *_Nonnull ancestor);

#endif
