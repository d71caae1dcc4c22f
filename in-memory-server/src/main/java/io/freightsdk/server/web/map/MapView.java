package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One load as a map shows it.
 *
 * @param stops in the order they are driven
 * @param track the driven line, oldest first, bounded as by {@link TrackLine}
 * @param truck null before the first fix
 */
public record MapView(List<MapStop> stops, List<Coordinates> track, @Nullable Truck truck) {
  /** Fences are part of the picture if it is not much wider than they are. */
  private static final int FENCES_ACROSS = 12;

  public MapView {
    stops = List.copyOf(stops);
    track = List.copyOf(track);
  }

  /** From here on the picture shows truck and next stop, as people want to see it come. */
  private static final double LAST_MILES = 50;

  /**
   * The truck and the stop that it comes to or stands at, for the last miles to it; empty before.
   */
  List<Coordinates> lastMiles() {
    if (truck == null) return List.of();
    for (MapStop stop : stops) {
      boolean isNext =
          stop.progress() == MapStop.Progress.NEXT || stop.progress() == MapStop.Progress.HERE;
      Coordinates at = stop.at();
      if (isNext && at != null && at.milesTo(truck.at()) <= LAST_MILES) {
        return List.of(truck.at(), at);
      }
    }
    return List.of();
  }

  /** The way still ahead: from the truck over the stops that it has not reached. */
  List<Coordinates> ahead() {
    if (truck == null) return stopPlaces();
    List<Coordinates> ahead = new ArrayList<>(List.of(truck.at()));
    for (MapStop stop : stops) {
      boolean isAhead =
          stop.progress() == MapStop.Progress.AHEAD || stop.progress() == MapStop.Progress.NEXT;
      if (isAhead && stop.at() != null) ahead.add(stop.at());
    }
    return ahead;
  }

  /** Every place that the picture must show. */
  List<Coordinates> places() {
    List<Coordinates> places = new ArrayList<>(stopPlaces());
    if (truck != null) places.add(truck.at());
    // The track rarely leaves the area of the stops, and never by much.
    if (!track.isEmpty()) places.addAll(corners(track));
    addFences(places);
    return places;
  }

  /** The stops whose place is known, in order. */
  List<Coordinates> stopPlaces() {
    return stops.stream().map(MapStop::at).filter(Objects::nonNull).toList();
  }

  /** The fences of a short load are shown completely. */
  private void addFences(List<Coordinates> places) {
    if (places.isEmpty()) return;
    List<Coordinates> corners = corners(places);
    double across =
        corners.get(0).metersTo(corners.get(1)) + corners.get(2).metersTo(corners.get(3));
    for (MapStop stop : stops) {
      Coordinates at = stop.at();
      if (at == null || across > FENCES_ACROSS * stop.radiusMeters()) continue;
      for (int bearing = 0; bearing < 360; bearing += 90) {
        places.add(at.travel(bearing, stop.radiusMeters()));
      }
    }
  }

  private static List<Coordinates> corners(List<Coordinates> track) {
    Coordinates south = track.get(0);
    Coordinates north = south;
    Coordinates west = south;
    Coordinates east = south;
    for (Coordinates at : track) {
      if (at.lat() < south.lat()) south = at;
      if (at.lat() > north.lat()) north = at;
      if (at.lng() < west.lng()) west = at;
      if (at.lng() > east.lng()) east = at;
    }
    return List.of(south, north, west, east);
  }

  /**
   * The last known position of a truck.
   *
   * @param heading degrees clockwise from north; null when unknown
   * @param silent whether its last fix is too old to say where it is now
   */
  public record Truck(Coordinates at, @Nullable Double heading, boolean silent) {}
}
