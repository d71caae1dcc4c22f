package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.List;

/** The picture of one load: zoomed to it, with the country in a corner. */
public record LoadMap(Frame frame, MapView load) {
  private static final Template PICTURE = Pen.SHAPES.get("load-picture");
  private static final Template LIVE = Pen.SHAPES.get("load-live");

  /** Wide enough for towns and borders, so that it is a map and no sketch. */
  private static final double NEAREST_METERS = 60_000;

  public static LoadMap of(MapView load) {
    Frame whole = Frame.around(load.places());
    List<Coordinates> lastMiles = load.lastMiles();
    if (lastMiles.isEmpty()) return new LoadMap(whole, load);
    Frame near = Frame.around(lastMiles, NEAREST_METERS);
    boolean isNearer = near.unitsPerMeter() > whole.unitsPerMeter();
    return new LoadMap(isNearer ? near : whole, load);
  }

  /** The whole picture; {@code description} is its text alternative. */
  public Html picture(String description) {
    LabelBoard board = new LabelBoard();
    BaseMap base = new BaseMap(frame, board);
    Frame.Box corner = base.reserveOverview(load.stopPlaces());
    Html live = live(board);
    List<Coordinates> places = load.places();
    Html scale = places.isEmpty() ? Html.NONE : base.scaleBar();
    Html states = base.states();
    return PICTURE.with(
        frame.id(),
        description,
        base.land(),
        states,
        base.cities(),
        base.overview(corner),
        live,
        scale);
  }

  private Html live(LabelBoard board) {
    return LIVE.with(new LoadLayer(frame, load, board).draw());
  }
}
