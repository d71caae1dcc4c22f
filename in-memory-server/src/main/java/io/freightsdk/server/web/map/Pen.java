package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws lines and trucks into one frame. */
record Pen(Frame frame) {
  /** What maps are made of. A backslash at the end of a line joins it with the next one. */
  static final Template.Blocks SHAPES = Template.read("map/map.html");

  private static final Template TRUCK = SHAPES.get("truck");
  private static final Template ARROW = SHAPES.get("arrow");
  private static final Html DOT = new Html("<circle class=\"arrow\" r=\"9\"/>");

  private static final int MOST_ROUTE_POINTS = 600;

  /** The great circle legs over {@code places}. */
  static List<Coordinates> route(List<Coordinates> places) {
    List<Coordinates> route = new ArrayList<>();
    int steps = Math.max(2, Math.min(24, MOST_ROUTE_POINTS / Math.max(1, places.size())));
    for (int leg = 0; leg + 1 < places.size(); leg++) {
      for (int i = 0; i <= steps; i++) {
        route.add(places.get(leg).towards(places.get(leg + 1), (double) i / steps));
      }
    }
    return route;
  }

  String line(List<Coordinates> line) {
    double[] xy = new double[2 * line.size()];
    for (int i = 0; i < line.size(); i++) {
      Frame.Point at = frame.toPicture(line.get(i));
      xy[2 * i] = at.x();
      xy[2 * i + 1] = at.y();
    }
    Path path = new Path();
    path.line(xy);
    return path.data();
  }

  /** A truck with its heading, at its place. */
  Html truck(MapView.Truck truck) {
    Frame.Point at = frame.toPicture(truck.at());
    Long angle = angleOnPicture(truck, at);
    return TRUCK.with(
        truck.silent() ? " silent" : "",
        Math.round(at.x()),
        Math.round(at.y()),
        angle == null ? DOT : ARROW.with(angle));
  }

  /**
   * North is straight up only at the centre, so the heading is drawn in the direction of a short
   * step.
   */
  private @Nullable Long angleOnPicture(MapView.Truck truck, Frame.Point at) {
    Double heading = truck.heading();
    if (heading == null) return null;
    Frame.Point ahead = frame.toPicture(truck.at().travel(heading, 1_000));
    return Math.round(Math.toDegrees(Math.atan2(ahead.x() - at.x(), at.y() - ahead.y())));
  }
}
