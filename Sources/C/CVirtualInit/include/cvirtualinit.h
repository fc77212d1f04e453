// Methods of a class that is known at run time only.
//
// Swift refuses `type.init(layer:)` unless the initialiser is `required`, and then every client's subclass that has
// initialisers of its own would have to repeat it, which code written for Apple's systems does not. The initialiser is
// in the class's table of virtual functions all the same; the Swift runtime looks it up, and the call below has the
// calling convention of a Swift initialiser: the argument by address, the class in the context register.
#ifndef CVIRTUALINIT_H
#define CVIRTUALINIT_H

#include <stdbool.h>

/// Makes an object of the class `metadata`, CALayer or a subclass, by its `init(layer:)`, and returns it retained.
/// `argument` is the address of an initialised `Any`, of which the initialiser takes the value over, not the memory.
/// Traps for a subclass that has initialisers of its own and no `init(layer:)`.
void *_Nonnull cvirtualinit_layer(const void *_Nonnull metadata, void *_Nonnull argument);

/// Makes an object of the class `metadata`, NSObject or a subclass such as `UIView.layerClass`, by its `init()`, and
/// returns it retained. Traps for a subclass that has initialisers of its own and no `init()`.
void *_Nonnull cvirtualinit_default(const void *_Nonnull metadata);

/// Whether `CALayer.draw(in:)` of the class `metadata` differs from its ancestor's. A text layer whose subclass draws
/// is drawn by that, as on Apple's systems; the text of others is a primitive.
bool cvirtualinit_overrides_draw(const void *_Nonnull metadata, const void *_Nonnull ancestor);

/// Whether `CALayer.hitTest(_:)` of the class `metadata` differs from its ancestor's. Such a layer is asked; all others
/// are tested without a call for each level of a tree, which may be deeper than the stack is long.
bool cvirtualinit_overrides_hit_test(const void *_Nonnull metadata, const void *_Nonnull ancestor);

#endif
