package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The few sentences that repeat a measured figure repeat it as it is in its table. */
class MeasuredFiguresTest {
  private static final Path DOCS = Pages.ROOT.resolve("docs");

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
}
