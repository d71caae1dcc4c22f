package io.freightsdk.server.sim;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A drive that was recorded, its fixes in time order. Immutable. */
public record Recording(List<Fix> fixes) {
  /** Sorts the fixes by time; throws IllegalArgumentException without any. */
  public Recording {
    if (fixes.isEmpty()) {
      throw new IllegalArgumentException("a recording needs at least one fix with a time");
    }
    fixes = fixes.stream().sorted(Comparator.comparing(Fix::time)).toList();
  }

  /**
   * Reads comma-separated values (UTF-8) with a header line. Columns, in any order: {@code ts},
   * {@code lat}, {@code lng}, and optionally {@code accuracy_m}, {@code speed_mps}, {@code
   * heading}; others are skipped, an empty cell is an absent value. Throws an
   * IllegalArgumentException that names the line if one cannot be read.
   */
  public static Recording csv(InputStream in) throws IOException {
    Objects.requireNonNull(in, "in");
    return new Recording(CsvFixes.read(in));
  }

  /**
   * Reads the track points of a GPX file, 1.0 or 1.1; points without a time are skipped. Throws
   * IllegalArgumentException if it is not GPX.
   */
  public static Recording gpx(InputStream in) throws IOException {
    Objects.requireNonNull(in, "in");
    return new Recording(GpxFixes.read(in));
  }

  public Instant start() {
    return fixes.get(0).time();
  }

  public Duration length() {
    return Duration.between(start(), fixes.get(fixes.size() - 1).time());
  }

  /** The same drive with another start time. */
  public Recording startingAt(Instant time) {
    Objects.requireNonNull(time, "time");
    return new Recording(
        fixes.stream()
            .map(fix -> at(time.plus(Duration.between(start(), fix.time())), fix))
            .toList());
  }

  /** A fix in the units of recordings: metres per second, and degrees of any size. */
  static Fix fix(
      Instant time,
      Coordinates at,
      @Nullable Double accuracyMeters,
      @Nullable Double metersPerSecond,
      @Nullable Double degrees) {
    return new Fix(
        time,
        at,
        accuracyMeters,
        metersPerSecond == null ? null : metersPerSecond * Fix.MPH_PER_METER_PER_SECOND,
        degrees == null ? null : Math.floorMod(Math.round(degrees), 360));
  }

  private static Fix at(Instant time, Fix fix) {
    return new Fix(time, fix.at(), fix.accuracyMeters(), fix.speedMph(), fix.heading());
  }
}
