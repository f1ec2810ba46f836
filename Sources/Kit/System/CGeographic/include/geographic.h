// Geodesics on WGS84 (GeographicLib, after Karney 2013). All angles in degrees, all lengths in metres.
#ifndef TROVE_GEOGRAPHIC_H
#define TROVE_GEOGRAPHIC_H

#ifdef __cplusplus
extern "C" {
#endif

/// The shortest path between two points: its length and its azimuths at both ends, clockwise from north.
void trove_geodesic_inverse(
    double lat1, double lon1, double lat2, double lon2, double *distance, double *azimuth1, double *azimuth2);

/// Where one arrives after `distance` metres along the geodesic that leaves at `azimuth`.
void trove_geodesic_direct(
    double lat1, double lon1, double azimuth, double distance, double *lat2, double *lon2, double *azimuth2);

/// Universal Transverse Mercator, polar stereographic (zone 0) beyond 84 N and 80 S; false easting and northing in
/// metres. Returns whether there is a grid for the place.
int trove_utm_forward(double lat, double lon, int *zone, int *north, double *easting, double *northing);

/// The place of a grid point; returns whether the point lies in its grid.
int trove_utm_reverse(int zone, int north, double easting, double northing, double *lat, double *lon);

/// The square of one metre (`31UDQ4825011951`) that a place lies in, NUL-terminated; returns whether there is one.
int trove_mgrs_forward(double lat, double lon, char *text, int size);

/// The middle of a square of a kilometre at most; returns whether the text is one.
int trove_mgrs_reverse(const char *text, double *lat, double *lon);

#ifdef __cplusplus
}
#endif

#endif
