#include <gps.h>
#include <math.h>

/* What the needle of a compass shows, in degrees from magnetic north; libgps has it since API 14 (gpsd 3.24). */
static inline double trove_magnetic_heading(const struct gps_data_t *data) {
#if GPSD_API_MAJOR_VERSION >= 14
  return data->attitude.mheading;
#else
  (void)data;
  return NAN;
#endif
}
