package io.freightsdk.server.web.map;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.ArrayList;
import java.util.List;

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
    parts.add(LINE.with("planned", pen.line(Pen.route(load.stopPlaces()))));
    parts.add(LINE.with("driven", pen.line(load.track())));
    blockTruck();
    for (MapStop stop : load.stops()) blockMark(stop);
    MapView.Truck truck = load.truck();
    if (truck != null) parts.add(pen.stem(truck, marks()));
    for (MapStop stop : load.stops()) parts.add(stop(stop));
    if (truck != null) parts.add(pen.truck(truck, marks()));
    return Html.joined(parts);
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

  private List<Frame.Point> marks() {
    return load.stopPlaces().stream().map(frame::toPicture).toList();
  }

  private void blockTruck() {
    MapView.Truck truck = load.truck();
    Frame.Point at = truck == null ? null : frame.toPicture(truck.at());
    if (at != null) board.block(new Frame.Box(at.x(), at.y(), at.x(), at.y()).grown(TRUCK_RADIUS));
  }

  private void blockMark(MapStop stop) {
    Frame.Point at = stop.at() == null ? null : frame.toPicture(stop.at());
    if (at != null) board.block(new Frame.Box(at.x() - 26, at.y() - 26, at.x() + 26, at.y() + 26));
  }

  private Html stop(MapStop stop) {
    Frame.Point at = stop.at() == null ? null : frame.toPicture(stop.at());
    if (at == null) return Html.NONE;
    boolean pickup = stop.isPickup();
    return STOP.with(
        pickup ? "pickup" : "delivery",
        stop.progress().css(),
        Math.round(at.x()),
        Math.round(at.y()),
        pickup ? PICKUP : DELIVERY,
        stop.number(),
        name(stop, at));
  }

  private Html name(MapStop stop, Frame.Point at) {
    String label = stop.label();
    String text =
        label.length() <= LONGEST_NAME ? label : label.substring(0, LONGEST_NAME - 1) + "…";
    if (board.claim(LabelBoard.beside(at, text, NAME_FONT, NAME_GAP, true))) {
      return NAME.with(Math.round(NAME_GAP), 0, "start", text);
    }
    if (board.claim(LabelBoard.beside(at, text, NAME_FONT, NAME_GAP, false))) {
      return NAME.with(-Math.round(NAME_GAP), 0, "end", text);
    }
    for (int below : BELOW_OR_ABOVE) {
      if (board.claim(LabelBoard.centered(at, text, NAME_FONT, below))) {
        return NAME.with(0, below, "middle", text);
      }
    }
    return Html.NONE;
  }
}
