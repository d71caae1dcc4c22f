package io.freightsdk.internal.jobs.rules;

import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a load is read next: when its next arrival or departure should have happened, and up
 * to an hour before if there is no budget or much of it is unused. Without an expected time, the
 * wait is a part of the time since the load last changed. Pure, so that every process with the same
 * position gets the same result.
 */
public final class NextRead {
  /** Without a budget, and while much of it is unused. */
  public static final double MIN_WAIT_FRACTION = 0.25;

  /** While reads wait for a budget. */
  public static final double FULL_WAIT = 1;

  /** How long a truck usually is at a stop. */
  private static final Duration USUAL_DWELL = Duration.ofMinutes(75);

  /** The minimum wait after the expected time has passed. */
  private static final Duration MIN_OVERDUE_WAIT = Duration.ofMinutes(20);

  /**
   * The maximum time before an expected event at which a load is read, in case that the event is
   * early. The driver should also have joined this long before the window of the first pickup.
   */
  private static final Duration MAX_EARLY = Duration.ofHours(1);

  /** If the time would be shorter, the load is read at the expected time only. */
  private static final Duration MIN_EARLY = Duration.ofMinutes(20);

  /** For a load without a driver, or a truck that stands. */
  private static final Duration MAX_QUIET_WAIT = Duration.ofHours(6);

  /** For a load without a driver, whose pickup has no window. */
  private static final Duration MIN_UNSEEN_WAIT = Duration.ofHours(2);

  /** A driver who has just received the link is not late. */
  private static final Duration MIN_UNTIL_JOINED = Duration.ofMinutes(30);

  private static final int UNSEEN_PART = 6;
  private static final int STANDING_PART = 4;
  private static final double STANDING_DEGREES = 0.004;

  /** For a drive with neither an estimate nor a window. */
  private static final Duration MIN_DRIVE_WAIT = Duration.ofMinutes(20);

  private static final Duration MAX_DRIVE_WAIT = Duration.ofHours(2);

  private static final Duration MIN_WAIT = Duration.ofMinutes(2);

  private static final Duration FIRST_PAUSE_AFTER_LOSS = Duration.ofMinutes(30);
  private static final Duration MAX_PAUSE_AFTER_LOSS = Duration.ofDays(1);

  /** An estimate further ahead is not trusted. */
  private static final Duration MAX_DRIVE = Duration.ofDays(2);

  private static final Duration MAX_WAIT_FOR_WINDOW = Duration.ofDays(365);

  private final LoadPosition latest;
  private final Instant followedFrom;
  private final Instant readAt;
  private final double waitFraction;

  /** When it arrived at the current stop; null between two stops. */
  private @Nullable Instant arrived;

  /** When it departed from the last stop that it reached; null before that. */
  private @Nullable Instant departed;

  private NextRead(LoadPosition latest, Instant followedFrom, Instant readAt, double waitFraction) {
    this.latest = latest;
    this.followedFrom = followedFrom;
    this.readAt = readAt;
    this.waitFraction = waitFraction;
    for (PositionStop stop : latest.stops()) {
      boolean isReached = stop.arrivedAt() != null || stop.departedAt() != null;
      if (!isReached) continue;
      departed = stop.departedAt();
      arrived = departed == null ? stop.arrivedAt() : null;
    }
  }

  /**
   * Whether the load has a final status. An unknown status, such as {@code DELIVERED_PENDING_BOL},
   * is final after all stops have been left.
   */
  static boolean hasFinalStatus(LoadPosition position) {
    LoadStatus status = position.status();
    return status.equals(LoadStatus.DELIVERED)
        || status.equals(LoadStatus.CANCELLED)
        || (!status.isKnown() && isEachStopLeft(position.stops()));
  }

  private static boolean isEachStopLeft(List<PositionStop> stops) {
    return !stops.isEmpty() && stops.stream().allMatch(stop -> stop.departedAt() != null);
  }

  /**
   * Returns when the load is read next; null after its end.
   *
   * @param latest the latest position; before the first read, a position with the stops of the
   *     order
   * @param followedFrom when following started
   * @param readAt when it was read
   * @param waitFraction scales the wait after an expected time has passed, and the wait during a
   *     drive without an expected end. Below 1, the load is also read before its next expected time
   */
  static @Nullable Instant timeAfter(
      LoadPosition latest, Instant followedFrom, Instant readAt, double waitFraction) {
    if (hasFinalStatus(latest)) return null;
    Duration wait = new NextRead(latest, followedFrom, readAt, waitFraction).untilNext();
    return readAt.plus(longer(MIN_WAIT, wait));
  }

  /**
   * Returns the pause after lost reads in a row, which doubles after each of them, up to a day:
   * each repeat may be charged and lost again.
   */
  static Duration pauseAfterLostReads(int lostReads) {
    return shorter(
        FIRST_PAUSE_AFTER_LOSS.multipliedBy(1L << (lostReads - 1)), MAX_PAUSE_AFTER_LOSS);
  }

