package io.freightsdk.server.domain;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A real drive, Cincinnati OH to Sevierville TN: 580 fixes over 4.88 hours. */
public final class RealDrive {
  private static final Path CSV =
      Path.of("../../shared/data/traces/i75_cincinnatiOH_seviervilleTN_trimmed_redated.csv");

  private RealDrive() {}

  /** Its file; skips the calling test, saying so, where the test data is absent. */
  public static Path file() {
    Assumptions.assumeTrue(
        Files.exists(CSV), "skipped: the real drive is not beside the project, at " + CSV);
    return CSV;
  }

  /** Its fixes in order. */
  public static List<Fix> fixes() {
    try {
      return Files.readAllLines(file()).stream().skip(1).map(RealDrive::fix).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Fix fix(String line) {
    String[] columns = line.split(",", -1);
    return new Fix(
        Instant.parse(columns[0]),
        new Coordinates(Double.parseDouble(columns[1]), Double.parseDouble(columns[2])),
        columns[3].isEmpty() ? null : Double.valueOf(columns[3]),
        columns[4].isEmpty() ? null : Double.valueOf(columns[4]) * Fix.MPH_PER_METER_PER_SECOND,
        null);
  }
}
