package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load as a map shows it.
 *
 * @param stops in the order they are driven
 * @param track the driven line, oldest first, bounded as by {@link TrackLine}
 * @param truck null before the first fix
 */
public record MapView(List<MapStop> stops, List<Coordinates> track, @Nullable MapTruck truck) {
  public MapView {
    stops = List.copyOf(stops);
    track = List.copyOf(track);
  }

  /** Every place that belongs into the picture. */
  List<Coordinates> places() {
    List<Coordinates> places = new ArrayList<>(stopPlaces());
    if (truck != null) places.add(truck.at());
    // The track strays from the stops rarely and never far from its own corners.
    if (!track.isEmpty()) places.addAll(corners());
    return places;
  }

  /** The stops whose place is known, in order. */
  List<Coordinates> stopPlaces() {
    List<Coordinates> known = new ArrayList<>();
    for (MapStop stop : stops) {
      if (stop.at() != null) known.add(stop.at());
    }
    return known;
  }

  private List<Coordinates> corners() {
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
}
