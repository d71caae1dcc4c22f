package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What does not move: land, names of states and cities, scale bar and overview. */
final class BaseMap {
  private static final Template LAND =
      Template.of(
          "<rect class=\"water\" width=\"1600\" height=\"1080\"/><path class=\"land\" d=\"{}\"/>\n");
  private static final Template STATE = Template.of("<text x=\"{}\" y=\"{}\">{}</text>");
  private static final Template CITY =
      Template.of(
          "<g class=\"{}\"><circle cx=\"{}\" cy=\"{}\" r=\"5\"/><text x=\"{}\" y=\"{}\">{}</text></g>");
  private static final Template GROUP = Template.of("<g class=\"{}\">{}</g>\n");
  private static final Template SCALE =
      Template.of(
          "<g class=\"scale\"><path d=\"M{} 1046v12h{}v-12\"/><text x=\"{}\" y=\"1036\">{} mi</text></g>\n");
  private static final Template OVERVIEW =
      Template.of(
          """
          <g class="overview" transform="translate({} {})"><rect class="water" width="330" height="223" rx="14"/>\
          <path class="land" d="{}"/><rect class="here" x="{}" y="{}" width="{}" height="{}"/></g>
          """);

  private static final int OVERVIEW_WIDTH = 330;
  private static final int OVERVIEW_HEIGHT = 223;
  private static final int EDGE = 20;
  private static final double CITY_FONT = 25;
  private static final double PHONE_CITY_FONT = 46;
  private static final int MOST_CITIES = 18;
  private static final int MOST_PHONE_CITIES = 5;
  private static final double METERS_PER_MILE = 1_609.344;
  private static final int[] BARS = {1, 2, 5, 10, 20, 50, 100, 200, 500};

  private final Frame frame;
  private final LabelBoard board;
  private final LandPath land;

  /** A base that keeps its names off what {@code board} already holds. */
  BaseMap(Frame frame, LabelBoard board) {
    this.frame = frame;
    this.board = board;
    this.land = new LandPath(frame, Frame.WIDTH);
  }

  Html land() {
    return frame.hasOutline() ? LAND.with(land.draw()) : LAND.with("");
  }

  Html states() {
    if (!frame.hasOutline()) return Html.NONE;
    List<Html> names = new ArrayList<>();
    for (LandPath.Name name : land.names()) {
      MapPoint at = name.at();
      boolean free = board.claim(new Box(at.x() - 30, at.y() - 24, at.x() + 30, at.y() + 24));
      if (free) names.add(STATE.with(rounded(at.x()), rounded(at.y()), name.code()));
    }
    return GROUP.with("states", Html.joined(names));
  }

  Html cities() {
    List<Html> shown = new ArrayList<>();
    for (City city : City.all()) {
      if (shown.size() == MOST_CITIES) break;
      MapPoint at = frame.toPicture(city.at());
      if (at == null) continue;
      boolean onPhones = shown.size() < MOST_PHONE_CITIES;
      double font = onPhones ? PHONE_CITY_FONT : CITY_FONT;
      Box room = LabelBoard.beside(at, city.name(), font, -8, true).grown(6);
      if (!board.claim(room)) continue;
      String css = onPhones ? "city" : "city minor";
      shown.add(
          CITY.with(
              css,
              rounded(at.x()),
              rounded(at.y()),
              rounded(at.x() + 13),
              rounded(at.y()),
              city.name()));
    }
    return GROUP.with("cities", Html.joined(shown));
  }

  Html scaleBar(Coordinates near) {
    double mile = METERS_PER_MILE * frame.projection().unitsPerMeter(near) * frame.scale();
    int miles = BARS[0];
    for (int bar : BARS) {
      if (bar * mile <= 260) miles = bar;
    }
    return SCALE.with(EDGE + 6, rounded(miles * mile), EDGE + 6, miles);
  }

  /** Takes a corner for the overview, off the {@code stops}; null when the frame is most of it. */
  @Nullable Box reserveOverview(List<Coordinates> stops) {
    boolean tellsNothing = frame.scale() < 2 * Frame.COUNTRY.scale();
    if (!frame.hasOutline() || tellsNothing) return null;
    Box corner = emptiestCorner(stops);
    board.block(corner);
    return corner;
  }

  /** The whole country, with the frame marked. */
  Html overview(@Nullable Box corner) {
    if (corner == null) return Html.NONE;
    double k = Frame.COUNTRY.scale() * OVERVIEW_WIDTH / Frame.WIDTH;
    Box shown = frame.shown();
    double x = (shown.left() - Frame.COUNTRY.centerX()) * k + OVERVIEW_WIDTH / 2.0;
    double y = (shown.top() - Frame.COUNTRY.centerY()) * k + OVERVIEW_HEIGHT / 2.0;
    return OVERVIEW.with(
        rounded(corner.left()),
        rounded(corner.top()),
        Holder.OVERVIEW_LAND,
        rounded(x),
        rounded(y),
        Math.max(6, rounded(shown.width() * k)),
        Math.max(4, rounded(shown.height() * k)));
  }

  private Box emptiestCorner(List<Coordinates> keepClear) {
    double right = Frame.WIDTH - EDGE - OVERVIEW_WIDTH;
    double bottom = Frame.HEIGHT - EDGE - OVERVIEW_HEIGHT;
    List<Box> corners =
        List.of(cornerAt(right, bottom), cornerAt(right, EDGE), cornerAt(EDGE, EDGE));
    Box best = corners.get(0);
    long fewest = Long.MAX_VALUE;
    for (Box corner : corners) {
      long hidden =
          keepClear.stream()
              .map(frame::toPicture)
              .filter(at -> at != null && corner.grown(30).contains(at))
              .count();
      if (hidden < fewest) {
        fewest = hidden;
        best = corner;
      }
    }
    return best;
  }

  private static Box cornerAt(double left, double top) {
    return new Box(left, top, left + OVERVIEW_WIDTH, top + OVERVIEW_HEIGHT);
  }

  private static long rounded(double v) {
    return Math.round(v);
  }

  private static final class Holder {
    static final String OVERVIEW_LAND = new LandPath(Frame.COUNTRY, OVERVIEW_WIDTH).draw();
  }
}
