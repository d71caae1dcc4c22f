package io.freightsdk.server.web.map;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.ArrayList;
import java.util.List;

/** Many loads on one map of the country. */
public final class FleetMap {
  private static final Template PICTURE =
      Template.of(
          """
          <svg class="map fleet" viewBox="0 0 1600 1080" role="group" aria-label="{}">
          {}{}{}<g data-region="fleet">{}</g>
          </svg>
          """);
  private static final Template LAYER = Template.of("<svg><g data-region=\"fleet\">{}</g></svg>");
  private static final Template LOAD =
      Template.of(
          """
          <a class="load {}" href="{}" aria-label="{}"><title>{}</title>\
          <path class="planned" d="{}"/><path class="driven" d="{}"/>{}{}</a>
          """);
  private static final Template END =
      Template.of("<circle class=\"end\" cx=\"{}\" cy=\"{}\" r=\"8\"/>");

  private static final Frame FRAME = Frame.COUNTRY;
  private static final Pen PEN = new Pen(FRAME);

  private FleetMap() {}

  /**
   * A load among others.
   *
   * @param name what it is called when pointed at
   * @param link where a click on it leads
   * @param tone of its status, a CSS class
   */
  public record FleetLoad(String name, String link, String tone, MapView map) {}

  /** The whole picture. */
  public static Html picture(String description, List<FleetLoad> loads) {
    BaseMap base = new BaseMap(FRAME, new LabelBoard());
    Html states = base.states();
    return PICTURE.with(description, base.land(), states, base.cities(), layer(loads));
  }

  /** Only what changes, for a page that shows {@link #picture} of an earlier moment. */
  public static Html update(List<FleetLoad> loads) {
    return LAYER.with(layer(loads));
  }

  private static Html layer(List<FleetLoad> loads) {
    List<Html> drawn = new ArrayList<>();
    for (FleetLoad load : loads) drawn.add(draw(load));
    return Html.joined(drawn);
  }

  private static Html draw(FleetLoad load) {
    MapView map = load.map();
    MapTruck truck = map.truck();
    return LOAD.with(
        load.tone(),
        load.link(),
        load.name(),
        load.name(),
        PEN.line(Pen.route(map.stopPlaces())),
        PEN.line(map.track()),
        ends(map),
        truck == null ? Html.NONE : PEN.truck(truck));
  }

  private static Html ends(MapView map) {
    List<Html> ends = new ArrayList<>();
    for (var place : map.stopPlaces()) {
      MapPoint at = FRAME.toPicture(place);
      if (at != null) ends.add(END.with(Math.round(at.x()), Math.round(at.y())));
    }
    return Html.joined(ends);
  }
}