  /** Returns when the next arrival or departure is expected; null if it is not known. */
  static @Nullable Instant expected(LoadPosition latest, Instant readAt) {
    return new NextRead(latest, readAt, readAt, 1).expected();
  }

  /**
   * Returns when the driver should have joined: an hour before the first window; null without a
   * window.
   */
  static @Nullable Instant joinExpected(LoadPosition position, Instant followedFrom) {
    List<PositionStop> stops = position.stops();
    Instant window = stops.isEmpty() ? null : stops.get(0).windowFrom();
    return window == null ? null : joinExpected(window, followedFrom);
  }

  private static Instant joinExpected(Instant window, Instant followedFrom) {
    Instant anHourBefore = window.minus(MAX_EARLY);
    Instant earliest = followedFrom.plus(MIN_UNTIL_JOINED);
    return anHourBefore.isAfter(earliest) ? anHourBefore : earliest;
  }

  private @Nullable Instant expected() {
    if (arrived != null) return arrived.plus(USUAL_DWELL);
    PositionStop next = latest.nextStop();
    // It has departed from the last stop, but the load has not ended: it waits for its papers.
    if (next == null) return departed == null ? null : departed.plus(USUAL_DWELL);
    Instant estimated = latest.nextStopEta();
    return estimated != null ? estimated : next.windowFrom();
  }

  private Duration untilNext() {
    Instant expected = expected();
    if (expected != null) {
      boolean isEstimate = expected.equals(latest.nextStopEta());
      return isEstimate ? longer(waitFor(expected), standingWait()) : waitFor(expected);
    }
    if (latest.gpsTrack().isEmpty()) {
      Duration age = Duration.between(followedFrom, readAt);
      return within(MIN_UNSEEN_WAIT, age.dividedBy(UNSEEN_PART), MAX_QUIET_WAIT);
    }
    return longer(drivingWait(), standingWait());
  }

  private Duration waitFor(Instant expected) {
    Duration ahead = Duration.between(readAt, expected);
    boolean overdue = ahead.isNegative() || ahead.isZero();
    if (overdue) {
      // If an order waited for money, its load may be created days after its window.
      Instant since = expected.isAfter(followedFrom) ? expected : followedFrom;
      // The wait is as long as the delay so far, so each miss doubles it.
      return part(longer(MIN_OVERDUE_WAIT, Duration.between(since, readAt)));
    }
    Duration early = shorter(MAX_EARLY, ahead.dividedBy(4));
    boolean readsEarly = waitFraction < 1 && early.compareTo(MIN_EARLY) >= 0;
    boolean isUnseen = latest.gpsTrack().isEmpty();
    if (waitFraction < 1 && isUnseen) {
      Instant joins = joinExpected(expected, followedFrom);
      readsEarly = joins.isAfter(readAt) && joins.isBefore(expected);
      early = Duration.between(joins, expected);
    }
    return shorter(
        readsEarly ? ahead.minus(early) : ahead, isUnseen ? MAX_WAIT_FOR_WINDOW : MAX_DRIVE);
  }

  /** For a drive without an expected end: a part of the time since it began. */
  private Duration drivingWait() {
    Instant began = departed != null ? departed : latest.gpsTrack().get(0).ts();
    Duration driven = began == null ? Duration.ZERO : Duration.between(began, readAt);
    return within(MIN_DRIVE_WAIT, part(driven), MAX_DRIVE_WAIT);
  }

  /**
   * While a truck stands, its estimate moves. A truck that has stood for long will probably stand
   * longer, but not beyond the window of its next stop. A silent phone counts as standing.
   */
  private Duration standingWait() {
    Duration standing = Duration.between(standingSince(latest.gpsTrack(), readAt), readAt);
    Duration wait = shorter(standing.dividedBy(STANDING_PART), MAX_QUIET_WAIT);
    PositionStop next = latest.nextStop();
    Instant window = next == null ? null : next.windowFrom();
    return window == null ? wait : shorter(wait, waitFor(window));
  }

  /** The time since which the truck is at the place of its latest fix. */
  private static Instant standingSince(List<GpsPoint> track, Instant readAt) {
    GpsPoint latest = track.get(track.size() - 1);
    Instant since = readAt;
    for (int i = track.size() - 1; i >= 0 && isNear(track.get(i), latest); i--) {
      Instant at = track.get(i).ts();
      since = at != null && at.isBefore(since) ? at : since;
    }
    return since;
  }

  /** Whether two fixes are so near that the truck did not leave its place. */
  static boolean isNear(GpsPoint a, GpsPoint b) {
    return a.lat() != null
        && a.lng() != null
        && b.lat() != null
        && b.lng() != null
        && Math.hypot(a.lat() - b.lat(), a.lng() - b.lng()) < STANDING_DEGREES;
  }

  private Duration part(Duration whole) {
    return Duration.ofSeconds((long) (whole.toSeconds() * waitFraction));
  }

  private static Duration within(Duration least, Duration wanted, Duration most) {
    return shorter(longer(least, wanted), most);
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
