#include "CIndexStore.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is used of libIndexStore. All handles are pointers; texts come by value.
typedef struct {
  const char *data;
  size_t length;
} Text;

#define FUNCTIONS(F) \
  F(void *, store_create, (const char *path, void **error)) \
  F(bool, store_units_apply_f, (void *store, unsigned sorted, void *context, bool (*visit)(void *, Text))) \
  F(void, store_dispose, (void *store)) \
  F(void *, unit_reader_create, (void *store, const char *name, void **error)) \
  F(Text, unit_reader_get_main_file, (void *unit)) \
  F(bool, unit_reader_dependencies_apply_f, (void *unit, void *context, bool (*visit)(void *, void *))) \
  F(void, unit_reader_dispose, (void *unit)) \
  F(int, unit_dependency_get_kind, (void *dependency)) \
  F(Text, unit_dependency_get_name, (void *dependency)) \
  F(Text, unit_dependency_get_filepath, (void *dependency)) \
  F(void *, record_reader_create, (void *store, const char *name, void **error)) \
  F(bool, record_reader_symbols_apply_f, (void *record, bool cached, void *context, bool (*visit)(void *, void *))) \
  F(void, record_reader_dispose, (void *record)) \
  F(Text, symbol_get_usr, (void *symbol)) \
  F(Text, symbol_get_name, (void *symbol)) \
  F(uint64_t, symbol_get_roles, (void *symbol))

#define DECLARE(result, name, parameters) static result(*name) parameters;
FUNCTIONS(DECLARE)

enum { DEPENDENCY_IS_RECORD = 2, ROLE_DEFINITION = 1 << 1, ROLE_REFERENCE = 1 << 2 };

typedef struct {
  void *store;
  const char *root;
  void *context;
  void (*visit)(void *context, const char *file, const CIndexSymbol *symbol);
  // Of the unit that is being read.
  char *file;
} Walk;

static char *copy(Text text) { return strndup(text.data ? text.data : "", text.length); }

static bool visit_symbol(void *context, void *symbol) {
  Walk *walk = context;
  Text usr = symbol_get_usr(symbol), name = symbol_get_name(symbol);
  uint64_t roles = symbol_get_roles(symbol);
  CIndexSymbol found = {usr.data, usr.length, name.data, name.length, (roles & ROLE_DEFINITION) != 0};
  if (roles & (ROLE_DEFINITION | ROLE_REFERENCE)) walk->visit(walk->context, walk->file, &found);
  return true;
}

static bool visit_dependency(void *context, void *dependency) {
  Walk *walk = context;
  Text path = unit_dependency_get_filepath(dependency);
  if (unit_dependency_get_kind(dependency) != DEPENDENCY_IS_RECORD || path.length != strlen(walk->file) ||
      strncmp(path.data, walk->file, path.length) != 0)
    return true;
  char *name = copy(unit_dependency_get_name(dependency));
  void *error = NULL, *record = record_reader_create(walk->store, name, &error);
  free(name);
  if (record) {
    record_reader_symbols_apply_f(record, true, walk, visit_symbol);
    record_reader_dispose(record);
  }
  return true;
}

static bool visit_unit(void *context, Text unit_name) {
  Walk *walk = context;
  char *name = copy(unit_name);
  void *error = NULL, *unit = unit_reader_create(walk->store, name, &error);
  free(name);
  if (!unit) return true;
  walk->file = copy(unit_reader_get_main_file(unit));
  if (strncmp(walk->file, walk->root, strlen(walk->root)) == 0)
    unit_reader_dependencies_apply_f(unit, walk, visit_dependency);
  free(walk->file);
  unit_reader_dispose(unit);
  return true;
}

const char *cindex_visit(
  const char *library, const char *store, const char *root, void *context,
  void (*visit)(void *context, const char *file, const CIndexSymbol *symbol)) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define FIND(result, name, parameters) \
  if (!(name = (result(*) parameters)dlsym(handle, "indexstore_" #name))) return "no indexstore_" #name;
  FUNCTIONS(FIND)
  void *error = NULL;
  Walk walk = {store_create(store, &error), root, context, visit, NULL};
  if (!walk.store) return "the store cannot be opened";
  store_units_apply_f(walk.store, 0, &walk, visit_unit);
  store_dispose(walk.store);
  return NULL;
}
