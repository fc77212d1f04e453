// Duktape with our switches: Debian's library has no check of the execution time built in, but its package contains the
// engine's source, which is compiled here with that check, and without regular expressions.
//
// Bounds. The engine counts its bytecode instructions and asks every `interval` of them whether to go on; "no" is an
// error that no `catch` of the script survives. Instructions that take long by themselves count as many (see "Work"):
// those that allocate memory, that copy, fill or compare it, as all arithmetic on the digits of numbers does, and those
// with a long string as an argument. No string and no array is very long, regular expressions are not compiled in, and
// the library of the expressions replaces the natives that loop (see ExpressionLibrary). Long chains of prototypes
// remain, and arrays with gaps that change their length: so the time of the thread is bounded as well.

#if !__has_include("/usr/share/duktape/duktape.c")
#error "no /usr/share/duktape/duktape.c; install duktape-dev (tools/setup)"
#endif

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CDuktape.h"

static int must_stop(void *udata);

// As the engine itself begins.
#define DUK_COMPILING_DUKTAPE
#include "/usr/share/duktape/duk_config.h"

#define DUK_USE_INTERRUPT_COUNTER
// The number of instructions to the next check is a variable of the function that asks, `ctr`; 262144 otherwise.
#define DUK_USE_EXEC_TIMEOUT_CHECK(udata) (ctr = interval, must_stop(udata))
// A pattern can take for ever, and is one instruction. (The library takes away everything else that scripts must not
// have: it is in tables of the engine that were made with it.)
#undef DUK_USE_REGEXP_SUPPORT
#undef DUK_USE_ES6_REGEXP_SYNTAX
#undef DUK_USE_HTML_COMMENTS
#undef DUK_USE_TRACEBACKS
// Limits of the C stack: for recursion, and for nesting.
#undef DUK_USE_CALLSTACK_LIMIT
#define DUK_USE_CALLSTACK_LIMIT 1000
#undef DUK_USE_NATIVE_CALL_RECLIMIT
#define DUK_USE_NATIVE_CALL_RECLIMIT 150
#undef DUK_USE_COMPILER_RECLIMIT
#define DUK_USE_COMPILER_RECLIMIT 400
#undef DUK_USE_VALSTACK_LIMIT
#define DUK_USE_VALSTACK_LIMIT 50000L

enum { interval = 1024 };

// Functions that walk memory charge the bytes to the script. Arithmetic on the digits of numbers copies in each step.
static void count_walk(size_t bytes);
#undef DUK_MEMCPY
#undef DUK_MEMMOVE
#undef DUK_MEMCMP
#undef DUK_MEMSET
#define DUK_MEMCPY(to, from, size) (count_walk(size), memcpy(to, from, size))
#define DUK_MEMMOVE(to, from, size) (count_walk(size), memmove(to, from, size))
#define DUK_MEMCMP(a, b, size) (count_walk(size), memcmp(a, b, size))
#define DUK_MEMSET(to, value, size) (count_walk(size), memset(to, value, size))

// The remainder takes a step for each bit between the two numbers.
static double counted_remainder(double a, double b);
#undef DUK_FMOD
#define DUK_FMOD counted_remainder

// Called before a call, and before a text on top of the stack becomes a number.
static int count_top(void *thread);
#define DUK_USE_NATIVE_STACK_CHECK() count_top(thr)

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include "/usr/share/duktape/duktape.c"
#pragma clang diagnostic pop

// The entries of the engine's tables for regular expressions.
#define NONE(name) \
  duk_ret_t name(duk_context *context) { return duk_type_error(context, "no regular expressions"); }
NONE(duk_bi_regexp_constructor)
NONE(duk_bi_regexp_prototype_exec)
NONE(duk_bi_regexp_prototype_flags)
NONE(duk_bi_regexp_prototype_shared_getter)
NONE(duk_bi_regexp_prototype_test)
NONE(duk_bi_regexp_prototype_tostring)
NONE(duk_bi_string_prototype_match)
NONE(duk_bi_string_prototype_search)

enum { native_slots = 1024 };

struct cduktape_engine {
  duk_context *context;
  cduktape_limits limits;
  cduktape_host host;
  void *host_context;
  cduktape_status spent;
  long long operations;
  size_t in_use;
  /// Bytes that were allocated and walked over, and not yet counted as operations.
  size_t unpaid;
  /// The natives by their objects, in an open hash table.
  struct native {
    const duk_hobject *object;
    duk_c_function function;
  } natives[native_slots];
  /// Seconds of the thread in earlier calls, and the thread's time when this one began.
  double seconds, began;
  int checks;
  char message[400];
  double *numbers;
  size_t capacity;
  /// The numbers of a question.
  double *asked;
  size_t asked_capacity;
  char *text;
};

