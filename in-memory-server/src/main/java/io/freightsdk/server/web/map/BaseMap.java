package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.Texts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The background of a map: land, borders, names of states and cities, scale bar and overview; only
 * a grid if the picture is a sketch. Its names do not cover the labels of {@code board}.
 */
record BaseMap(Frame frame, LabelBoard board) {
  private static final Template LAND = Pen.SHAPES.get("land");
  private static final Template SKETCH = Pen.SHAPES.get("sketch");
  private static final Template STATE = Pen.SHAPES.get("state");
  private static final Template CITY = Pen.SHAPES.get("city");
  private static final Template GROUP = Pen.SHAPES.get("group");
  private static final Template SCALE = Pen.SHAPES.get("scale");
  private static final Template OVERVIEW = Pen.SHAPES.get("overview");
  private static final int OVERVIEW_WIDTH = 330;
  private static final int OVERVIEW_HEIGHT = 223;
  private static final int EDGE = 20;
  private static final double CITY_FONT = 25;
  private static final double PHONE_CITY_FONT = 46;
  private static final int MOST_CITIES = 18;
  private static final int MOST_PHONE_CITIES = 5;
  private static final double LONGEST_BAR = 260;
  private static final double[] BARS = {0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000};

  Html land() {
    if (frame.isSchematic()) return SKETCH.with(grid(), Texts.text("map.sketch"));
    Path borders = new Path(Frame.WIDTH, 1);
    draw(Atlas.Layer.OTHER_BORDERS, frame, borders, false);
    draw(Atlas.Layer.STATE_BORDERS, frame, borders, false);
    return LAND.with(
        area(Atlas.Layer.COUNTRIES_AROUND, 2),
        area(Atlas.Layer.LAKES_AROUND, 1.2),
        area(Atlas.Layer.STATES, 1),
        area(Atlas.Layer.LAKES_IN_STATES, 1.2),
        borders.data());
  }

  private String area(Atlas.Layer layer, double tolerance) {
    Path path = new Path(Frame.WIDTH, tolerance);
    draw(layer, frame, path, true);
    return path.data();
  }

  private static void draw(Atlas.Layer layer, Frame frame, Path path, boolean rings) {
    for (Atlas.Line line : Atlas.get().lines(layer)) {
      if (!line.touches(frame)) continue;
      if (rings) {
        path.ring(line.in(frame));
      } else {
        path.line(line.in(frame));
      }
    }
  }

  /** Lines as far apart as the scale bar is long. */
  private String grid() {
    double step = bar() * Coordinates.METERS_PER_MILE * frame.unitsPerMeter();
    Path path = new Path();
    for (double x = Frame.WIDTH / 2.0 % step; x < Frame.WIDTH; x += step) {
      path.moveTo(x, 0);
      path.lineTo(x, Frame.HEIGHT);
    }
    for (double y = Frame.HEIGHT / 2.0 % step; y < Frame.HEIGHT; y += step) {
      path.moveTo(0, y);
      path.lineTo(Frame.WIDTH, y);
    }
    return path.data();
  }

  Html states() {
    if (frame.isSchematic()) return Html.NONE;
    List<Html> names = new ArrayList<>();
    for (Atlas.Name name : Atlas.get().names()) {
      Frame.Point at = frame.toPicture(name.at());
      Frame.Box room = new Frame.Box(at.x() - 46, at.y() - 28, at.x() + 46, at.y() + 28);
      if (!board.isOnLine(room) && board.claim(room)) {
        names.add(STATE.with(Math.round(at.x()), Math.round(at.y()), name.code()));
      }
    }
    return GROUP.with("states", Html.joined(names));
  }

