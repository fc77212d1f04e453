// Whether a class that is known at run time only has a method of its own; cvirtualinit.h explains the look-up.
//
// draw(in:): a text layer whose subclass draws is drawn through it, as on Apple's systems, and the others' text is a
// primitive. hitTest(_:): such a layer is asked, and all others are tested without a call for each level of a tree,
// which may be deeper than the stack is long.
#ifndef DRAWOVERRIDE_H
#define DRAWOVERRIDE_H

#include <stdbool.h>

/// Whether `CALayer.draw(in:)` of the class `metadata` differs from its ancestor's.
bool cvirtualinit_overrides_draw(const void *_Nonnull metadata, const void *_Nonnull ancestor);

/// Whether `CALayer.hitTest(_:)` of the class `metadata` differs from its ancestor's.
bool cvirtualinit_overrides_hit_test(const void *_Nonnull metadata, const void *_Nonnull ancestor);

#endif
