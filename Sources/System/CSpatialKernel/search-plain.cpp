// The queries, made of what every processor has.
#include "kernel.h"
// The lanes first, then what is made of them.
#include "lanes-plain.h"

#include "exact.h"
#include "search.h"

#include "nearest.h"
#include "regions.h"

const Kernel trove_spatial::plainKernel = {nearest, within, hitsWithin, inBox};

double trove_spatial_metres(double latitude, double longitude, double other_latitude, double other_longitude) {
  if (!trove_spatial_is_place(latitude, longitude) || !trove_spatial_is_place(other_latitude, other_longitude))
    return NAN;
  Place other = place(other_latitude, other_longitude);
  return metres(query(latitude, longitude), other.latitude, other.longitude);
}
