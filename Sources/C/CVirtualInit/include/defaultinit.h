// Calls `init()` of a class that is known at run time only, as `UIView.layerClass` is; cvirtualinit.h explains it.
#ifndef DEFAULTINIT_H
#define DEFAULTINIT_H

/// Makes an object of the class `metadata`, NSObject or a subclass, by its `init()`.
///
/// - Returns: the object, retained. A subclass that has initialisers of its own and no `init()` traps.
void *_Nonnull cvirtualinit_default(const void *_Nonnull metadata);

#endif