static double thread_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// MARK: - Work

/// The engine whose script this thread runs, or NULL.
static _Thread_local cduktape_engine *running;

enum {
  /// The bytes, walked over or allocated, that count as one operation.
  bytes_of_operation = 64,
  /// The bytes that a walk counts as beside its own: its beginning and its end.
  walk_itself = 256,
  /// The uncharged bytes that move the next check of the budget forward to the next instruction.
  most_unpaid = 4 << 20
};

static void count_bytes(cduktape_engine *engine, size_t bytes) {
  engine->unpaid += bytes;
  if (engine->unpaid < most_unpaid) return;
  duk_hthread *thread = engine->context ? engine->context->heap->curr_thread : NULL;
  if (thread) thread->interrupt_counter = 0;
}

/// Whether the engine has to stop; natives with many steps ask in between.
static int is_spent(cduktape_engine *engine) {
  long long unpaid = (long long)(engine->unpaid / bytes_of_operation);
  if (engine->spent == CDUKTAPE_DONE && engine->operations + unpaid > engine->limits.operations) {
    engine->spent = CDUKTAPE_OPERATIONS;
  }
  return engine->spent != CDUKTAPE_DONE;
}

static void count_walk(size_t bytes) {
  if (running) count_bytes(running, bytes + walk_itself);
}

static void count_string(cduktape_engine *engine, const duk_tval *value) {
  if (DUK_TVAL_IS_STRING(value)) count_bytes(engine, DUK_HSTRING_GET_BYTELEN(DUK_TVAL_GET_STRING(value)));
}

static int count_top(void *thread) {
  duk_hthread *self = thread;
  if (!running) return 0;
  if (self->valstack_top > self->valstack_bottom) count_string(running, self->valstack_top - 1);
  return is_spent(running);
}

static double counted_remainder(double a, double b) {
  if (running && isfinite(a) && isfinite(b) && fabs(a) > fabs(b) && b != 0) {
    count_bytes(running, 2 * (size_t)(ilogb(a) - ilogb(b)));
  }
  return fmod(a, b);
}

static struct native *slot_of(cduktape_engine *engine, const duk_hobject *object) {
  size_t slot = ((size_t)object >> 4) % native_slots;
  while (engine->natives[slot].object && engine->natives[slot].object != object) slot = (slot + 1) % native_slots;
  return &engine->natives[slot];
}

/// Replaces any native: counts its arguments and the strings among them, and calls it.
static duk_ret_t counted(duk_context *context) {
  cduktape_engine *engine = running;
  const struct native *native = slot_of(engine, DUK_ACT_GET_FUNC(context->callstack_curr));
  // `this` lies before the arguments.
  for (const duk_tval *value = context->valstack_bottom - 1; value < context->valstack_top; value++) {
    count_bytes(engine, bytes_of_operation);
    count_string(engine, value);
  }
  return native->function(context);
}

/// Replaces all natives by ``counted``; returns 0 if they are more than expected.
static int count_natives(cduktape_engine *engine) {
  int count = 0;
  duk_heap *heap = engine->context->heap;
  for (duk_heaphdr *object = heap->heap_allocated; object; object = DUK_HEAPHDR_GET_NEXT(heap, object)) {
    if (DUK_HEAPHDR_GET_TYPE(object) != DUK_HTYPE_OBJECT || !DUK_HOBJECT_IS_NATFUNC((duk_hobject *)object)) continue;
    if (++count > native_slots / 2) return 0;
    duk_hnatfunc *function = (duk_hnatfunc *)object;
    // The engine recognises a direct `eval`, which sees a script's own names, by this very function; its text is
    // counted as any text on top of the stack.
    if (function->func == duk_bi_global_object_eval) continue;
    struct native *native = slot_of(engine, &function->obj);
    native->object = &function->obj;
    native->function = function->func;
    function->func = counted;
  }
  return 1;
}

/// Counts the cost of finding characters by their numbers, in texts where that is a walk.
static void count_walks_to_characters(cduktape_engine *engine) {
  duk_strcache_entry *entries = engine->context->heap->strcache;
  for (int index = 0; index < DUK_HEAP_STRCACHE_SIZE; index++) {
    if (entries[index].h) engine->unpaid += (size_t)DUK_HSTRING_GET_BYTELEN(entries[index].h) * bytes_of_operation;
    entries[index].h = NULL;
  }
}

// MARK: - Operations

static int must_stop(void *udata) {
  cduktape_engine *engine = udata;
  count_walks_to_characters(engine);
  engine->operations += interval + (long long)(engine->unpaid / bytes_of_operation);
  engine->unpaid %= bytes_of_operation;
  if (!is_spent(engine) && ++engine->checks % 8 == 0 &&
      engine->seconds + thread_seconds() - engine->began > engine->limits.seconds) {
    engine->spent = CDUKTAPE_TIME;
  }
  return engine->spent != CDUKTAPE_DONE;
}

