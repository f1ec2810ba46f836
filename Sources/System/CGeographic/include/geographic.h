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

#ifdef __cplusplus
}
#endif

#endif
