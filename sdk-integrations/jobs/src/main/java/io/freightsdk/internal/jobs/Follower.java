package io.freightsdk.internal.jobs;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Follows a load run by run; the caller stores it in between. It takes a place in line if there is
 * a budget, reads when it has come, and tells what it read. Each run does one of these, and what it
 * returns is kept before the next, so a reading that is kept is told, also by another instance.
 * What a run did that was not kept, because its process died, is done again: a reading costs its
 * price again, events are told again.
 */
public final class Follower {
  /**
   * A read that waits for money waits between two runs. Its position is kept by the client, so that
   * a page that asks with a {@code maxAge} has it for nothing.
   */
  private static final CallOptions READ =
      CallOptions.builder()
          .maxAge(Duration.ZERO)
          .deadline(Duration.ofSeconds(30))
          .retryPolicy(RetryPolicy.standard())
          .build();

  private final JobsRuntime jobs;

  public Follower(JobsRuntime jobs) {
    this.jobs = jobs;
  }

  /**
   * What is kept of a load.
   *
   * @param due when it runs next; null when it is followed no more
   */
  public record Kept(FollowedLoad load, @Nullable Instant due) {}

  /** Does what is next. */
  public Kept run(FollowedLoad load) {
    Instant now = jobs.now();
    if (load.hasNews()) {
      for (LoadEvent event : load.events()) {
        jobs.tell(listener -> listener.onEvent(event));
      }
      return told(load);
    }
    BudgetLine line = jobs.line();
    if (line != null && load.place() == null) {
      BudgetLine.Place place = line.take(now);
      return new Kept(load.withPlace(place.share()), place.at());
    }
    return judged(load, read(load, now));
  }

  /** What was read is paid, whatever is wrong with it. */
  private static Kept judged(FollowedLoad load, PositionReading reading) {
    try {
      FollowedLoad read = load.afterReading(reading, share(load));
      return read.hasNews() ? new Kept(read, reading.readAt()) : told(read);
    } catch (RuntimeException | Error fault) {
      throw new ReadInVain(fault);
    }
  }

  /** What was read could not be judged. */
  private static final class ReadInVain extends RuntimeException {
    private static final long serialVersionUID = 1;

    ReadInVain(Throwable cause) {
      super("what was read could not be judged: " + cause, cause);
    }
  }

  private PositionReading read(FollowedLoad load, Instant now) {
    CallOptions options = jobs.scoped(READ.toBuilder(), load.customer());
    LoadPosition position = jobs.client().getLoadPosition(load.loadNumber(), options);
    return new PositionReading(position, now);
  }

  private static double share(FollowedLoad load) {
    Double place = load.place();
    return place == null ? LineState.LEAST_SHARE : place;
  }

  private static Kept told(FollowedLoad load) {
    return new Kept(load.afterTelling(), load.next());
  }

  /**
   * Goes on after a run that threw: the same again after a pause, in its place in line; or the load
   * is given up.
   */
  public Kept afterFailure(FollowedLoad load, Throwable cause, Duration pause) {
    Instant now = jobs.now();
    Kept kept = new Kept(load, now.plus(pause));
    if (cause instanceof FreightException failure) {
      if (FollowedLoad.isGone(failure)) {
        warn(load, cause, "it is given up");
        return new Kept(load.refused(String.valueOf(failure.getMessage())), now);
      }
    }
    boolean mayBePaid =
        cause instanceof ReadInVain
            || (cause instanceof FreightException lost && !lost.charge().equals(Charge.NONE));
    if (mayBePaid) kept = afterLostRead(load, now, pause);
    warn(load, cause, "again at " + kept.due());
    return kept;
  }

  /**
   * Each repeat may cost the price again, and bring nothing again: so the load waits as for a read
   * without news, the longer the more it is overdue, and in the line anew.
   */
  private static Kept afterLostRead(FollowedLoad load, Instant now, Duration pause) {
    Instant wanted = load.next() == null ? now : load.next();
    double overdueMillis = Duration.between(wanted, now).toMillis();
    Duration wait = Duration.ofMillis((long) (overdueMillis * share(load)));
    return new Kept(load.withPlace(null), now.plus(wait.compareTo(pause) > 0 ? wait : pause));
  }

  private static void warn(FollowedLoad load, Throwable cause, String then) {
    JobsRuntime.warn("load %s: %s; %s".formatted(load.loadNumber(), cause, then));
  }
}
