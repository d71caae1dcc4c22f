package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.SimulatedWire.Stage;
import io.freightsdk.model.Operation;
import io.freightsdk.simulation.Fault.Phase;
import io.freightsdk.spend.SpendScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One call as seen from outside: what it sent, and what it said in the end. */
final class CallLog implements Evidence.Call {
  /** One request. */
  static final class Attempt {
    final int id;
    final CallLog call;
    final long sentAt;

    /**
     * When it came to the line for a place; who stands in it looks for another price at its end.
     */
    final long cameAt;

    final Duration timeout;
    boolean handedOver;
    boolean processed;
    long endedAt = -1;
    boolean timedOut;

    /** The status of the service's own answer that arrived whole; zero while none has. */
    int answeredWith;

    Attempt(int id, CallLog call, long sentAt, Duration timeout) {
      this.id = id;
      this.call = call;
      this.sentAt = sentAt;
      Attempt before = call.last();
      boolean waited = call.queuedAt > (before == null ? -1 : before.endedAt);
      this.cameAt = waited ? call.queuedAt : sentAt;
      this.timeout = timeout;
    }
  }

  final int id;
  final CallSpec<?> spec;
  final SimulatedProcess process;
  final long begunAt;

  /** Whose act it is; -1 for what a client does by itself. */
  final int act;

  final long dice;
  final List<Attempt> attempts = new ArrayList<>(1);
  Stage stage = Stage.PRICING;
  long endedAt = -1;
  long queuedAt = -1;
  Object outcome;

  /** How often it waited for a top-up, and since when it did last. */
  int topUps;

  long topUpSince;

  /** Its caller cancelled it: what still came was for nobody. */
  boolean cancelled;

  CallLog(int id, CallSpec<?> spec, SimulatedProcess process, long begunAt, int act, long dice) {
    this.id = id;
    this.spec = spec;
    this.process = process;
    this.begunAt = begunAt;
    this.act = act;
    this.dice = dice;
  }

  void awaitsTopUp(long now) {
    topUps++;
    topUpSince = now;
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

  Phase phase() {
    return switch (stage) {
      case PRICING, ENDED -> Phase.PRICING;
      case QUEUED -> Phase.QUEUED;
      case PAUSED -> Phase.PAUSED;
      case AWAITING_TOP_UP -> Phase.AWAITING_TOP_UP;
      case SENDING -> {
        Attempt last = last();
        if (last == null || !last.handedOver) yield Phase.UNSENT;
        yield last.processed ? Phase.PROCESSED : Phase.UNDER_WAY;
      }
    };
  }

  @Override
  public String toString() {
    return "call " + id + " (" + spec.operation().id() + ")";
  }
}