  Html cities() {
    if (frame.isSchematic()) return Html.NONE;
    List<Html> shown = new ArrayList<>();
    for (City city : City.all()) {
      if (shown.size() == MOST_CITIES) break;
      Frame.Point at = frame.toPicture(city.at());
      boolean onPhones = shown.size() < MOST_PHONE_CITIES;
      double font = onPhones ? PHONE_CITY_FONT : CITY_FONT;
      Frame.Box room = LabelBoard.beside(at, city.name(), font, -8, true).grown(6);
      if (board.isOnLine(room) || !board.claim(room)) continue;
      shown.add(
          CITY.with(
              onPhones ? "city" : "city minor",
              Math.round(at.x()),
              Math.round(at.y()),
              Math.round(at.x() + 13),
              Math.round(at.y()),
              city.name()));
    }
    return GROUP.with("cities", Html.joined(shown));
  }

  Html scaleBar() {
    double miles = bar();
    long length = Math.round(miles * Coordinates.METERS_PER_MILE * frame.unitsPerMeter());
    String text = miles < 1 ? miles + " mi" : Math.round(miles) + " mi";
    return SCALE.with(EDGE + 6, length, EDGE + 6, text);
  }

  private double bar() {
    double longest = BARS[0];
    for (double bar : BARS) {
      if (bar * Coordinates.METERS_PER_MILE * frame.unitsPerMeter() <= LONGEST_BAR) longest = bar;
    }
    return longest;
  }

  /** Chooses a corner for the overview that covers no stop; null where an overview is of no use. */
  Frame.@Nullable Box reserveOverview(List<Coordinates> stops) {
    boolean isMostOfTheCountry = frame.unitsPerMeter() < 2 * Frame.COUNTRY.unitsPerMeter();
    Frame.Box country = new Frame.Box(0, 0, Frame.WIDTH, Frame.HEIGHT);
    boolean elsewhere = !country.contains(Frame.COUNTRY.toPicture(frame.center()));
    if (isMostOfTheCountry || elsewhere) return null;
    Frame.Box corner = emptiestCorner(stops);
    board.block(corner);
    return corner;
  }

  /** The whole country, with the frame marked. */
  Html overview(Frame.@Nullable Box corner) {
    if (corner == null) return Html.NONE;
    double shrink = (double) OVERVIEW_WIDTH / Frame.WIDTH;
    Frame.Point center = Frame.COUNTRY.toPicture(frame.center());
    double width = Frame.WIDTH * Frame.COUNTRY.unitsPerMeter() / frame.unitsPerMeter();
    double height = width * Frame.HEIGHT / Frame.WIDTH;
    long w = Math.max(7, Math.round(width * shrink));
    long h = Math.max(5, Math.round(height * shrink));
    return OVERVIEW.with(
        Math.round(corner.left()),
        Math.round(corner.top()),
        Holder.OVERVIEW_LAND,
        Math.round(center.x() * shrink - w / 2.0),
        Math.round(center.y() * shrink - h / 2.0),
        w,
        h);
  }

  private Frame.Box emptiestCorner(List<Coordinates> keepClear) {
    double right = Frame.WIDTH - EDGE - OVERVIEW_WIDTH;
    double bottom = Frame.HEIGHT - EDGE - OVERVIEW_HEIGHT - (frame.isSchematic() ? 60 : 0);
    List<Frame.Box> corners =
        List.of(cornerAt(right, bottom), cornerAt(right, EDGE), cornerAt(EDGE, EDGE));
    Frame.Box best = corners.get(0);
    long fewest = Long.MAX_VALUE;
    for (Frame.Box corner : corners) {
      Frame.Box near = corner.grown(60);
      long hidden = keepClear.stream().map(frame::toPicture).filter(near::contains).count();
      if (hidden < fewest) {
        fewest = hidden;
        best = corner;
      }
    }
    return best;
  }

  private static Frame.Box cornerAt(double left, double top) {
    return new Frame.Box(left, top, left + OVERVIEW_WIDTH, top + OVERVIEW_HEIGHT);
  }

  private static final class Holder {
    static final String OVERVIEW_LAND = overviewLand();

    private static String overviewLand() {
      Path path = new Path(OVERVIEW_WIDTH, 0.7);
      draw(Atlas.Layer.STATES, Frame.COUNTRY, path, true);
      return path.data();
    }
  }
}