// MARK: - Memory

enum {
  /// The longest single piece: no string or array takes long to walk.
  longest_piece = 256 << 10,
  /// The bytes before each piece, for its size.
  header = 16
};

/// Whether so many more bytes are allowed. Beyond the limit the script is stopped at its next instruction; until then
/// the engine gets what it needs, up to twice the limit.
static int may_have(cduktape_engine *engine, size_t size) {
  if (size > longest_piece || engine->in_use + size > engine->limits.memory) {
    if (engine->spent == CDUKTAPE_DONE) engine->spent = CDUKTAPE_MEMORY;
    duk_hthread *thread = engine->context ? engine->context->heap->curr_thread : NULL;
    if (thread) thread->interrupt_counter = 0;
    if (size > longest_piece || engine->in_use + size > 2 * engine->limits.memory) return 0;
  }
  count_bytes(engine, size);
  return 1;
}

static void *allocate(void *udata, duk_size_t size) {
  cduktape_engine *engine = udata;
  if (size == 0 || !may_have(engine, size)) return NULL;
  char *piece = malloc(size + header);
  if (!piece) return NULL;
  memcpy(piece, &size, sizeof size);
  engine->in_use += size;
  return piece + header;
}

static void release(void *udata, void *pointer) {
  if (!pointer) return;
  cduktape_engine *engine = udata;
  char *piece = (char *)pointer - header;
  size_t size;
  memcpy(&size, piece, sizeof size);
  engine->in_use -= size;
  free(piece);
}

static void *reallocate(void *udata, void *pointer, duk_size_t size) {
  if (!pointer) return allocate(udata, size);
  if (size == 0) {
    release(udata, pointer);
    return NULL;
  }
  cduktape_engine *engine = udata;
  char *piece = (char *)pointer - header;
  size_t old;
  memcpy(&old, piece, sizeof old);
  // A piece that is too long is so as a whole.
  if (size > old && !may_have(engine, size > longest_piece ? size : size - old)) return NULL;
  piece = realloc(piece, size + header);
  if (!piece) return NULL;
  memcpy(piece, &size, sizeof size);
  engine->in_use += size - old;
  return piece + header;
}

/// Not reached: every call into the engine is protected.
static void fatal(void *udata, const char *message) {
  (void)udata;
  (void)message;
  abort();
}

// MARK: - Functions for scripts

static cduktape_engine *engine_of(duk_context *context) {
  duk_memory_functions functions;
  duk_get_memory_functions(context, &functions);
  return functions.udata;
}

/// Copies an array of numbers, with NaN for anything else; returns 0 without memory, or if it is too long.
static int copy_numbers(duk_context *context, duk_idx_t array, double **numbers, size_t *capacity, size_t *count) {
  *count = duk_get_length(context, array);
  if (*count > longest_piece / 8) return 0;
  if (*count > *capacity) {
    double *larger = realloc(*numbers, *count * sizeof *larger);
    if (!larger) return 0;
    *numbers = larger;
    *capacity = *count;
  }
  for (size_t index = 0; index < *count; index++) {
    duk_get_prop_index(context, array, (duk_uarridx_t)index);
    (*numbers)[index] = duk_is_number(context, -1) ? duk_get_number(context, -1) : DUK_DOUBLE_NAN;
    duk_pop(context);
  }
  return 1;
}

/// Implements `$ask(question, a, b, text, numbers)`, whose last argument is optional.
static duk_ret_t ask(duk_context *context) {
  cduktape_engine *engine = engine_of(context);
  duk_size_t length = 0;
  size_t count = 0;
  if (duk_is_array(context, 4)) {
    if (!copy_numbers(context, 4, &engine->asked, &engine->asked_capacity, &count)) return 0;
    engine->operations += (long long)count;
  }
  const char *text = duk_get_lstring(context, 3, &length);
  cduktape_value answer = {CDUKTAPE_NOTHING, 0, NULL, 0, NULL, 0};
  engine->host(
      engine->host_context, duk_get_int(context, 0), duk_get_number(context, 1), duk_get_number(context, 2),
      text ? text : "", length, engine->asked, count, &answer);
  switch (answer.kind) {
  case CDUKTAPE_NOTHING: return 0;
  case CDUKTAPE_NUMBER: duk_push_number(context, answer.number); return 1;
  case CDUKTAPE_TEXT: duk_push_lstring(context, answer.text, answer.length); return 1;
  case CDUKTAPE_NUMBERS: break;
  }
  duk_idx_t array = duk_push_array(context);
  for (size_t index = 0; index < answer.count; index++) {
    duk_push_number(context, answer.numbers[index]);
    duk_put_prop_index(context, array, (duk_uarridx_t)index);
  }
  return 1;
}

