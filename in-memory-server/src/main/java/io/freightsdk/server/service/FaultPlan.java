package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.service.account.PriceList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fault rules of one server. The layers in which calls fail use them. */
public final class FaultPlan implements Faults {
  private static final long EVERY_CALL = Long.MAX_VALUE;

  /** Enough for every test. A server that runs for months forgets the rest. */
  private static final int MAX_ENDED = 100;

  private static final Set<String> PLAN_CLASSES =
      Set.of(FaultPlan.class.getName(), Faults.class.getName());

  /** The rules of one server, for all its brokers. */
  private record Rules(List<FaultRule> planned, Queue<FaultRule> endedUnfired, AtomicLong ids) {}

  private final Rules rules;
  private final @Nullable String brokerId;
  private final boolean isLenient;

  public FaultPlan() {
    this(
        new Rules(new CopyOnWriteArrayList<>(), new ConcurrentLinkedQueue<>(), new AtomicLong()),
        null,
        false);
  }

  private FaultPlan(Rules rules, @Nullable String brokerId, boolean isLenient) {
    this.rules = rules;
    this.brokerId = brokerId;
    this.isLenient = isLenient;
  }

  /** The fault of a call on arrival; null for none. Counts the call. */
  public @Nullable Fault nextFaultOnArrival(Operation operation, @Nullable String callerId) {
    return nextFault(operation, callerId, false);
  }

  /** The fault of a call where it would be charged; null for none. Counts the call. */
  public @Nullable Fault nextFaultOnBilling(Operation operation, String callerId) {
    return nextFault(operation, callerId, true);
  }

  @Override
  public Faults forBroker(String id) {
    Objects.requireNonNull(id, "brokerId");
    return new FaultPlan(rules, id, isLenient);
  }

  @Override
  public Faults lenient() {
    return new FaultPlan(rules, brokerId, true);
  }

  @Override
  public Faults times(@Nullable Operation operation, int times, Fault fault) {
    addRule(operation, brokerId, fault, times);
    return this;
  }

  @Override
  public Faults always(@Nullable Operation operation, Fault fault) {
    addRule(operation, brokerId, fault, EVERY_CALL);
    return this;
  }

  @Override
  public BillingOutage billingOutage() {
    FaultRule rule = addRule(null, brokerId, Fault.billingUnavailable(), EVERY_CALL);
    return () -> endRule(rule);
  }

  @Override
  public void clear() {
    rules.planned().stream().filter(this::isInScope).forEach(this::endRule);
  }

  private void endRule(FaultRule rule) {
    boolean wasPlanned = rules.planned().remove(rule);
    boolean isMissed = wasPlanned && !rule.hasFired();
    if (isMissed && rules.endedUnfired().size() < MAX_ENDED) {
      rules.endedUnfired().add(rule);
    }
  }

  @Override
  public List<String> neverFired() {
    return Stream.concat(rules.planned().stream(), rules.endedUnfired().stream())
        .filter(rule -> isInScope(rule) && !rule.isLenient() && !rule.hasFired())
        .sorted(Comparator.comparingLong(FaultRule::id))
        .map(FaultRule::describe)
        .toList();
  }

  private boolean isInScope(FaultRule rule) {
    return brokerId == null || brokerId.equals(rule.brokerId());
  }

  public List<FaultRule> planned() {
    return List.copyOf(rules.planned());
  }

  /**
   * Removes the planned rule with this id, so that {@link #neverFired} does not list it. Returns
   * false if there is none.
   */
  public boolean remove(long id) {
    return rules.planned().removeIf(rule -> rule.id() == id);
  }

  /** Adds a rule for the next {@code times} calls that it matches, and returns it with its id. */
  public FaultRule addRule(
      @Nullable Operation operation, @Nullable String forBrokerId, Fault fault, long times) {
    Objects.requireNonNull(fault, "fault");
    if (times < 1) throw new IllegalArgumentException("faults: times must be at least 1");
    FaultRule rule =
        new FaultRule(
            rules.ids().incrementAndGet(),
            operation,
            forBrokerId,
            fault,
            isLenient,
            plannedAt(),
            new AtomicLong(times),
            new AtomicBoolean());
    rules.planned().add(rule);
    return rule;
  }

  /** The line of code that planned a fault, for the message about a fault that never fired. */
  private static String plannedAt() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> !PLAN_CLASSES.contains(frame.getClassName()))
                    .findFirst()
                    .map(frame -> frame.toStackTraceElement().toString())
                    .orElse("an unknown line"));
  }

  /** Only the first rule that matches a call fires and counts it. */
  private @Nullable Fault nextFault(
      Operation operation, @Nullable String callerId, boolean atBilling) {
    for (FaultRule rule : rules.planned()) {
      boolean matches = rule.firesAtBilling() == atBilling && rule.matches(operation, callerId);
      if (!matches || !rule.tryFire()) continue;
      rules.planned().removeIf(FaultRule::isUsedUp);
      return rule.fault();
    }
    return null;
  }

  /**
   * A fault, and the calls that it affects.
   *
   * @param operation null for every operation
   * @param brokerId null for every broker
   * @param isLenient whether the rule need not fire
   * @param plannedAt the line of code that planned it
   * @param remaining number of calls that will still fail
   * @param fired whether a call has failed
   */
  public record FaultRule(
      long id,
      @Nullable Operation operation,
      @Nullable String brokerId,
      Fault fault,
      boolean isLenient,
      String plannedAt,
      AtomicLong remaining,
      AtomicBoolean fired) {

    /** The calls that will still fail, in words. */
    public String describeRemaining() {
      long calls = remaining.get();
      if (calls == EVERY_CALL) return "every call";
      return calls == 1 ? "the next call" : "the next " + calls + " calls";
    }

    /** The fault, its calls and the line that planned it. */
    private String describe() {
      String of = operation == null ? "any operation" : operation.id();
      return fault + " for " + describeRemaining() + " of " + of + ", planned at " + plannedAt;
    }

    private boolean hasFired() {
      return fired.get();
    }

    /** Counts a call that matches; false if a concurrent call was the last one. */
    private boolean tryFire() {
      boolean strikes =
          remaining.getAndUpdate(calls -> calls == EVERY_CALL ? calls : Math.max(0, calls - 1)) > 0;
      if (strikes) fired.set(true);
      return strikes;
    }

    private boolean isUsedUp() {
      return remaining.get() == 0;
    }

    private boolean matches(Operation called, @Nullable String callerId) {
      boolean operationMatches = operation == null || operation == called;
      boolean brokerMatches = brokerId == null || brokerId.equals(callerId);
      return operationMatches && brokerMatches;
    }

    /**
     * A billing outage fires where a call is charged. For a free operation that was named
     * explicitly, it fires on arrival.
     */
    private boolean firesAtBilling() {
      boolean namesFreeOperation = operation != null && !PriceList.isPaid(operation);
      return fault.kind() == Fault.Kind.BILLING_UNAVAILABLE && !namesFreeOperation;
    }
  }
}
