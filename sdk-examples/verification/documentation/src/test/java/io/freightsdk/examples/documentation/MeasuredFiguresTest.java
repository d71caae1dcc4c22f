package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The few sentences that repeat a measured figure repeat it as it is in its table. */
class MeasuredFiguresTest {
  private static final Path DOCS = Pages.ROOT.resolve("docs");
  private static final Path FLEETS = Pages.ROOT.resolve("sdk-integrations/freight-watch/README.md");

  @Test
  void pagesRepeatTheTableOfFleets() throws IOException {
    assertThat(Files.readString(DOCS.resolve("watching.md")))
        .contains(
            "notices arrivals and departures in %s of the time that equal shares"
                .formatted(ratio(10, 0)));
  }

  @Test
  void thePageOnWatchingSaysWhatItsTableHasWithoutEtaFields() throws IOException {
    String page = Files.readString(DOCS.resolve("watching.md"));
    double[] with = row(page, "| adaptive (default) |");
    double[] without = row(page, "| adaptive, no ETA fields |");

    assertThat(page.replaceAll("\\s+", " "))
        .contains("a third more reads, and arrivals are noticed seven to ten minutes later")
        .contains("Departures are noticed as fast as ever");
    assertThat(without[READS] / with[READS]).isBetween(1.28, 1.38);
    assertThat(without[TO_PICKUP] - with[TO_PICKUP]).isBetween(7.0, 10.0);
    assertThat(without[TO_DELIVERY] - with[TO_DELIVERY]).isBetween(7.0, 10.0);
    assertThat(without[TO_ROAD] - with[TO_ROAD]).isBetween(-0.5, 0.5);
  }

  private static final int READS = 0;
  private static final int TO_PICKUP = 5;
  private static final int TO_ROAD = 6;
  private static final int TO_DELIVERY = 7;

  /** The figures of the row that starts so, without their units. */
  private static double[] row(String page, String start) {
    String row =
        page.substring(page.indexOf(start) + start.length()).lines().findFirst().orElseThrow();
    return Arrays.stream(row.split("\\|")).mapToDouble(MeasuredFiguresTest::number).toArray();
  }

  private static double number(String cell) {
    return Double.parseDouble(cell.replaceAll("[^0-9.]", ""));
  }

  @Test
  void thePageOnFleetsRepeatsItsOwnTable() throws IOException {
    assertThat(Files.readString(FLEETS))
        .contains(
            "in %s of the time of equal shares at 5 USD a day, %s at 10 and %s at 20"
                .formatted(ratio(5, 0), ratio(10, 0), ratio(20, 0)),
            "moved estimates in %s, %s and %s".formatted(ratio(5, 2), ratio(10, 2), ratio(20, 2)));
  }

  /** A mean of the fleet's rule by that of equal shares. */
  private static String ratio(int usd, int column) throws IOException {
    double ratio =
        minutes(usd, "fleet rule", column) / minutes(usd, "adaptive plan, equal shares", column);
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private static double minutes(int usd, String strategy, int column) throws IOException {
    String page = Files.readString(FLEETS);
    String row =
        figures(page, "(?m)^\\| %d \\| %s \\| [\\d,]+ \\| (.*)$".formatted(usd, strategy)).get(0);
    // Mean and p90 of visits, of estimates, of all.
    String[] time = row.split("\\|")[column == 0 ? 0 : 4].strip().split(" ");
    return Double.parseDouble(time[0]) * (time[1].equals("h") ? 60 : 1);
  }

  private static List<String> figures(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(each -> each.group(1)).toList();
  }
}