/// Implements `$compile(text)`.
static duk_ret_t compile(duk_context *context) {
  duk_require_string(context, 0);
  duk_push_string(context, "expression");
  duk_compile(context, DUK_COMPILE_FUNCTION);
  return 1;
}

// MARK: - Functions for the host

struct call {
  cduktape_engine *engine;
  const char *text;
  size_t length;
  double a, b;
  cduktape_value *result;
};

static duk_ret_t set_up(duk_context *context, void *data) {
  (void)data;
  duk_push_c_function(context, ask, 5);
  duk_put_global_string(context, "$ask");
  duk_push_c_function(context, compile, 1);
  duk_put_global_string(context, "$compile");
  return 0;
}

static duk_ret_t run(duk_context *context, void *data) {
  const struct call *call = data;
  duk_eval_lstring_noresult(context, call->text, call->length);
  return 0;
}

static duk_ret_t invoke(duk_context *context, void *data) {
  const struct call *call = data;
  duk_get_global_string(context, call->text);
  duk_push_number(context, call->a);
  duk_push_number(context, call->b);
  duk_call(context, 2);
  cduktape_value *result = call->result;
  cduktape_engine *engine = call->engine;
  if (duk_is_number(context, -1)) {
    result->kind = CDUKTAPE_NUMBER;
    result->number = duk_get_number(context, -1);
  } else if (duk_is_string(context, -1)) {
    duk_size_t length;
    const char *text = duk_get_lstring(context, -1, &length);
    char *copy = realloc(engine->text, length + 1);
    if (!copy) return 0;
    engine->text = memcpy(copy, text, length);
    result->kind = CDUKTAPE_TEXT;
    result->text = copy;
    result->length = length;
  } else if (duk_is_array(context, -1)) {
    size_t count;
    if (!copy_numbers(context, duk_get_top_index(context), &engine->numbers, &engine->capacity, &count)) return 0;
    result->kind = CDUKTAPE_NUMBERS;
    result->numbers = engine->numbers;
    result->count = count;
  }
  return 0;
}

/// Turns a thrown value into a text, which may throw once more.
static duk_ret_t describe(duk_context *context, void *data) {
  cduktape_engine *engine = data;
  const char *text = duk_safe_to_string(context, -1);
  strncpy(engine->message, text, sizeof engine->message - 1);
  return 0;
}

static cduktape_status protect(cduktape_engine *engine, duk_safe_call_function function, void *data) {
  if (engine->spent != CDUKTAPE_DONE) return engine->spent;
  engine->began = thread_seconds();
  engine->message[0] = 0;
  duk_context *context = engine->context;
  cduktape_engine *around = running;
  running = engine;
  int failed = duk_safe_call(context, function, data, 0, 1) != DUK_EXEC_SUCCESS;
  if (failed && engine->spent == CDUKTAPE_DONE) {
    duk_safe_call(context, describe, engine, 1, 1);
  }
  duk_pop(context);
  running = around;
  engine->seconds += thread_seconds() - engine->began;
  if (engine->spent != CDUKTAPE_DONE) return engine->spent;
  return failed ? CDUKTAPE_THREW : CDUKTAPE_DONE;
}

cduktape_engine *cduktape_create(cduktape_limits limits, cduktape_host host, void *context) {
  cduktape_engine *engine = calloc(1, sizeof *engine);
  if (!engine) return NULL;
  engine->limits = limits;
  engine->host = host;
  engine->host_context = context;
  engine->context = duk_create_heap(allocate, reallocate, release, engine, fatal);
  if (engine->context && count_natives(engine) && protect(engine, set_up, NULL) == CDUKTAPE_DONE) return engine;
  cduktape_destroy(engine);
  return NULL;
}

void cduktape_destroy(cduktape_engine *engine) {
  if (engine->context) duk_destroy_heap(engine->context);
  free(engine->numbers);
  free(engine->asked);
  free(engine->text);
  free(engine);
}

cduktape_status cduktape_run(cduktape_engine *engine, const char *text, size_t length) {
  struct call call = {engine, text, length, 0, 0, NULL};
  return protect(engine, run, &call);
}

cduktape_status cduktape_call(cduktape_engine *engine, const char *name, double a, double b, cduktape_value *result) {
  *result = (cduktape_value){CDUKTAPE_NOTHING, 0, NULL, 0, NULL, 0};
  struct call call = {engine, name, 0, a, b, result};
  return protect(engine, invoke, &call);
}

const char *cduktape_message(const cduktape_engine *engine) { return engine->message; }

void cduktape_charge(cduktape_engine *engine, long long operations) { engine->operations += operations; }
