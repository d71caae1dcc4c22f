package io.freightsdk.examples.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentenceTest {
  private static final Sentence SENTENCE =
      new Sentence(
          "It takes {} times as long, and {} ms.",
          Aim.atMost(2, "start", "ours", "time", "bare"),
          Aim.figureAtMost(9, "start", "ours", "time"));
  private static final Measurement OURS = Measurement.of("start", "ours", "time", "ms", 110);
  private static final Measurement BARE = Measurement.of("start", "bare", "time", "ms", 100);

  @TempDir Path folder;

  @Test
  void figuresStandInTheirOrder() {
    assertThat(SENTENCE.of(List.of(OURS, BARE)))
        .hasValue("It takes 1.10 times as long, and 110 ms.");
  }

  @Test
  void aRunThatMeasuredOnlySomeOfItLeavesThePageAlone() throws IOException {
    Path page = page("before\n<!-- measured -->\nold\n<!-- /measured -->\nafter\n");
    SENTENCE.write(page, List.of(OURS));
    assertThat(page).content().contains("\nold\n");
  }

  @Test
  void aWholeRunReplacesWhatStoodThere() throws IOException {
    Path page = page("before\n<!-- measured -->\nold\n<!-- /measured -->\nafter\n");
    SENTENCE.write(page, List.of(OURS, BARE));
    assertThat(page)
        .content()
        .isEqualTo(
            "before\n<!-- measured -->\nIt takes 1.10 times as long, and 110 ms.\n"
                + "<!-- /measured -->\nafter\n");
  }

  @Test
  void aPageWithoutAPlaceForItIsRefused() throws IOException {
    Path page = page("nothing here\n");
    assertThatThrownBy(() -> SENTENCE.write(page, List.of(OURS, BARE)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no place");
  }

  private Path page(String text) throws IOException {
    return Files.writeString(folder.resolve("page.md"), text);
  }
}
