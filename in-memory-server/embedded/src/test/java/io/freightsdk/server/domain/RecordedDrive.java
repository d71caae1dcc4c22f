package io.freightsdk.server.domain;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A drive from Kentucky to Tennessee as a phone recorded it: a CSV file of more than 500 fixes. */
public record RecordedDrive(String name, String csv) {
  private static final Path REAL =
      Path.of("../../shared/data/traces/i75_cincinnatiOH_seviervilleTN_trimmed_redated.csv");

  /** The one that the build simulates, and the real one where its file is beside the project. */
  public static Stream<RecordedDrive> all() {
    return Stream.concat(Stream.of(simulated()), real().stream());
  }

  public static RecordedDrive simulated() {
    return new RecordedDrive("simulated", new SimulatedPhone().csv());
  }

  /** A real drive, Cincinnati OH to Sevierville TN: 580 fixes over 4.88 hours. */
  public static Optional<RecordedDrive> real() {
    if (!Files.exists(REAL)) return Optional.empty();
    try {
      return Optional.of(new RecordedDrive("real", Files.readString(REAL)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its fixes in order. */
  public List<Fix> fixes() {
    return csv.lines().skip(1).map(RecordedDrive::fix).toList();
  }

  /** Those at least 30 seconds after the one kept before, told in the words of the rule. */
  public static List<Fix> throttled(List<Fix> fixes) {
    List<Fix> kept = new ArrayList<>();
    for (Fix fix : fixes) {
      boolean first = kept.isEmpty();
      Instant last = first ? Instant.MIN : kept.get(kept.size() - 1).time();
      if (first || Duration.between(last, fix.time()).toMillis() >= 30_000) kept.add(fix);
    }
    return kept;
  }

  /**
   * The haversine formula in miles over all of them, by {@code atan2} and not as the server has it.
   */
  public static double miles(List<Fix> fixes) {
    double miles = 0;
    for (int i = 1; i < fixes.size(); i++) {
      miles += miles(fixes.get(i - 1).at(), fixes.get(i).at());
    }
    return miles;
  }

  private static double miles(Coordinates a, Coordinates b) {
    double north = Math.toRadians(b.lat() - a.lat()) / 2;
    double east = Math.toRadians(b.lng() - a.lng()) / 2;
    double chord =
        Math.pow(Math.sin(north), 2)
            + Math.cos(Math.toRadians(a.lat()))
                * Math.cos(Math.toRadians(b.lat()))
                * Math.pow(Math.sin(east), 2);
    return 2 * 3_958.7613 * Math.atan2(Math.sqrt(chord), Math.sqrt(1 - chord));
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

  @Override
  public String toString() {
    return name;
  }
}
