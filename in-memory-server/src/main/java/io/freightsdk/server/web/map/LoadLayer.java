package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The changing part of a load's map: its route, fences, track, stops and truck. */
final class LoadLayer {
  private static final Template FENCE = Pen.SHAPES.get("fence");
  private static final Template LINE = Pen.SHAPES.get("line");
  private static final Template STOP = Pen.SHAPES.get("stop");
  private static final Html PICKUP = new Html("<circle r=\"21\"/>");
  private static final Html DELIVERY =
      new Html("<rect x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" rx=\"7\"/>");
  private static final Template NAME = Pen.SHAPES.get("name");
  // Phones show names larger: a name that fits there fits everywhere.
  private static final double NAME_FONT = 50;
  private static final double NAME_GAP = 32;
  private static final int[] BELOW_OR_ABOVE = {62, -62};
  private static final double VISIBLE_FENCE = 26;
  private static final double TRUCK_RADIUS = 50;
  private static final double MARK_RADIUS = 26;
  private static final Template LEADER = Pen.SHAPES.get("leader");

  /** Nearer to the truck than this, on phones, a stop's mark would lie on it. */
  private static final double CLEAR_OF_TRUCK = 100;

  private static final int[] TURNS = {0, 45, -45, 90, -90, 135, -135, 180};
  private static final int LONGEST_NAME = 28;

  private final Frame frame;
  private final Pen pen;
  private final MapView load;
  private final LabelBoard board;

  LoadLayer(Frame frame, MapView load, LabelBoard board) {
    this.frame = frame;
    this.pen = new Pen(frame);
    this.load = load;
    this.board = board;
  }

  Html draw() {
    List<Html> parts = new ArrayList<>();
    for (MapStop stop : load.stops()) parts.add(fence(stop));
    String planned = line(Pen.route(load.ahead()));
    String driven = line(load.track());
    parts.add(LINE.with("planned", planned));
    parts.add(LINE.with("driven", driven));
    MapView.Truck truck = load.truck();
    Frame.Point truckAt = truck == null ? null : frame.toPicture(truck.at());
    if (truckAt != null) board.block(around(truckAt, TRUCK_RADIUS));
    Map<MapStop, Frame.Point> marks = marks(truckAt);
    marks.forEach((stop, mark) -> parts.add(stop(stop, mark)));
    if (truck != null) parts.add(pen.truck(truck));
    return Html.joined(parts);
  }

  private String line(List<Coordinates> line) {
    board.avoid(line.stream().map(frame::toPicture).toList());
    return pen.line(line);
  }

  /**
   * Where each stop's number is drawn: at its place, or beside the truck that is there. A mark that
   * gave way is tied to its place by a line.
   */
  private Map<MapStop, Frame.Point> marks(Frame.@Nullable Point truck) {
    Map<MapStop, Frame.Point> marks = new LinkedHashMap<>();
    for (MapStop stop : load.stops()) {
      if (stop.at() == null) continue;
      Frame.Point at = frame.toPicture(stop.at());
      marks.put(stop, at);
      if (truck == null || !isCovered(at, truck)) board.block(around(at, MARK_RADIUS));
    }
    if (truck != null) {
      marks.replaceAll((stop, at) -> isCovered(at, truck) ? besides(at, truck) : at);
    }
    return marks;
  }

  private static boolean isCovered(Frame.Point at, Frame.Point truck) {
    return reach(at.x() - truck.x(), at.y() - truck.y()) < CLEAR_OF_TRUCK;
  }

  /** The longer side of the box between two points: boxes of marks must not touch. */
  private static double reach(double dx, double dy) {
    return Math.max(Math.abs(dx), Math.abs(dy));
  }

  /** On the far side of its place from the truck, or where there is room around the truck. */
  private Frame.Point besides(Frame.Point at, Frame.Point truck) {
    double dx = at.x() - truck.x();
    double dy = at.y() - truck.y();
    double away = Math.hypot(dx, dy) < 1 ? -Math.PI / 2 : Math.atan2(dy, dx);
    for (int turn : TURNS) {
      Frame.Point mark = atAngle(truck, away + Math.toRadians(turn));
      if (board.claim(around(mark, MARK_RADIUS))) return mark;
    }
    return atAngle(truck, away);
  }

  private static Frame.Point atAngle(Frame.Point truck, double angle) {
    double dx = Math.cos(angle);
    double dy = Math.sin(angle);
    double length = CLEAR_OF_TRUCK / reach(dx, dy);
    return new Frame.Point(truck.x() + length * dx, truck.y() + length * dy);
  }

  private static Frame.Box around(Frame.Point at, double by) {
    return new Frame.Box(at.x(), at.y(), at.x(), at.y()).grown(by);
  }

  private Html fence(MapStop stop) {
    if (stop.at() == null) return Html.NONE;
    Frame.Point at = frame.toPicture(stop.at());
    double radius = stop.radiusMeters() * frame.unitsPerMeter();
    boolean hiddenByItsMark = radius < VISIBLE_FENCE;
    if (hiddenByItsMark) return Html.NONE;
    return FENCE.with(
        stop.progress().css(), Math.round(at.x()), Math.round(at.y()), Math.round(radius));
  }

  private Html stop(MapStop stop, Frame.Point at) {
    boolean pickup = stop.isPickup();
    return STOP.with(
        pickup ? "pickup" : "delivery",
        stop.progress().css(),
        Math.round(at.x()),
        Math.round(at.y()),
        leader(stop, at),
        pickup ? PICKUP : DELIVERY,
        stop.number(),
        name(stop, at));
  }

  private Html leader(MapStop stop, Frame.Point mark) {
    Coordinates place = stop.at();
    if (place == null) return Html.NONE;
    Frame.Point at = frame.toPicture(place);
    if (at.equals(mark)) return Html.NONE;
    long x = Math.round(at.x() - mark.x());
    long y = Math.round(at.y() - mark.y());
    return LEADER.with(x, y, x, y);
  }

  /** On the lines only if there is no room beside them. */
  private Html name(MapStop stop, Frame.Point at) {
    String label = stop.label();
    String text =
        label.length() <= LONGEST_NAME ? label : label.substring(0, LONGEST_NAME - 1) + "…";
    Html beside = name(text, at, true);
    return beside.equals(Html.NONE) ? name(text, at, false) : beside;
  }

  private Html name(String text, Frame.Point at, boolean besideLines) {
    if (claim(LabelBoard.beside(at, text, NAME_FONT, NAME_GAP, true), besideLines)) {
      return NAME.with(Math.round(NAME_GAP), 0, "start", text);
    }
    if (claim(LabelBoard.beside(at, text, NAME_FONT, NAME_GAP, false), besideLines)) {
      return NAME.with(-Math.round(NAME_GAP), 0, "end", text);
    }
    for (int below : BELOW_OR_ABOVE) {
      if (claim(LabelBoard.centered(at, text, NAME_FONT, below), besideLines)) {
        return NAME.with(0, below, "middle", text);
      }
    }
    return Html.NONE;
  }

  private boolean claim(Frame.Box box, boolean besideLines) {
    return !(besideLines && board.isOnLine(box)) && board.claim(box);
  }
}
