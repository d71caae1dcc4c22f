package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.service.account.PriceList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The fault rules of one server, used by the layers in which a call can fail. */
public final class FaultPlan implements Faults {
  private static final long EVERY_CALL = Long.MAX_VALUE;

  private final List<FaultRule> rules;
  private final AtomicLong ids;
  private final @Nullable String brokerId;

  public FaultPlan() {
    this(new CopyOnWriteArrayList<>(), new AtomicLong(), null);
  }

  private FaultPlan(List<FaultRule> rules, AtomicLong ids, @Nullable String brokerId) {
    this.rules = rules;
    this.ids = ids;
    this.brokerId = brokerId;
  }

  /** The fault of a call on arrival; null for none. Counts the call. */
  public @Nullable Fault onArrival(Operation operation, @Nullable String callerId) {
    return take(operation, callerId, false);
  }

  /** The fault of a call where it would be charged; null for none. Counts the call. */
  public @Nullable Fault onBilling(Operation operation, String callerId) {
    return take(operation, callerId, true);
  }

  @Override
  public Faults forBroker(String id) {
    return new FaultPlan(rules, ids, id);
  }

  @Override
  public Faults times(@Nullable Operation operation, int times, Fault fault) {
    rule(operation, brokerId, fault, times);
    return this;
  }

  @Override
  public Faults always(@Nullable Operation operation, Fault fault) {
    rule(operation, brokerId, fault, EVERY_CALL);
    return this;
  }

  @Override
  public Outage billingOutage() {
    FaultRule rule = rule(null, brokerId, Fault.billingUnavailable(), EVERY_CALL);
    return () -> rules.remove(rule);
  }

  @Override
  public void clear() {
    rules.removeIf(rule -> brokerId == null || brokerId.equals(rule.brokerId()));
  }

  public List<FaultRule> planned() {
    return List.copyOf(rules);
  }

  public boolean remove(long id) {
    return rules.removeIf(rule -> rule.id() == id);
  }

  /** Adds a rule for the next {@code times} calls that it matches, and returns it with its id. */
  public FaultRule rule(
      @Nullable Operation operation, @Nullable String ofBroker, Fault fault, long times) {
    if (times < 1) throw new IllegalArgumentException("faults: times must be at least 1");
    FaultRule rule =
        new FaultRule(ids.incrementAndGet(), operation, ofBroker, fault, new AtomicLong(times));
    rules.add(rule);
    return rule;
  }

  /**
   * The first rule that a call matches is the one that strikes, and the only one that counts it.
   */
  private @Nullable Fault take(Operation operation, @Nullable String callerId, boolean atBilling) {
    for (FaultRule rule : rules) {
      boolean matches = rule.strikesAtBilling() == atBilling && rule.matches(operation, callerId);
      if (!matches || !rule.strikes()) continue;
      rules.removeIf(FaultRule::isSpent);
      return rule.fault();
    }
    return null;
  }

  /**
   * A fault, and the calls that it strikes.
   *
   * @param operation null for every operation
   * @param brokerId null for every broker
   * @param left how many calls it will still strike
   */
  public record FaultRule(
      long id,
      @Nullable Operation operation,
      @Nullable String brokerId,
      Fault fault,
      AtomicLong left) {

    /** Which calls will still fail, in words. */
    public String when() {
      long calls = left.get();
      if (calls == EVERY_CALL) return "every call";
      return calls == 1 ? "the next call" : "the next " + calls + " calls";
    }

    /** Counts a call that it matches; false when another one has taken its last. */
    private boolean strikes() {
      return left.getAndUpdate(calls -> calls == EVERY_CALL ? calls : Math.max(0, calls - 1)) > 0;
    }

    private boolean isSpent() {
      return left.get() == 0;
    }

    private boolean matches(Operation called, @Nullable String callerId) {
      boolean operationMatches = operation == null || operation == called;
      boolean brokerMatches = brokerId == null || brokerId.equals(callerId);
      return operationMatches && brokerMatches;
    }

    /**
     * A billing outage happens where a call is charged; only for a free operation that is named
     * explicitly does it happen on arrival.
     */
    private boolean strikesAtBilling() {
      boolean namesFreeOperation = operation != null && !PriceList.isPaid(operation);
      return fault.kind() == Fault.Kind.BILLING_UNAVAILABLE && !namesFreeOperation;
    }
  }
}
