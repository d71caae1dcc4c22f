package io.freightsdk.internal.fleet;

import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One load of a fleet. Confined to the tasks of its loop, but for what is volatile. */
final class FleetLoad {
  /** The longest overdue first; of those that were never read, the one that was added first. */
  static final Comparator<FleetLoad> BY_DUE =
      Comparator.<FleetLoad, Instant>comparing(load -> load.due)
          .thenComparingLong(load -> load.order);

  final String number;
  final long order;

  /** What the rule goes by, and of when it is. */
  LoadPosition known;

  Instant knownAt;
  Instant due = Instant.MIN;

  /** What a read had to save when {@code due} was decided. */
  double minutesPerRead;

  boolean reading;

  /** In which term of a shared fleet it is followed. */
  long term;

  /** It left the fleet, or the term in which it was followed is over. */
  boolean gone;

  int failuresInARow;

  /** The newest reading that a shared fleet stores, or has stored, in this term. */
  @Nullable PositionReading stored;

  /** The last reading, or the cursor that it was added with; null before. */
  volatile @Nullable PositionReading latest;

  /** Up to here every subscriber has taken its events. */
  volatile @Nullable PositionReading taken;

  /** Whether it was read since it was added. */
  volatile boolean wasRead;

  FleetLoad(String number, long order, LoadPosition known, Instant knownAt) {
    this.number = number;
    this.order = order;
    this.known = known;
    this.knownAt = knownAt;
  }

  void learned(PositionReading reading) {
    latest = reading;
    known = reading.position();
    knownAt = reading.readAt();
    failuresInARow = 0;
  }

  /**
   * A question that was asked later was answered first. What is of a time to come was read before
   * the clock was set back, and overtakes nothing.
   */
  boolean isOvertaken(PositionReading reading, Instant now) {
    return isBefore(reading, latest, now) || isBefore(reading, stored, now);
  }

  private static boolean isBefore(
      PositionReading reading, @Nullable PositionReading other, Instant now) {
    return other != null
        && other.readAt().isAfter(reading.readAt())
        && !other.readAt().isAfter(now);
  }

  /** Decides when to read it next, for what a read has to save now. */
  void plan(double savesMinutes, Duration floor, double longestUnreadMinutes) {
    minutesPerRead = savesMinutes;
    double next = ReadSchedule.best(Outlook.after(known, knownAt), savesMinutes).next();
    boolean neverRead = latest == null;
    double longest = longestUnreadMinutes + (neverRead ? untilFirstWindow() : 0);
    Duration wait = Duration.ofSeconds(Math.round(Math.min(next, longest) * 60));
    due = knownAt.plus(neverRead || wait.compareTo(floor) > 0 ? wait : floor);
  }

  /** A load that was booked for the day after tomorrow has nothing to tell before; 0 if unknown. */
  private double untilFirstWindow() {
    Instant opens = known.stops().isEmpty() ? null : known.stops().get(0).windowFrom();
    return opens == null ? 0 : Math.max(0, Duration.between(knownAt, opens).toSeconds() / 60.0);
  }
}
