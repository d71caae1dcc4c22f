package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.SimulatedWire.Stage;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call as seen from outside: what it asked its guard, what it sent, and what it said in the
 * end. Times with {@code Nanos} in their names are those of the machine's clock, which stands still
 * while it sleeps.
 */
final class CallLog implements Evidence.Call {
  /** One request. */
  static final class Attempt {
    final int id;
    final CallLog call;
    final long sentAt;
    final long sentNanos;

    /**
     * When it came to the line for a place; who stands in it looks for another price at its end.
     */
    final long cameAt;

    final Duration timeout;

    /** What is reserved for it; null for what costs nothing. */
    final @Nullable Held held;

    boolean handedOver;

    /** When the service did its work; far in the future while it has not. */
    long processedAt = Long.MAX_VALUE;

    long endedAt = -1;
    long endedNanos = -1;
    boolean timedOut;

    /** What the client was told of it; null while it is out. */
    @Nullable Heard heard;

    /** How long the answer asks to wait; null for nothing. */
    @Nullable Duration asksToWait;

    /** The load that the answer names, as far as it can be read; null for none. */
    @Nullable String load;

    /** The status of the service's own answer that arrived whole; zero while none has. */
    int answeredWith;

    boolean heardIs(Heard one) {
      return heard == one;
    }

    Attempt(
        int id, CallLog call, long sentAt, long sentNanos, Duration timeout, @Nullable Held held) {
      this.id = id;
      this.call = call;
      this.sentAt = sentAt;
      this.sentNanos = sentNanos;
      this.held = held;
      Attempt before = call.last();
      boolean waited = call.queuedAt > (before == null ? -1 : before.endedAt);
      this.cameAt = waited ? call.queuedAt : sentAt;
      this.timeout = timeout;
    }
  }

  final int id;
  final CallSpec<?> spec;

  /** As its guard and its listeners are told. */
  final String callId;

  final SimulatedProcess process;
  final long begunAt;
  final long begunNanos;

  /** Whether the client makes it for itself. */
  final boolean isOwn;

  /** Whose act it is; -1 for what a client does by itself. */
  final int act;

  final long dice;
  final RepeatClass repeat;
  final List<Attempt> attempts = new ArrayList<>(1);

  /** What it asked its guard for, in the order of its questions. */
  final List<Held> held = new ArrayList<>(1);

  Stage stage = Stage.PRICING;

  long endedAt = -1;
  long endedNanos = -1;
  long queuedAt = -1;
  long queuedNanos = -1;
  Object outcome;

  /** When it began to wait for another attempt last; negative if it never did. */
  long pausedNanos = -1;

  /** How often it waited for a top-up, since when it did first and last, and how long in all. */
  int topUps;

  long firstTopUpNanos = -1;
  long topUpSince = -1;
  private long toppedUpNanos;

  /** What its last 402 says that it needs. */
  BigDecimal needUsd = BigDecimal.ZERO;

  /** How often a card was charged for it. */
  int credits;

  /** Its caller cancelled it: what still came was for nobody. */
  boolean cancelled;

  CallLog(
      int id,
      CallSpec<?> spec,
      String callId,
      SimulatedProcess process,
      long begunAt,
      long begunNanos,
      boolean isOwn,
      int act,
      long dice) {
    this.id = id;
    this.spec = spec;
    this.callId = callId;
    this.process = process;
    this.begunAt = begunAt;
    this.begunNanos = begunNanos;
    this.isOwn = isOwn;
    this.act = act;
    this.dice = dice;
    this.repeat = RepeatClass.of(spec.operation());
  }

  /** It comes to a stage, or waits there for something else. */
  void at(Stage next, long now, long nanos) {
    if (topUpSince >= 0) toppedUpNanos += nanos - topUpSince;
    topUpSince = -1;
    stage = next;
    switch (next) {
      case QUEUED -> {
        queuedAt = now;
        queuedNanos = nanos;
      }
      case PAUSED -> pausedNanos = nanos;
      case AWAITING_TOP_UP -> {
        topUps++;
        if (firstTopUpNanos < 0) firstTopUpNanos = nanos;
        topUpSince = nanos;
      }
      case PRICING, SENDING, BOOKING, ENDED -> {}
    }
  }

