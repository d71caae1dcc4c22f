package io.freightsdk.simulation;

import io.freightsdk.Charge;
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
final class CallLog {
  /** One request. */
  static final class Attempt {
    final int id;
    final CallLog call;
    final long sentAt;
    final Duration timeout;
    boolean handedOver;
    boolean processed;
    long endedAt = -1;
    boolean timedOut;

    Attempt(int id, CallLog call, long sentAt, Duration timeout) {
      this.id = id;
      this.call = call;
      this.sentAt = sentAt;
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
  Object outcome;

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

  Operation operation() {
    return spec.operation();
  }

  boolean isCreation() {
    return spec.operation() == Operation.CREATE_LOAD;
  }

  boolean isPaid() {
    return isCreation() || spec.operation() == Operation.GET_LOAD_POSITION;
  }

  boolean hasEnded() {
    return endedAt >= 0;
  }

  /** What the call said that it cost; null if it said nothing about money. */
  Charge told() {
    return toldBy(outcome);
  }

  static Charge toldBy(Object outcome) {
    if (outcome instanceof CallResult<?> result) return result.charge();
    return outcome instanceof FreightException failure ? failure.charge() : null;
  }

  boolean succeeded() {
    return outcome instanceof CallResult<?>;
  }

  /** The path of the scope that pays. */
  String scope() {
    SpendScope scope = spec.options().scope();
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
