package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What changes while a load is on the road: its route, fences, track, stops and truck. */
final class LoadLayer {
  private static final Template FENCE =
      Template.of("<circle class=\"fence {}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>");
  private static final Template LINE = Template.of("<path class=\"{}\" d=\"{}\"/>\n");
  private static final Template STOP =
      Template.of(
          """
          <g class="stop {} {}" transform="translate({} {})"><g class="mark">{}<text class="n">{}</text></g>{}</g>
          """);
  private static final Html PICKUP = new Html("<circle r=\"21\"/>");
  private static final Html DELIVERY =
      new Html("<rect x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" rx=\"7\"/>");
  private static final Template NAME =
      Template.of("<text class=\"name\" x=\"{}\" text-anchor=\"{}\">{}</text>");
  private static final Template TRUCK =
      Template.of(
          """
          <g class="truck{}" transform="translate({} {})"><g class="mark"><circle class="halo" r="40"/>\
          <circle class="disc" r="27"/>{}</g></g>
          """);
  private static final Template ARROW =
      Template.of("<path class=\"arrow\" transform=\"rotate({})\" d=\"M0-17 11 13 0 7-11 13z\"/>");
  private static final Html DOT = new Html("<circle class=\"arrow\" r=\"9\"/>");

  private static final double NAME_FONT = 30;
  private static final double NAME_GAP = 32;
  private static final double VISIBLE_FENCE = 26;
  private static final int MOST_ROUTE_POINTS = 600;
  private static final int LONGEST_NAME = 28;

  private final Frame frame;
  private final MapView load;
  private final LabelBoard board;

  LoadLayer(Frame frame, MapView load, LabelBoard board) {
    this.frame = frame;
    this.load = load;
    this.board = board;
  }

  Html draw() {
    List<Html> parts = new ArrayList<>();
    for (MapStop stop : load.stops()) parts.add(fence(stop));
    parts.add(LINE.with("planned", path(route())));
    parts.add(LINE.with("driven", path(load.track())));
    for (MapStop stop : load.stops()) blockMark(stop);
    for (MapStop stop : load.stops()) parts.add(stop(stop));
    MapTruck truck = load.truck();
    if (truck != null) parts.add(truck(truck));
    return Html.joined(parts);
  }

  /** The great circle legs between the stops whose place is known. */
  private List<Coordinates> route() {
    List<Coordinates> known = load.stopPlaces();
    List<Coordinates> route = new ArrayList<>();
    int steps = Math.max(2, Math.min(24, MOST_ROUTE_POINTS / Math.max(1, known.size())));
    for (int leg = 0; leg + 1 < known.size(); leg++) {
      for (int i = 0; i <= steps; i++) {
        route.add(known.get(leg).towards(known.get(leg + 1), (double) i / steps));
      }
    }
    return route;
  }

  private String path(List<Coordinates> line) {
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

  private Html fence(MapStop stop) {
    if (stop.at() == null) return Html.NONE;
    MapPoint at = frame.toPicture(stop.at());
    if (at == null) return Html.NONE;
    double radius =
        stop.radiusMeters() * frame.projection().unitsPerMeter(stop.at()) * frame.scale();
    boolean hiddenByItsMark = radius < VISIBLE_FENCE;
    if (hiddenByItsMark) return Html.NONE;
    return FENCE.with(
        stop.progress().css(), Math.round(at.x()), Math.round(at.y()), Math.round(radius));
  }

  private void blockMark(MapStop stop) {
    MapPoint at = stop.at() == null ? null : frame.toPicture(stop.at());
    if (at != null) board.block(new Box(at.x() - 26, at.y() - 26, at.x() + 26, at.y() + 26));
  }

  private Html stop(MapStop stop) {
    MapPoint at = stop.at() == null ? null : frame.toPicture(stop.at());
    if (at == null) return Html.NONE;
    boolean pickup = stop.kind() == MapStop.Kind.PICKUP;
    return STOP.with(
        pickup ? "pickup" : "delivery",
        stop.progress().css(),
        Math.round(at.x()),
        Math.round(at.y()),
        pickup ? PICKUP : DELIVERY,
        stop.number(),
        name(stop, at));
  }

  private Html name(MapStop stop, MapPoint at) {
    String label = stop.label();
    String text =
        label.length() <= LONGEST_NAME ? label : label.substring(0, LONGEST_NAME - 1) + "…";
    if (board.claim(LabelBoard.beside(at, text, NAME_FONT, NAME_GAP, true))) {
      return NAME.with(Math.round(NAME_GAP), "start", text);
    }
    if (board.claim(LabelBoard.beside(at, text, NAME_FONT, NAME_GAP, false))) {
      return NAME.with(-Math.round(NAME_GAP), "end", text);
    }
    return Html.NONE;
  }

  private Html truck(MapTruck truck) {
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
