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
 * Follows a load, run by run; the caller stores the result of each run before the next. A run takes
 * a place in the queue if there is a budget, reads the load when that has come, or delivers the
 * events of a stored reading. So a stored reading is reported even if its instance dies. A run
 * whose result was not stored, because its process died, is repeated: a read is paid again, events
 * are delivered again.
 */
final class Follower {
  /**
   * Waits for money happen between two runs, not in a call. The client caches the position, so that
   * a page that asks with a {@code maxAge} gets it for free.
   */
  private static final CallOptions READ =
      CallOptions.builder()
          .maxAge(Duration.ZERO)
          .deadline(Duration.ofSeconds(30))
          .retryPolicy(RetryPolicy.standard())
          .build();

  private final JobsContext jobs;

  Follower(JobsContext jobs) {
    this.jobs = jobs;
  }

  /**
   * The load after a run, to be stored.
   *
   * @param due when it runs next; null when it is no longer followed
   */
  record RunResult(FollowedLoad load, @Nullable Instant due) {}

  /** Performs the next step. */
  RunResult run(FollowedLoad load) {
    Instant now = jobs.now();
    if (load.hasEvents()) {
      for (LoadEvent event : load.events()) {
        String method = "onEvent(" + event.getType() + ")";
        jobs.callListener(method, listener -> listener.onEvent(event));
      }
      return reported(load);
    }
    Instant due = load.next();
    // All loads are run when the budget has changed, so that each looks for its place.
    if (due != null && now.isBefore(due)) return new RunResult(load, due);

    ReadQueue queue = jobs.queue();
    ReadQueue.Place place = load.place();
    if (queue != null && (place == null || now.isBefore(place.at()))) {
      ReadQueue.Place taken = queue.join(now);
      return new RunResult(load.withPlace(taken), taken.at());
    }
    return evaluate(load, read(load, now));
  }

  /** The read was paid, so a failure in here must not repeat it soon. */
  private RunResult evaluate(FollowedLoad load, PositionReading reading) {
    try {
      FollowedLoad read = load.afterReading(reading, waitFactor(load));
      return read.hasEvents() ? new RunResult(read, reading.readAt()) : reported(read);
    } catch (RuntimeException | Error fault) {
      throw new UnusableReading(fault);
    }
  }

  /** A position that was paid for could not be processed. */
  private static final class UnusableReading extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnusableReading(Throwable cause) {
      super("the position could not be processed: " + cause, cause);
    }
  }

  private PositionReading read(FollowedLoad load, Instant now) {
    CallOptions options = jobs.scoped(READ.toBuilder(), load.customer());
    LoadPosition position = jobs.client().getLoadPosition(load.loadNumber(), options);
    return new PositionReading(position, now);
  }

  private static double waitFactor(FollowedLoad load) {
    ReadQueue.Place place = load.place();
    return place == null ? ReadQueueState.MIN_WAIT_FACTOR : place.waitFactor();
  }

  private static RunResult reported(FollowedLoad load) {
    FollowedLoad reported = load.afterReporting();
    return new RunResult(reported, reported.next());
  }

  /**
   * Handles a run that threw: it is repeated after a pause, in the same place in the queue, or the
   * load is given up.
   */
  RunResult afterFailure(FollowedLoad load, Throwable cause, Duration pause) {
    Instant now = jobs.now();
    FollowedLoad after = afterFailure(load, cause, now);
    boolean isGivenUpNow = load.givenUp() == null && after.givenUp() != null;
    if (isGivenUpNow) {
      JobsContext.warn(() -> load.inWords() + ": " + cause + "; it is given up");
      return new RunResult(after, now);
    }
    Instant due = after.equals(load) ? now.plus(pause) : after.next();
    jobs.logRetry(load.inWords(), cause, Duration.between(now, due));
    return new RunResult(after, due);
  }

  /** The same load if nothing is known of it that was not known before. */
  private static FollowedLoad afterFailure(FollowedLoad load, Throwable cause, Instant now) {
    if (cause instanceof FreightException failure && FollowedLoad.isGone(failure)) {
      return load.givenUp(String.valueOf(failure.getMessage()));
    }
    return mayBePaid(cause) ? load.afterLostRead(now, cause.toString()) : load;
  }

  private static boolean mayBePaid(Throwable cause) {
    return cause instanceof UnusableReading
        || (cause instanceof FreightException failure && !failure.charge().equals(Charge.NONE));
  }
}
