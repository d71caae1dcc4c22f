package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws lines and trucks into one frame. */
final class Pen {
  private static final Template TRUCK =
      Template.of(
          """
          <g class="truck{}" transform="translate({} {})"><g class="mark"><circle class="halo" r="40"/>\
          <circle class="disc" r="27"/>{}</g></g>
          """);
  private static final Template ARROW =
      Template.of("<path class=\"arrow\" transform=\"rotate({})\" d=\"M0-17 11 13 0 7-11 13z\"/>");
  private static final Html DOT = new Html("<circle class=\"arrow\" r=\"9\"/>");

  private static final int MOST_ROUTE_POINTS = 600;

  private final Frame frame;

  Pen(Frame frame) {
    this.frame = frame;
  }

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

  /** The path data of a line; broken where it leaves the map. */
  String line(List<Coordinates> line) {
    PathWriter path = new PathWriter();
    MapPoint previous = null;
    for (Coordinates place : line) {
      MapPoint at = frame.projection().project(place);
      if (at != null) {
        double x = frame.pictureX(at.x());
        double y = frame.pictureY(at.y());
        if (previous != null && joins(previous, at)) {
          path.lineTo(x, y);
        } else {
          path.moveTo(x, y);
        }
      }
      previous = at;
    }
    return path.data();
  }

  private boolean joins(MapPoint a, MapPoint b) {
    return !(frame.projection() instanceof AlbersUsa usa) || usa.joins(a, b);
  }

  /** A truck with its heading; nothing off the map. */
  Html truck(MapTruck truck) {
    MapPoint at = frame.toPicture(truck.at());
    if (at == null) return Html.NONE;
    Long angle = angleOnPicture(truck, at);
    return TRUCK.with(
        truck.silent() ? " silent" : "",
        Math.round(at.x()),
        Math.round(at.y()),
        angle == null ? DOT : ARROW.with(angle));
  }

  /** North is not straight up on a conic map, so the heading is drawn where a step would lead. */
  private @Nullable Long angleOnPicture(MapTruck truck, MapPoint at) {
    Double heading = truck.heading();
    if (heading == null) return null;
    MapPoint ahead = frame.toPicture(truck.at().travel(heading, 1_000));
    if (ahead == null) return null;
    return Math.round(Math.toDegrees(Math.atan2(ahead.x() - at.x(), at.y() - ahead.y())));
  }
}
