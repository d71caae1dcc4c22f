package io.freightsdk.internal.jobs.rules;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopInput;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A followed load between two runs: its identity, its news for the listener, and the plan of its
 * reads.
 *
 * @param reference the reference of its order, or the reference passed to {@code follow}
 * @param customer the customer of its order; null for none
 * @param followedFrom when following started
 */
public record FollowedLoad(
    String loadNumber,
    String reference,
    @Nullable String customer,
    Instant followedFrom,
    News news,
    ReadPlan plan) {
  /**
   * The positions and events that the listener gets. Of the GPS track, a position has only what the
   * events need.
   *
   * @param latest the latest position; null before the first
   * @param before while there are events, the position before the latest; null for none
   * @param events of the latest position, until the listener has accepted all of them
   */
  public record News(
      @Nullable PositionSnapshot latest,
      @Nullable PositionSnapshot before,
      List<LoadEvent> events) {
    /** Before the first read. */
    static final News NONE = new News(null, null, List.of());
  }

  /**
   * When a load is read next, or why it is no longer read.
   *
   * @param nextReadAt when it is read next; null if it is no longer read
   * @param newsExpectedFrom when something new is expected, in the future or the past. Seven days
   *     later the load is given up, if it was also read in the second half of the seven days
   * @param placeAt when it may be read under the budget; null for none
   * @param lostReads the number of reads in a row that may have been charged and returned no usable
   *     position. Reads of a crashed process are not counted
   * @param givenUpReason why it is no longer read although it has not ended; null otherwise
   */
  public record ReadPlan(
      @Nullable Instant nextReadAt,
      Instant newsExpectedFrom,
      @Nullable Instant placeAt,
      int lostReads,
      @Nullable String givenUpReason) {
    /** Without a place, and without a lost read. */
    private static ReadPlan of(@Nullable Instant nextReadAt, Instant newsExpectedFrom) {
      return new ReadPlan(nextReadAt, newsExpectedFrom, null, 0, null);
    }

    private ReadPlan withPlace(@Nullable Instant place) {
      return new ReadPlan(nextReadAt, newsExpectedFrom, place, lostReads, givenUpReason);
    }

    private ReadPlan givenUp(String reason) {
      return new ReadPlan(null, newsExpectedFrom, null, 0, reason);
    }
  }

  private static final Duration GIVEN_UP_AFTER = Duration.ofDays(7);

  /** A load is given up only if it was also read in this last part of the seven days. */
  private static final Duration PROOF_PERIOD = GIVEN_UP_AFTER.dividedBy(2);

  /** The pause before the second read that gives a load up. */
  private static final Duration SECOND_READ_DELAY = Duration.ofDays(1);

  /**
   * The pauses between these reads are longer than seven days. The time since the first read would
   * include outages and times when the jobs are closed, in which no read can be lost.
   */
  private static final int MAX_LOST_READS = 13;

  /** For log lines: a number that was passed by mistake may be a secret, and is masked. */
  public String describe() {
    return "load " + Redactor.quote(loadNumber) + " of order " + reference;
  }

  /** A load that has not been read yet: it is read immediately, or at its place. */
  public static FollowedLoad dueNow(
      String loadNumber, String reference, @Nullable String customer, Instant now) {
    return new FollowedLoad(loadNumber, reference, customer, now, News.NONE, ReadPlan.of(now, now));
  }

  /**
   * The load of an order. A new load is first read when its pickup is expected, or without a budget
   * up to an hour before; without a window, after two hours. A load that was found, or whose pickup
   * should have started, is read immediately.
   *
   * @param waitFraction see {@link NextRead#timeAfter}
   */
  public static FollowedLoad ofBooked(
      CreateLoadInput input, BookedLoad load, Instant now, double waitFraction) {
    LoadPosition planned = planned(load.loadNumber(), input);
    Instant window = NextRead.expected(planned, now);
    boolean isCreated = load.origin() == BookedLoad.Origin.CREATED;
    FollowedLoad unread = dueNow(load.loadNumber(), load.reference(), load.customer(), now);
    if (!isCreated || (window != null && !window.isAfter(now))) return unread;
    Instant first =
        Objects.requireNonNull(NextRead.timeAfter(planned, now, now, waitFraction), "not over");
    return unread.with(News.NONE, ReadPlan.of(first, window == null ? first : window));
  }

  /** Whether it has a final status, and all events were accepted. */
  public boolean isFinished() {
    return isFinal() && news.events.isEmpty();
  }

  private boolean isFinal() {
    return news.latest != null && NextRead.hasFinalStatus(news.latest.position());
  }

  /**
   * Resumes following after it was given up or ended by the application. The events that the
   * listener has not accepted are first, then a read.
   */
  public FollowedLoad resume(Instant now) {
    List<LoadEvent> unaccepted =
        news.events.stream()
            .filter(event -> !(event instanceof LoadEvent.FollowingGivenUp))
            .toList();
    return new FollowedLoad(
        loadNumber,
        reference,
        customer,
        unaccepted.isEmpty() ? now : followedFrom,
        new News(news.latest, news.before, unaccepted),
        ReadPlan.of(isFinal() ? null : now, now));
  }

  private static LoadPosition planned(String loadNumber, CreateLoadInput input) {
    List<PositionStop> stops = new ArrayList<>();
    for (StopInput pickup : input.pickups()) {
      stops.add(PositionStop.builder().windowFrom(pickup.date()).build());
    }
    return LoadPosition.builder()
        .loadNumber(loadNumber)
        .status(LoadStatus.PLANNED)
        .stops(stops)
        .build();
  }

  /**
   * Returns the load after a read, with its events and the time of the next read.
   *
   * @param waitFraction see {@link NextRead#timeAfter}
   */
  public FollowedLoad afterReading(PositionSnapshot reading, double waitFraction) {
    Instant now = reading.readAt();
    LoadPosition position = reading.position();
    PositionSnapshot latest = news.latest;
    PositionSnapshot kept = GpsTrack.forStorage(latest, reading);
    List<LoadEvent> events = EventsBetween.of(followedFrom, latest, kept);
    boolean hasProgress = events.stream().anyMatch(this::isProgress);
    Instant newsExpected = hasProgress ? newsExpectedAfter(position, now) : plan.newsExpectedFrom;
    Instant givenUpAt = newsExpected.plus(GIVEN_UP_AFTER);
    Instant planned = NextRead.timeAfter(position, followedFrom, now, waitFraction);
    boolean isQuietForLong = planned != null && !now.isBefore(givenUpAt);
    // After weeks without a read, such as with an empty balance, one position proves nothing.
    boolean wasReadBefore =
        latest != null && !latest.readAt().isBefore(givenUpAt.minus(PROOF_PERIOD));
    ReadPlan next;
    if (isQuietForLong && wasReadBefore) {
      String reason = "nothing new for seven days, expected at " + newsExpected;
      next = ReadPlan.of(null, newsExpected).givenUp(reason);
    } else if (planned == null) {
      next = ReadPlan.of(null, newsExpected);
    } else {
      Instant at = isQuietForLong ? now.plus(SECOND_READ_DELAY) : earlier(planned, givenUpAt);
      next = ReadPlan.of(at, newsExpected);
    }
    List<LoadEvent> all = withGivenUp(events, loadNumber, next.givenUpReason);
    return with(new News(kept, latest, all), next);
  }

  /**
   * The events of a stored load that the listener has not accepted; without a position before, all
   * since the load was created.
   */
  public static List<LoadEvent> events(
      String loadNumber,
      Instant followedFrom,
      @Nullable PositionSnapshot before,
      @Nullable PositionSnapshot latest,
      @Nullable String givenUpReason) {
    // A load that is given up after a failure may have no reading.
    List<LoadEvent> news =
        latest == null ? List.of() : EventsBetween.of(followedFrom, before, latest);
    return withGivenUp(news, loadNumber, givenUpReason);
  }

  private static List<LoadEvent> withGivenUp(
      List<LoadEvent> news, String loadNumber, @Nullable String reason) {
    if (reason == null) return news;
    List<LoadEvent> all = new ArrayList<>(news);
    all.add(new LoadEvent.FollowingGivenUp(loadNumber, reason));
    return List.copyOf(all);
  }

  private static Instant newsExpectedAfter(LoadPosition position, Instant now) {
    Instant expected = NextRead.expected(position, now);
    return expected == null ? now : later(expected, now);
  }

  /**
   * Returns the load as given up: the service will never return it, or all responses were lost for
   * too long.
   */
  FollowedLoad givenUp(String reason) {
    List<LoadEvent> last = withGivenUp(List.of(), loadNumber, reason);
    return with(new News(news.latest, news.latest, last), plan.givenUp(reason));
  }

  /** Returns the load with this time as its place under the budget; null for none. */
  public FollowedLoad withPlace(@Nullable Instant place) {
    return with(news, plan.withPlace(place));
  }

  /** A paid position could not be processed, so the load must not be read again soon. */
  public static final class UnusableReading extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnusableReading(Throwable cause) {
      super("the position could not be processed: " + cause, cause);
    }
  }

  /**
   * Returns the load after a failed read. It is the same load if the read was certainly free and
   * may be repeated.
   */
  public FollowedLoad afterFailedRead(Throwable cause, Instant now) {
    if (cause instanceof UnusableReading) return afterLostRead(now, cause.toString());
    if (!(cause instanceof FreightException failure)) return this;
    if (isRefusedForever(failure)) return givenUp(String.valueOf(failure.getMessage()));
    return failure.charge().equals(Charge.NONE) ? this : afterLostRead(now, cause.toString());
  }

  /** Whether the service will never return this load to this key. */
  static boolean isRefusedForever(FreightException failure) {
    boolean isReadFailure = failure.operation() == Operation.GET_LOAD_POSITION;
    return isReadFailure
        && (failure instanceof PermissionDeniedException
            || failure instanceof LoadNotFoundException
            || failure instanceof InvalidRequestException
            || failure instanceof UnknownBrokerException);
  }

  /**
   * Returns the load after a lost read that may have been charged. Each lost read makes the next
   * wait longer.
   */
  FollowedLoad afterLostRead(Instant now, String failure) {
    int lostReads = plan.lostReads + 1;
    if (lostReads >= MAX_LOST_READS) {
      return givenUp(
          "the responses of all reads were lost for seven days, the last with " + failure);
    }
    Instant next = now.plus(NextRead.pauseAfterLostReads(lostReads));
    return with(news, new ReadPlan(next, plan.newsExpectedFrom, null, lostReads, null));
  }

  private FollowedLoad with(News news, ReadPlan plan) {
    return new FollowedLoad(loadNumber, reference, customer, followedFrom, news, plan);
  }

  /** After the listener has accepted all {@link News#events events}. */
  public FollowedLoad afterReporting() {
    return with(new News(news.latest, news.latest, List.of()), plan);
  }

  /**
   * Whether an event shows progress. A new estimate is no progress, because it also moves while the
   * truck stands. Silence and lateness are no progress either.
   */
  private boolean isProgress(LoadEvent event) {
    if (event instanceof LoadEvent.PositionUpdated moved) {
      GpsPoint fix = news.latest == null ? null : news.latest.position().latestFix();
      return fix == null || !NextRead.isNear(fix, moved.latest());
    }
    return !(event instanceof LoadEvent.EtaChanged)
        && !(event instanceof LoadEvent.GpsSilent)
        && !(event instanceof LoadEvent.DriverNotJoined)
        && !(event instanceof LoadEvent.RunningLate);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
