// The index that the compiler writes in a debug build: which file declares what, and which names it. Read by the
// toolchain's libIndexStore, which is opened by its path.
#ifndef CINDEXSTORE_H
#define CINDEXSTORE_H

#include <stdbool.h>
#include <stddef.h>

// A name in a file. The texts end with their lengths, not with zeros, and live as long as the call.
typedef struct {
  const char *symbol;
  size_t symbol_length;
  const char *name;
  size_t name_length;
  // Whether the file defines the symbol; otherwise it refers to it.
  bool is_definition;
} CIndexSymbol;

// Calls `visit` once with each symbol of each source file below `root`.
//
// Returns what went wrong; NULL for nothing.
const char *cindex_visit(
  const char *library, const char *store, const char *root, void *context,
  void (*visit)(void *context, const char *file, const CIndexSymbol *symbol));

#endif
