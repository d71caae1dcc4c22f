package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.service.account.PriceList;
import io.freightsdk.server.state.StateStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The fault rules of one server, used by the layers in which a call can fail. */
public final class FaultPlan implements Faults {
  private static final double BY_COUNT = -1;

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
  public @Nullable Fault onArrival(@Nullable Operation operation, @Nullable String callerId) {
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
    return add(operation, fault, Trigger.times(times));
  }

  @Override
  public Faults nth(@Nullable Operation operation, int n, Fault fault) {
    return add(operation, fault, Trigger.nth(n));
  }

  @Override
  public Faults always(@Nullable Operation operation, Fault fault) {
    return add(operation, fault, Trigger.always());
  }

  @Override
  public Faults probability(
      @Nullable Operation operation, double probability, long seed, Fault fault) {
    return add(operation, fault, Trigger.chance(probability, seed));
  }

  @Override
  public Outage billingOutage() {
    FaultRule rule = rule(null, brokerId, Fault.billingUnavailable(), Trigger.always());
    return () -> rules.remove(rule);
  }

  @Override
  public void clear() {
    rules.removeIf(rule -> brokerId == null || brokerId.equals(rule.brokerId()));
  }

  public List<FaultRule> planned() {
    return List.copyOf(rules);
  }

  /** The rules as they are now, to be restored. */
  public List<FaultRule> save() {
    return rules.stream().map(FaultRule::copy).toList();
  }

  /** Replaces all rules by saved ones, which can be used again. */
  public void restore(List<FaultRule> saved) {
    rules.clear();
    for (FaultRule rule : saved) {
      rules.add(rule.copy());
      ids.accumulateAndGet(rule.id(), Math::max);
    }
  }

  public boolean remove(long id) {
    return rules.removeIf(rule -> rule.id() == id);
  }

  private @Nullable Fault take(
      @Nullable Operation operation, @Nullable String callerId, boolean atBilling) {
    Fault struck = null;
    for (FaultRule rule : rules) {
      if (rule.strikesAtBilling() != atBilling || !rule.matches(operation, callerId)) continue;
      if (struck != null) {
        rule.trigger().passOver();
      } else if (rule.trigger().fires()) {
        struck = rule.fault();
      }
    }
    // A trigger is spent only by a call that fails.
    if (struck != null) rules.removeIf(rule -> rule.trigger().spent());
    return struck;
  }

  private Faults add(@Nullable Operation operation, Fault fault, Trigger trigger) {
    rule(operation, brokerId, fault, trigger);
    return this;
  }

  /** Adds a rule, and returns it with its id. */
  public FaultRule rule(
      @Nullable Operation operation, @Nullable String ofBroker, Fault fault, Trigger trigger) {
    FaultRule rule = new FaultRule(ids.incrementAndGet(), operation, ofBroker, fault, trigger);
    rules.add(rule);
    return rule;
  }

  /**
   * A fault, the calls that it matches, and which of them fail.
   *
   * @param operation null for every operation
   * @param brokerId null for every broker
   */
  public record FaultRule(
      long id,
      @Nullable Operation operation,
      @Nullable String brokerId,
      Fault fault,
      Trigger trigger) {

    public String when() {
      return trigger.describe();
    }

    FaultRule copy() {
      return new FaultRule(id, operation, brokerId, fault, trigger.copy());
    }

    boolean matches(@Nullable Operation called, @Nullable String callerId) {
      boolean operationMatches = operation == null ? called != null : operation == called;
      boolean brokerMatches = brokerId == null || brokerId.equals(callerId);
      return operationMatches && brokerMatches;
    }

    /**
     * A billing outage happens where a call is charged; only for a free operation that is named
     * explicitly does it happen on arrival.
     */
    boolean strikesAtBilling() {
      boolean namesFreeOperation = operation != null && !PriceList.isPaid(operation);
      return fault.kind() == Fault.Kind.BILLING_UNAVAILABLE && !namesFreeOperation;
    }
  }

  /** Decides which of the calls that a rule matches fail. Safe for use by several threads. */
  public static final class Trigger {
    private final long first;
    private final long times;
    private final boolean countsPassed;
    private final AtomicLong seen;

    /** Above zero for a trigger by chance, which counts nothing. */
    private final double probability;

    private final RepeatableRandom random;

    private Trigger(
        long first,
        long times,
        boolean countsPassed,
        long seen,
        double probability,
        RepeatableRandom random) {
      this.first = first;
      this.times = times;
      this.countsPassed = countsPassed;
      this.seen = new AtomicLong(seen);
      this.probability = probability;
      this.random = random;
    }

    /** Every call. */
    static Trigger always() {
      return times(Long.MAX_VALUE);
    }

    /** This many calls, not counting those that fail by another rule. */
    public static Trigger times(long times) {
      return new Trigger(
          1, atLeastOne("times", times), false, 0, BY_COUNT, RepeatableRandom.seeded(0));
    }

    /** One call, counted from 1 over all that match, including those that fail by another rule. */
    public static Trigger nth(long n) {
      return new Trigger(atLeastOne("n", n), 1, true, 0, BY_COUNT, RepeatableRandom.seeded(0));
    }

    /** Each call by chance; the same seed chooses the same calls. */
    public static Trigger chance(double probability, long seed) {
      if (!(probability >= 0 && probability <= 1)) {
        throw new IllegalArgumentException(
            "faults: probability " + probability + " is not in 0..1");
      }
      return new Trigger(1, 1, true, 0, probability, RepeatableRandom.seeded(seed));
    }

    /** A trigger in a state file; {@code of} is null while reading. */
    public static Trigger state(StateStream state, @Nullable Trigger of) {
      return new Trigger(
          state.number(of, trigger -> trigger.first),
          state.number(of, trigger -> trigger.times),
          state.flag(of, trigger -> trigger.countsPassed),
          state.number(of, trigger -> trigger.seen.get()),
          state.real(of, trigger -> trigger.probability),
          RepeatableRandom.from(state.number(of, trigger -> trigger.random.state())));
    }

    /** Counts one matching call; true when it fails. */
    boolean fires() {
      if (isByChance()) return random.nextDouble() < probability;
      long call = seen.incrementAndGet();
      return call >= first && call - first < times;
    }

    /** Called for a matching call that fails by an earlier rule. */
    void passOver() {
      if (isByChance()) random.nextDouble();
      else if (countsPassed) seen.incrementAndGet();
    }

    /** True when this trigger can never fire again. */
    boolean spent() {
      return !isByChance() && seen.get() - first + 1 >= times;
    }

    /** Which calls will still fail, in words. */
    String describe() {
      if (isByChance()) return "by chance, " + Math.round(100 * probability) + " % of calls";
      if (times == Long.MAX_VALUE) return "every call";
      long left = first - 1 + times - seen.get();
      return countsPassed ? "call " + left + " from now" : "the next " + left + " calls";
    }

    /** The same, going on from here by itself. */
    Trigger copy() {
      RepeatableRandom same = RepeatableRandom.from(random.state());
      return new Trigger(first, times, countsPassed, seen.get(), probability, same);
    }

    private static long atLeastOne(String name, long value) {
      if (value < 1) throw new IllegalArgumentException("faults: " + name + " must be at least 1");
      return value;
    }

    private boolean isByChance() {
      return probability != BY_COUNT;
    }
  }
}
