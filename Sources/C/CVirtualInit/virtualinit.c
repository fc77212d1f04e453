#include "cvirtualinit.h"

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_CONTEXT __attribute__((swift_context))

// The Swift runtime's function of `method`, declared by the class of `description`, in the class `metadata`.
extern SWIFT_CALL void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *description);

// The descriptors of QuartzCore.CALayer.init(layer: Any) and of the class, by their mangled names.
extern const char method_descriptor __asm__("$s10QuartzCore7CALayerC5layerACyp_tcfCTq");
extern const char class_descriptor __asm__("$s10QuartzCore7CALayerCMn");

typedef SWIFT_CALL void *(*allocating_initializer)(void *argument, SWIFT_CONTEXT const void *metadata);

void *cvirtualinit_layer(const void *metadata, void *argument) {
  allocating_initializer make =
    (allocating_initializer)swift_lookUpClassMethod(metadata, &method_descriptor, &class_descriptor);
  return make(argument, metadata);
}
