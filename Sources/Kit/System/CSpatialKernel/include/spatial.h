// A packed, static index over points on the globe: building it, checking one, and three kinds of query.
//
// An index is one run of bytes, the same in memory and in a file. Positions are kept in ten-millionths of a degree.
// No function keeps anything between calls: one index may be asked from any number of threads at once. Whatever the
// bytes behind a header that `trove_spatial_open` accepts, no query reads outside of them, or reports a point with a
// number that is not below `inputs`.
#ifndef TROVE_SPATIAL_H
#define TROVE_SPATIAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The mean radius of the Earth in metres (IUGG, R1): what all distances here are measured with.
#define TROVE_SPATIAL_EARTH_RADIUS 6371008.8

/// Points that an index can hold at most.
#define TROVE_SPATIAL_LARGEST 2147483632u

/// Bytes of the header.
#define TROVE_SPATIAL_HEADER 64

/// Levels of nodes that the largest index has.
#define TROVE_SPATIAL_LEVELS 8

/// Brings `count` bytes of an index, from `offset` on, into its memory.
typedef void (*trove_spatial_loader)(const void *context, size_t offset, size_t count);

/// Where everything lies in the bytes of an index: a look at it that costs nothing to copy.
typedef struct {
  /// The bytes, at a multiple of eight.
  const void *base;
  /// Called before bytes behind the header are read, from any thread; null where all of them are in memory.
  trove_spatial_loader load;
  const void *context;
  /// Points that can be found, and the number of points that were given: numbers of points are below it.
  uint32_t points, inputs;
  uint32_t leaves;
  /// Levels of nodes: 0 is just above the leaves, `levels - 1` is the root alone.
  uint32_t levels;
  uint32_t nodes[TROVE_SPATIAL_LEVELS];
  /// Bytes from the base to each level's boxes in space, to those on the map, and to the leaves.
  size_t boxes[TROVE_SPATIAL_LEVELS], areas[TROVE_SPATIAL_LEVELS], content;
  /// Bytes altogether.
  size_t size;
} trove_spatial_view;

/// A point that was found: its number among the points given, and its distance in metres on the sphere.
typedef struct {
  int64_t number;
  double metres;
} trove_spatial_hit;

/// Whether the point of this number may be an answer.
typedef int (*trove_spatial_filter)(void *context, uint32_t number);

/// Whether a point given in degrees can be in an index: both are numbers, and in -90...90 and -180...180.
int trove_spatial_is_place(double latitude, double longitude);

/// Bytes of an index with so many points; 0 where they are too many.
size_t trove_spatial_size(size_t points);

/// Points among `inputs` pairs of latitude and longitude in degrees that can be in an index.
size_t trove_spatial_count(const double *degrees, size_t inputs);

/// Builds an index in `size` bytes at `memory`; returns whether the counts fit and memory was there.
int trove_spatial_build(const double *degrees, size_t inputs, void *memory, size_t size);

/// What may be wrong with bytes that should be an index.
typedef enum {
  trove_spatial_sound = 0,
  trove_spatial_too_short,
  trove_spatial_other_format,
  trove_spatial_other_version,
  trove_spatial_damaged,
  trove_spatial_wrong_size,
} trove_spatial_state;

/// Looks at the header of an index and fills in `view`, without a loader; it is valid for as long as the bytes are.
trove_spatial_state trove_spatial_open(const void *bytes, size_t size, trove_spatial_view *view);

/// The nearest `k` points, the nearest first, equally near ones in the order of their numbers.
///
/// `hits` has room for the smaller one of `k` and `points`. A filter is asked about few points more than it lets
/// through near the place, and may be null. Returns how many were found; none for a place that is none.
size_t trove_spatial_nearest(
    const trove_spatial_view *view, double latitude, double longitude, size_t k, trove_spatial_filter filter,
    void *context, trove_spatial_hit *hits);

/// The numbers of all points at most `metres` away, in no certain order.
///
/// Writes at most `room` of them; returns how many there are, so that the caller can come back with more room.
size_t trove_spatial_within(
    const trove_spatial_view *view, double latitude, double longitude, double metres, uint32_t *numbers, size_t room);

/// As `trove_spatial_within`, with the distances, the nearest first when there is room for all.
size_t trove_spatial_hits_within(
    const trove_spatial_view *view, double latitude, double longitude, double metres, trove_spatial_hit *hits,
    size_t room);

/// The numbers of all points in a box of degrees, its borders included, in no certain order.
///
/// A box whose west side lies east of its east side crosses the antimeridian, which is one line by either name; a
/// pole belongs to every box that reaches it. Writes at most `room` numbers; returns how many there are.
size_t trove_spatial_in_box(
    const trove_spatial_view *view, double south, double west, double north, double east, uint32_t *numbers,
    size_t room);

/// Metres on the sphere between two places in degrees, as all answers have them.
double trove_spatial_metres(double latitude, double longitude, double other_latitude, double other_longitude);

/// Which instructions the queries are made of: 0 plain, 1 AVX2, 2 AVX-512.
int trove_spatial_level(void);

/// Uses at most this level from now on, so that tests can try all that the processor has; returns what is used.
int trove_spatial_limit_level(int level);

#ifdef __cplusplus
}
#endif

#endif
