package io.freightsdk.internal.jobs.rules;

import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The GPS track of a position: its silences, and the fixes that are stored. */
public final class GpsTrack {
  private static final Duration SILENT_AFTER = Duration.ofMinutes(30);

  /** A time without fixes between two fixes. */
  record Silence(Instant lastFixAt, Instant nextFixAt) {}

  private GpsTrack() {}

  /**
   * The time of the latest fix; null before the first fix, or if the service does not return it.
   */
  static @Nullable Instant latestFixAt(@Nullable PositionSnapshot reading) {
    GpsPoint latest = reading == null ? null : reading.position().latestFix();
    return latest == null ? null : latest.ts();
  }

  /** A position without a count has at least the fixes of its track. */
  static int fixCount(LoadPosition position) {
    Integer count = position.pingCount();
    return count == null ? position.gpsTrack().size() : count;
  }

  /** Whether a phone without a fix between these times is silent. */
  static boolean isSilent(Instant lastFixAt, Instant until) {
    return Duration.between(lastFixAt, until).compareTo(SILENT_AFTER) >= 0;
  }

  /**
   * Returns the silences between two fixes of the track, oldest first.
   *
   * @param since excludes silences that began earlier; null for none
   */
  static List<Silence> silences(LoadPosition position, @Nullable Instant since) {
    List<Instant> times = times(position, since);
    List<Silence> silences = new ArrayList<>();
    for (int i = 1; i < times.size(); i++) {
      Silence between = new Silence(times.get(i - 1), times.get(i));
      if (isSilent(between.lastFixAt(), between.nextFixAt())) silences.add(between);
    }
    return silences;
  }

  /** The times of the fixes, sorted: in a stored track, the latest fix is also the first. */
  private static List<Instant> times(LoadPosition position, @Nullable Instant since) {
    return position.gpsTrack().stream()
        .map(GpsPoint::ts)
        .filter(Objects::nonNull)
        .filter(time -> since == null || !time.isBefore(since))
        .sorted()
        .toList();
  }

  /**
   * Returns the position with few of its up to 500 fixes. The first and the last are the latest
   * fix, because SQL queries of applications read the first. If the phone was silent, fixes without
   * a place are between them, so that the stored position has the same silences.
   */
  static PositionSnapshot forStorage(@Nullable PositionSnapshot before, PositionSnapshot after) {
    LoadPosition position = after.position();
    GpsPoint latest = position.latestFix();
    List<Silence> silences = silences(position, latestFixAt(before));
    List<GpsPoint> stored = new ArrayList<>();
    if (latest != null) stored.add(latest);
    if (latest != null && !silences.isEmpty()) {
      for (Instant time : thinned(times(position, silences.get(0).lastFixAt()))) {
        stored.add(GpsPoint.builder().ts(time).build());
      }
      stored.add(latest);
    }
    return withTrack(after, stored);
  }

  /** Drops the times whose absence makes no new silence. */
  private static List<Instant> thinned(List<Instant> times) {
    List<Instant> kept = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      boolean isFirstOrLast = i == 0 || i == times.size() - 1;
      if (isFirstOrLast || isSilent(kept.get(kept.size() - 1), times.get(i + 1))) {
        kept.add(times.get(i));
      }
    }
    return kept;
  }

  /** Returns the position with its latest fix only, and with the number of all its fixes. */
  public static PositionSnapshot withLatestFixOnly(PositionSnapshot reading) {
    GpsPoint latest = reading.position().latestFix();
    return withTrack(reading, latest == null ? List.of() : List.of(latest));
  }

  private static PositionSnapshot withTrack(PositionSnapshot reading, List<GpsPoint> track) {
    LoadPosition position = reading.position();
    return new PositionSnapshot(
        position.toBuilder().pingCount(fixCount(position)).gpsTrack(track).build(),
        reading.readAt());
  }
}