  /** When its time is over, by the machine's clock; its waits for top-ups are part of it. */
  long endNanos() {
    Duration own = spec.options().deadline();
    Duration time = own == null ? process.settings().deadline() : own;
    return begunNanos + time.toNanos() + (own == null ? toppedUpNanos : 0);
  }

  /**
   * When its time may be over already: a deadline of the caller's own counts from when he asked for
   * a shared read, and he may have waited for the reads of others before.
   */
  long earliestEndNanos() {
    boolean isShared = spec.options().maxAge() != null || spec.options().orStale() != null;
    return isShared && spec.options().deadline() != null ? begunNanos : endNanos();
  }

  /** Whether the balance may pay for it, so that its price is reserved. */
  boolean isReserved(boolean confirmationsCost) {
    return switch (repeat) {
      case KEYED, PAID_READ, UNREPEATABLE -> true;
      case CONFIRMATION -> confirmationsCost;
      case CARD, FREE -> false;
    };
  }

  /** How it may be repeated. */
  RetryPolicy policy() {
    RetryPolicy own = spec.options().retryPolicy();
    return own != null ? own : process.policy;
  }

  /** The key that the service charges once; null where each attempt is charged by itself. */
  @Nullable String chargedKey() {
    return repeat.isChargedOncePerKey() ? idempotencyKey() : null;
  }

  /** The highest price at which it may be sent; null for any. */
  @Nullable BigDecimal maxPrice() {
    BigDecimal own = spec.options().maxPrice();
    return own != null ? own : process.settings().maxPrice();
  }

  /** What is reserved for it now; null for nothing. */
  @Nullable Held open() {
    for (int i = held.size() - 1; i >= 0; i--) {
      if (held.get(i).isOpen()) return held.get(i);
    }
    return null;
  }

  /** Attempts that failed without a 402, as its retries count them. */
  int failures() {
    int failures = 0;
    for (Attempt attempt : attempts) {
      boolean counts = !attempt.heardIs(Heard.FUNDS) && !attempt.heardIs(Heard.SUCCESS);
      if (attempt.heard != null && counts) failures++;
    }
    return failures;
  }

  /** By which the client learns the prices. */
  boolean isPriceReading() {
    return isOwn && operation() == Operation.GET_PRICING;
  }

  @Override
  public Operation operation() {
    return spec.operation();
  }

  @Override
  public String idempotencyKey() {
    return spec.idempotencyKey();
  }

  @Override
  public Object process() {
    return process;
  }

  @Override
  public boolean diedWithItsProcess() {
    return process.wasKilled();
  }

  @Override
  public long begunAt() {
    return begunAt;
  }

  @Override
  public long endedAt() {
    return endedAt;
  }

  /** What the call said that it cost; null if it said nothing about money. */
  @Override
  public Charge told() {
    return toldBy(outcome);
  }

  static Charge toldBy(Object outcome) {
    if (outcome instanceof CallResult<?> result) return result.charge();
    return outcome instanceof FreightException failure ? failure.charge() : null;
  }

  @Override
  public boolean succeeded() {
    return outcome instanceof CallResult<?>;
  }

  @Override
  public boolean replayed() {
    return outcome instanceof CallResult<?> result
        && result.value() instanceof CreateLoadOutcome.Created created
        && created.replayed();
  }

  @Override
  public String requestId() {
    return attempts.size() == 1 ? Integer.toString(last().id) : null;
  }

  @Override
  public String said() {
    if (!hasEnded()) return "it waits in " + stage;
    return outcome instanceof Throwable failure ? String.valueOf(failure.getMessage()) : "success";
  }

  @Override
  public String scope() {
    SpendGuard.Scope scope = spec.options().scope();
    return scope == null ? SpendScope.CLIENT : scope.path();
  }

  Attempt last() {
    return attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
  }

  @Override
  public String toString() {
    return "call " + id + " (" + spec.operation().id() + ")";
  }
}
