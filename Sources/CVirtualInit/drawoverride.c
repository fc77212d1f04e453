#include "drawoverride.h"

#define SWIFT_CALL __attribute__((swiftcall))

// The Swift runtime's: the function of `method`, declared by the class of `description`, in the class `metadata`.
extern SWIFT_CALL void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *description);

// The descriptors of QuartzCore.CALayer.draw(in: CGContext) and of the class, by their mangled names.
extern const char method_descriptor __asm__("$s10QuartzCore7CALayerC4draw2iny0B8Graphics9CGContextC_tFTq");
extern const char class_descriptor __asm__("$s10QuartzCore7CALayerCMn");

bool cvirtualinit_overrides_draw(const void *metadata, const void *ancestor) {
  return metadata != ancestor
      && swift_lookUpClassMethod(metadata, &method_descriptor, &class_descriptor)
        != swift_lookUpClassMethod(ancestor, &method_descriptor, &class_descriptor);
}
