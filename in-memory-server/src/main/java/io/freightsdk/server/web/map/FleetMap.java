package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.ArrayList;
import java.util.List;

/** Many loads on one map. */
public final class FleetMap {
  private static final Template PICTURE = Pen.SHAPES.get("fleet-picture");
  private static final Template EMPTY = Pen.SHAPES.get("fleet-empty");
  private static final Template LAYER = Pen.SHAPES.get("fleet-update");
  private static final Template LOAD = Pen.SHAPES.get("fleet-load");
  private static final Template END = Pen.SHAPES.get("fleet-end");

  private final Frame frame;
  private final List<FleetLoad> loads;

  private FleetMap(List<FleetLoad> loads) {
    this.loads = loads;
    List<Coordinates> places = new ArrayList<>();
    for (FleetLoad load : loads) {
      places.addAll(load.map.stopPlaces());
      MapView.Truck truck = load.map.truck();
      if (truck != null) places.add(truck.at());
    }
    this.frame = Frame.around(places);
  }

  /**
   * A load among others.
   *
   * @param name text that is shown under the pointer
   * @param link target of a click
   * @param tone of its status, a CSS class
   */
  public record FleetLoad(String name, String link, String tone, MapView map) {}

  /** The whole picture, in the frame that its loads need. */
  public static Html picture(String description, List<FleetLoad> loads) {
    FleetMap map = new FleetMap(loads);
    BaseMap base = new BaseMap(map.frame, new LabelBoard());
    Html states = base.states();
    return PICTURE.with(
        map.frame.id(), description, base.land(), states, base.cities(), map.layer());
  }

  /** A placeholder for a picture that comes later; its {@code frame} equals no other. */
  public static Html empty(String description) {
    return EMPTY.with(description);
  }

  /** The frame of a picture of these loads, as a text to compare. */
  public static String frame(List<FleetLoad> loads) {
    return new FleetMap(loads).frame.id();
  }

  /** The changing part only, for a page that shows {@link #picture} of an earlier moment. */
  public static Html update(List<FleetLoad> loads) {
    FleetMap map = new FleetMap(loads);
    return LAYER.with(map.frame.id(), map.layer());
  }

  private Html layer() {
    Pen pen = new Pen(frame);
    return Html.joined(loads.stream().map(load -> draw(load, pen)).toList());
  }

  private Html draw(FleetLoad load, Pen pen) {
    MapView map = load.map();
    MapView.Truck truck = map.truck();
    return LOAD.with(
        load.tone(),
        load.link(),
        load.name(),
        load.name(),
        pen.line(Pen.route(map.ahead())),
        pen.line(map.track()),
        ends(map),
        truck == null ? Html.NONE : pen.truck(truck));
  }

  private Html ends(MapView map) {
    List<Html> ends = new ArrayList<>();
    for (Coordinates place : map.stopPlaces()) {
      Frame.Point at = frame.toPicture(place);
      ends.add(END.with(Math.round(at.x()), Math.round(at.y())));
    }
    return Html.joined(ends);
  }
}
