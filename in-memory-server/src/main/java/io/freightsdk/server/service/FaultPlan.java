package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.service.account.PriceList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The fault rules of one server, used by the layers in which a call can fail. */
public final class FaultPlan implements Faults {
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
    return add(operation, fault, Trigger.times(atLeastOne("times", times)));
  }

  @Override
  public Faults nth(@Nullable Operation operation, int n, Fault fault) {
    return add(operation, fault, Trigger.nth(atLeastOne("n", n)));
  }

  @Override
  public Faults always(@Nullable Operation operation, Fault fault) {
    return add(operation, fault, Trigger.always());
  }

  @Override
  public Faults probability(
      @Nullable Operation operation, double probability, long seed, Fault fault) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("faults: probability " + probability + " is not in 0..1");
    }
    return add(operation, fault, Trigger.chance(probability, seed));
  }

  @Override
  public Outage billingOutage() {
    FaultRule rule = rule(null, Fault.billingUnavailable(), Trigger.always());
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
    rule(operation, fault, trigger);
    return this;
  }

  private FaultRule rule(@Nullable Operation operation, Fault fault, Trigger trigger) {
    FaultRule rule = new FaultRule(ids.incrementAndGet(), operation, brokerId, fault, trigger);
    rules.add(rule);
    return rule;
  }

  private static int atLeastOne(String name, int value) {
    if (value < 1) throw new IllegalArgumentException("faults: " + name + " must be at least 1");
    return value;
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
  public interface Trigger {
    /** Counts one matching call; true when it fails. */
    boolean fires();

    /** Called for a matching call that fails by an earlier rule. */
    void passOver();

    /** True when this trigger can never fire again. */
    boolean spent();

    /** Which calls will still fail, in words. */
    String describe();

    /** Every call. */
    static Trigger always() {
      return times(Long.MAX_VALUE);
    }

    /** This many calls, not counting those that fail by another rule. */
    static Trigger times(long times) {
      return counting(1, times, false);
    }

    /** One call, counted from 1 over all that match, including those that fail by another rule. */
    static Trigger nth(long n) {
      return counting(n, 1, true);
    }

    private static Trigger counting(long first, long times, boolean countsPassed) {
      AtomicLong seen = new AtomicLong();
      return new Trigger() {
        @Override
        public boolean fires() {
          long call = seen.incrementAndGet();
          return call >= first && call - first < times;
        }

        @Override
        public void passOver() {
          if (countsPassed) seen.incrementAndGet();
        }

        @Override
        public boolean spent() {
          return seen.get() - first + 1 >= times;
        }

        @Override
        public String describe() {
          if (times == Long.MAX_VALUE) return "every call";
          long left = first - 1 + times - seen.get();
          return countsPassed ? "call " + left + " from now" : "the next " + left + " calls";
        }
      };
    }

    /** Each call by chance; the same seed chooses the same calls. */
    static Trigger chance(double probability, long seed) {
      Random random = new Random(seed);
      return new Trigger() {
        @Override
        public boolean fires() {
          return random.nextDouble() < probability;
        }

        @Override
        public void passOver() {
          random.nextDouble();
        }

        @Override
        public boolean spent() {
          return false;
        }

        @Override
        public String describe() {
          return "by chance, " + Math.round(100 * probability) + " % of calls";
        }
      };
    }
  }
}
