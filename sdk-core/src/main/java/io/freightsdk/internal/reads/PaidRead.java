package io.freightsdk.internal.reads;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.call.CallRunner.RunningCall;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.reads.PaidRead.Arrival;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The read that one caller would pay for. Until it is sent, it may still be answered from a shared
 * position, or be cancelled without a charge.
 */
final class PaidRead extends CompletableFuture<Arrival> {
  /**
   * A position that was received.
   *
   * @param paid the answer to this caller's own call; null when another call's position is shared
   */
  record Arrival(PositionReading reading, @Nullable FreightResponse<LoadPosition> paid) {}

  /** A reading that is further in the future was made before a clock was set back. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  final CallSpec<LoadPosition> spec;
  final Duration deadline;
  private final Clock clock;
  private final Function<CallSpec<LoadPosition>, RunningCall<FreightResponse<LoadPosition>>> send;
  private final Consumer<PositionReading> keep;

  // Guarded by this.
  private boolean sending;
  private boolean expired;
  private boolean abandoned;
  private @Nullable RunningCall<FreightResponse<LoadPosition>> call;

  /**
   * A read that is not sent yet.
   *
   * @param spec has the deadline of the call, which may continue for others that wait longer
   * @param deadline how long this caller waits
   * @param keep stores the position in memory
   */
  PaidRead(
      CallSpec<LoadPosition> spec,
      Duration deadline,
      Clock clock,
      Function<CallSpec<LoadPosition>, RunningCall<FreightResponse<LoadPosition>>> send,
      Consumer<PositionReading> keep) {
    this.spec = spec;
    this.deadline = deadline;
    this.clock = clock;
    this.send = send;
    this.keep = keep;
  }

  /** Whether a reading is recent enough for the caller. */
  static boolean isFresh(
      @Nullable PositionReading reading,
      CallSpec<LoadPosition> spec,
      @Nullable Duration maxAge,
      Clock clock) {
    if (reading == null || maxAge == null) return false;
    // A cache whose keys collide, or compare without case, gives the position of another load.
    if (!reading.position().loadNumber().equals(spec.loadNumber())) return false;
    Instant now = clock.instant();
    boolean ofThisTime = !reading.readAt().isAfter(now.plus(CLOCKS_DIFFER));
    return ofThisTime && reading.ageAt(now).compareTo(maxAge) < 0;
  }

  boolean accepts(PositionReading reading) {
    return isFresh(reading, spec, spec.options().maxAge(), clock);
  }

  void serve(PositionReading shared) {
    arrived(new Arrival(shared, null));
  }

  /** Stores the position before it completes the waiters, so that no later caller pays again. */
  private void arrived(Arrival arrival) {
    keep.accept(arrival.reading());
    complete(arrival);
  }

  void pay() {
    synchronized (this) {
      if (isDone() || sending) {
        return;
      }
      sending = true;
    }
    Instant startedAt;
    RunningCall<FreightResponse<LoadPosition>> sent;
    try {
      startedAt = clock.instant();
      sent = send.apply(spec);
    } catch (Throwable refused) {
      completeExceptionally(refused);
      return;
    }
    boolean expiredMeanwhile;
    boolean abandonedMeanwhile;
    synchronized (this) {
      call = sent;
      expiredMeanwhile = expired;
      abandonedMeanwhile = abandoned;
    }
    if (expiredMeanwhile) {
      sent.expire(deadline);
    }
    if (abandonedMeanwhile) {
      sent.abandon();
    }
    CompletableFuture<?> unused =
        sent.future().whenComplete((answer, failure) -> ended(startedAt, answer, failure));
  }

  private void ended(
      Instant startedAt,
      @Nullable FreightResponse<LoadPosition> answer,
      @Nullable Throwable failure) {
    if (answer != null) {
      arrived(new Arrival(new PositionReading(answer.value(), startedAt), answer));
    } else if (failure != null) {
      completeExceptionally(LinkedFuture.causeOf(failure));
    }
  }

  /** The caller's deadline has passed, and nobody else waits. */
  void expire() {
    RunningCall<FreightResponse<LoadPosition>> sent;
    synchronized (this) {
      expired = true;
      sent = call;
    }
    if (sent != null) {
      sent.expire(deadline);
    } else {
      refuse(timeout(false));
    }
  }

  /** Ends the read without a charge, unless it is being sent: then its call decides how it ends. */
  void refuse(FreightException why) {
    synchronized (this) {
      if (sending) {
        return;
      }
      sending = true;
    }
    completeExceptionally(why);
  }

  /**
   * The exception for a caller whose deadline has passed.
   *
   * @param out whether its own call may have been sent and continues
   */
  FreightTimeoutException timeout(boolean out) {
    FailureFacts facts =
        spec.failure()
            .charge(out ? Charge.UNKNOWN : Charge.NONE)
            .retryable(!out)
            .nextStep(out ? NextStep.NONE : NextStep.RETRY_LATER)
            .attempts(out ? attempts() : 0)
            .build();
    return new FreightTimeoutException(facts, "deadline", deadline, !out, null);
  }

  /** Wire attempts of its own call so far. */
  int attempts() {
    RunningCall<?> sent;
    synchronized (this) {
      sent = call;
    }
    return sent == null ? 0 : sent.attempts();
  }

  /** Whether a failure is caused by this caller's own limits and does not concern other callers. */
  boolean isOwn(Throwable failure) {
    boolean ownTimeout =
        spec.options().timeout() != null
            && failure instanceof FreightTimeoutException timeout
            && timeout.charge().equals(Charge.NONE);
    return ownTimeout
        || failure instanceof SpendLimitExceededException
        || failure instanceof PriceLimitExceededException
        || failure instanceof PriceUnavailableException
        || failure instanceof FreightCancelledException;
  }

  /** Nobody waits any more: a call that was sent is cancelled, and completes with its outcome. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    RunningCall<?> sent;
    boolean out;
    synchronized (this) {
      abandoned = true;
      sent = call;
      out = sending;
      sending = true;
    }
    if (!out) {
      return super.cancel(mayInterruptIfRunning);
    }
    if (sent != null) {
      sent.abandon();
    }
    return false;
  }
}
