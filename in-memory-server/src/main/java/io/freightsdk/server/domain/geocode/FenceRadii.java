package io.freightsdk.server.domain.geocode;

import io.freightsdk.server.domain.geocode.Geocoder.Geocoded;
import io.freightsdk.server.domain.trip.Fence;

/**
 * Default radius of a stop's fence in metres, by how exactly the stop is known. The middle of a ZIP
 * code lies within 3.2 km of the address in only a third of all ZIP codes, so an inexact stop needs
 * a wider fence to be arrived at.
 */
public record FenceRadii(double exact, double zip, double city, double zip3, double state) {
  public static final FenceRadii DEFAULT =
      new FenceRadii(Fence.DEFAULT_RADIUS_METERS, 8_000, 16_000, 50_000, 250_000);

  /** The fence of a stop that names no radius of its own. */
  public Fence fenceAround(Geocoded place) {
    double radius =
        switch (place.precision()) {
          case EXACT -> exact;
          case ZIP -> zip;
          case CITY -> city;
          case ZIP3 -> zip3;
          case STATE -> state;
        };
    return new Fence(place.at(), radius);
  }
}
