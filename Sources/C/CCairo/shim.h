// cairo's image surfaces and paths.
#include <cairo/cairo.h>
