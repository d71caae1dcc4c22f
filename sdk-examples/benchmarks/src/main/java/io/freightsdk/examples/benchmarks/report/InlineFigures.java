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
 * is out of date says so. A table that was not measured keeps its figures.
 */
final class InlineFigures {
  private static final Pattern FIGURE =
      Pattern.compile("<!-- figure: ([^>]*) -->(.*?)<!-- /figure -->");

  private InlineFigures() {}

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
                        + text(figure.group(1), figure.group(2), measured)
                        + "<!-- /figure -->"));
  }

  private static String text(String place, String before, List<Measurement> measured) {
    String[] parts = place.split("; ");
    if (parts.length != 5) {
      throw new IllegalStateException(
          "a figure needs table; subject; metric; size; used: " + place);
    }
    List<Measurement> table =
        measured.stream().filter(each -> each.table().equals(parts[0])).toList();
    if (table.isEmpty()) return before;
    for (Measurement each : table) {
      boolean isIt =
          each.subject().equals(parts[1])
              && each.metric().equals(parts[2])
              && each.x() == Long.parseLong(parts[3]);
      if (!isIt) continue;
      double ratio = each.median() / Double.parseDouble(parts[4]);
      return Figures.text(each.median(), each.unit()) + " (" + Figures.ratio(ratio) + ")";
    }
    // A run that is cut short measures smaller sizes only.
    return before;
  }
}
