// What the vertex stage of the general path passes on to the fragment stage is declared once, for both: as PASSED, or
// `flat PASSED`.
#ifdef VERTEX
#define PASSED out
#else
#define PASSED in
#endif
