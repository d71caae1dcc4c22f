package io.freightsdk.examples.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures of this run inside a page that reckons with rounded ones: {@code <!-- figure: table;
 * subject; metric; size; used -->...<!-- /figure -->}, where size is 0 outside tables of growth.
 * Written are the median and its ratio to the figure that the page uses, so a page whose arithmetic
 * is out of date says so. What this run did not measure keeps its figures; {@link FigureNames}
 * finds those that no run would measure.
 */
final class InlineFigures {
  private static final Pattern FIGURE =
      Pattern.compile("<!-- figure: ([^>]*) -->(.*?)<!-- /figure -->");

  private InlineFigures() {}

  /** What stands in a marker. */
  private record Place(String table, String subject, String metric, long size, double used) {

    static Place parse(String text) {
      String[] parts = text.split("; ");
      if (parts.length != 5) {
        throw new IllegalStateException(
            "a figure needs table; subject; metric; size; used: " + text);
      }
      return new Place(
          parts[0], parts[1], parts[2], Long.parseLong(parts[3]), Double.parseDouble(parts[4]));
    }

    boolean isOf(Measurement measured) {
      return measured.table().equals(table)
          && measured.subject().equals(subject)
          && measured.metric().equals(metric)
          && measured.x() == size;
    }
  }

  /** Looks for each figure of the page. */
  static void look(Path page, FigureNames figures) throws IOException {
    Matcher figure = FIGURE.matcher(Files.readString(page));
    while (figure.find()) {
      Place place = Place.parse(figure.group(1));
      figures.look(page.toString(), place.table(), place.subject(), place.metric(), place.size());
    }
  }

  static void write(Path page, List<Measurement> measured) throws IOException {
    if (!Files.exists(page)) return;
    Files.writeString(page, in(Files.readString(page), measured));
  }

  static String in(String page, List<Measurement> measured) {
    return FIGURE
        .matcher(page)
        .replaceAll(
            figure ->
                Matcher.quoteReplacement(
                    "<!-- figure: "
                        + figure.group(1)
                        + " -->"
                        + text(Place.parse(figure.group(1)), figure.group(2), measured)
                        + "<!-- /figure -->"));
  }

  private static String text(Place place, String before, List<Measurement> measured) {
    for (Measurement each : measured) {
      if (!place.isOf(each)) continue;
      double ratio = each.median() / place.used();
      return Figures.text(each.median(), each.unit()) + " (" + Figures.ratio(ratio) + ")";
    }
    return before;
  }
}
