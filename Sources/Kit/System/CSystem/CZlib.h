#include <zlib.h>

/* What is a macro. */

/* Begins to inflate: 15 + 32 takes gzip or zlib by its header, -15 deflate without one. */
static inline int trove_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

/* Begins to deflate: 15 + 16 writes gzip, 15 zlib, -15 deflate without a header. */
static inline int trove_deflate_init(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}
