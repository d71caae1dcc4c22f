package io.freightsdk.examples.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final Table START =
      new Table.Comparison("start", "Cold start", "Fresh JVMs.", "ours", "bare");
  private static final Table LOADS = new Table.Growth("loads", "Many loads", "On one.", "loads");
  private static final Aim AIM = Aim.atMost(1.3, "start", "ours", "time", "bare");

  @Test
  void aComparisonShowsMedianSpreadAndBothRatios() {
    String page =
        render(
            Measurement.of("start", "ours", "time", "ms", 110, 100, 120),
            Measurement.of("start", "bare", "time", "ms", 100),
            Measurement.of("start", "near", "time", "ms", 120, 119, 121),
            Measurement.of("start", "other", "time", "ms", 550, 540, 560));
    assertThat(page)
        .contains(
            """
            ## Cold start

            Fresh JVMs.

            | time (ms) | median | low - high | to ours | to the floor |
            |---|---:|---:|---:|---:|
            | **ours** | 110 | 100 - 120 | 1.00 x | 1.10 x, equal |
            | bare | 100 | one round | 0.909 x, equal | 1.00 x |
            | near | 120 | 119 - 121 | 1.09 x, equal | 1.20 x |
            | other | 550 | 540 - 560 | 5.00 x | 5.50 x |
            """);
  }

  @Test
  void eachMetricHasATableOfItsOwn() {
    String page =
        render(
            Measurement.of("start", "ours", "time", "us", 1),
            Measurement.of("start", "ours", "allocated", "B", 64));
    assertThat(page).contains("| time (µs) |").contains("| allocated (B) |");
  }

  @Test
  void growthHasARowASizeAndLinksItsPlots() {
    String page =
        render(
            Measurement.at(1_000, "loads", "create", "time", "us", 3),
            Measurement.at(100, "loads", "create", "time", "us", 1, 2, 3),
            Measurement.at(100, "loads", "read", "time", "us", 7));
    assertThat(page)
        .contains(
            """
            | loads | create: time (µs) | read: time (µs) |
            |---:|---:|---:|
            | 100 | 2.00 (1.00 - 3.00) | 7.00 |
            | 1,000 | 3.00 |  |

            ![Many loads: time](growth-loads-time.svg)
            """);
  }

  @Test
  void aMissedAimBringsItsNote() {
    String page =
        render(
            Measurement.of("start", "ours", "time", "ms", 200),
            Measurement.of("start", "bare", "time", "ms", 100));
    assertThat(page)
        .contains("- time, ours: at most 1.3 x bare: **missed** (2.00 x)\n\nBecause of start.");
  }

  @Test
  void aTableWithoutAimsHasItsNote() {
    assertThat(render(Measurement.at(100, "loads", "create", "time", "us", 1)))
        .endsWith("\n\nBecause of loads.\n");
  }

  @Test
  void anAimThatIsMetHasNoExcuse() {
    String page =
        render(
            Measurement.of("start", "ours", "time", "ms", 100),
            Measurement.of("start", "bare", "time", "ms", 100));
    assertThat(page).contains(": met (1.00 x)").doesNotContain("Because of");
  }

  private static String render(Measurement... measured) {
    Function<String, @Nullable String> notes = table -> "Because of " + table + ".";
    return new Page(List.of(START, LOADS), List.of(AIM), notes).render(List.of(measured));
  }
}
