package io.freightsdk.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TimeZone;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class QuickstartIT {
  private static List<String> printed = List.of();

  @BeforeAll
  static void runInChicago() {
    TimeZone here = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/Chicago"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new Quickstart(new PrintStream(bytes, true, StandardCharsets.UTF_8)).run();
    } finally {
      TimeZone.setDefault(here);
    }
    printed = bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void theReadmeShowsWhatItPrints() throws IOException {
    List<String> shown =
        Files.readAllLines(Path.of("../../README.md")).stream()
            .dropWhile(line -> !line.equals("```text"))
            .skip(1)
            .takeWhile(line -> !line.equals("```"))
            .toList();

    assertThat(printed).isEqualTo(shown);
  }

  @Test
  void theCostsOfItsLinesAddUp() {
    Pattern cost = Pattern.compile("\\d\\d:\\d\\d  (\\d+\\.\\d\\d) USD  .*");
    List<BigDecimal> costs =
        printed.stream()
            .flatMap(line -> cost.matcher(line).results())
            .map((MatchResult found) -> new BigDecimal(found.group(1)))
            .toList();
    int last = costs.size() - 1;
    Stream<BigDecimal> ofCalls = costs.stream().limit(last);

    assertThat(last).as("paid calls").isEqualTo(7);
    assertThat(costs.get(last)).isEqualTo(ofCalls.reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  @Test
  void itPrintsNoPhoneNoDriversLinkAndNoKey() {
    assertThat(String.join("\n", printed)).doesNotContain("0142", "drv_", "/driver/", "fak_");
  }
}
