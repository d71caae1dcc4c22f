package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.service.account.PriceList;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The fault rules of one server, used by the layers in which a call can fail. */
public final class FaultPlan implements Faults {
  private static final double BY_COUNT = -1;

  private final List<FaultRule> rules;
  private final AtomicLong ids;
  private final @Nullable String brokerId;
  private final @Nullable String path;

  public FaultPlan() {
    this(new CopyOnWriteArrayList<>(), new AtomicLong(), null, null);
  }

  private FaultPlan(
      List<FaultRule> rules, AtomicLong ids, @Nullable String brokerId, @Nullable String path) {
    this.rules = rules;
    this.ids = ids;
    this.brokerId = brokerId;
    this.path = path;
  }

  /** The fault of a call on arrival; null for none. Counts the call. */
  public @Nullable Fault onArrival(
      @Nullable Operation operation, @Nullable String callerId, String requested) {
    return rules.isEmpty() ? null : take(operation, callerId, requested, false);
  }

  /** The fault of a call where it would be charged; null for none. Counts the call. */
  public @Nullable Fault onBilling(Operation operation, String callerId) {
    return rules.isEmpty() ? null : take(operation, callerId, "", true);
  }

  @Override
  public Faults forBroker(String id) {
    return new FaultPlan(rules, ids, id, path);
  }

  @Override
  public Faults forPath(String template) {
    return new FaultPlan(rules, ids, brokerId, checkedPath(template));
  }

  private static String checkedPath(String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("faults: the path '" + path + "' does not begin with /");
    }
    if (path.startsWith("/__admin")) {
      throw new IllegalArgumentException("faults: the test control itself never fails");
    }
    return path;
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
    FaultRule rule = rule(null, brokerId, path, Fault.billingUnavailable(), Trigger.always());
    return () -> rules.remove(rule);
  }

  @Override
  public void clear() {
    rules.removeIf(
        rule ->
            (brokerId == null || brokerId.equals(rule.brokerId()))
                && (path == null || path.equals(rule.path())));
  }

  public List<FaultRule> planned() {
    return List.copyOf(rules);
  }

  public boolean remove(long id) {
    return rules.removeIf(rule -> rule.id() == id);
  }

  private @Nullable Fault take(
      @Nullable Operation operation,
      @Nullable String callerId,
      String requested,
      boolean atBilling) {
    Fault struck = null;
    for (FaultRule rule : rules) {
      if (rule.strikesAtBilling() != atBilling || !rule.matches(operation, callerId, requested)) {
        continue;
      }
      if (struck != null) {
        rule.trigger().passOver();
      } else if (rule.trigger().fires()) {
        struck = rule.strike();
      }
    }
    // A trigger is spent only by a call that fails.
    if (struck != null) rules.removeIf(rule -> rule.trigger().spent());
    return struck;
  }

  private Faults add(@Nullable Operation operation, Fault fault, Trigger trigger) {
    rule(operation, brokerId, path, fault, trigger);
    return this;
  }

  /** Adds a rule, and returns it with its id. */
  public FaultRule rule(
      @Nullable Operation operation,
      @Nullable String ofBroker,
      @Nullable String ofPath,
      Fault fault,
      Trigger trigger) {
    if (operation != null && ofPath != null) {
      throw new IllegalArgumentException("faults: give either an operation or a path, not both");
    }
    String checked = ofPath == null ? null : checkedPath(ofPath);
    FaultRule rule =
        new FaultRule(ids.incrementAndGet(), operation, ofBroker, checked, fault, trigger);
    rules.add(rule);
    return rule;
  }

  /**
   * A fault, the calls that it matches, and which of them fail.
   *
   * @param operation null for every operation
   * @param brokerId null for every broker
   * @param path of every request that it matches, with {@code *} for a segment; null for one that
   *     matches operations of the API
   */
  public record FaultRule(
      long id,
      @Nullable Operation operation,
      @Nullable String brokerId,
      @Nullable String path,
      Fault fault,
      Trigger trigger) {

    public String when() {
      return trigger.describe();
    }

    /** The fault of one call, with a delay of its own. */
    Fault strike() {
      if (fault.spread() == 0) return fault;
      double factor = Math.exp(fault.spread() * trigger.random.nextGaussian());
      double drawn = TimeUnit.NANOSECONDS.convert(fault.delay()) * factor;
      Duration delay = Duration.ofNanos((long) drawn);
      return new Fault(
          fault.kind(),
          fault.phase(),
          fault.status(),
          delay,
          0,
          fault.retryAfter(),
          fault.body(),
          fault.headers());
    }

    boolean matches(@Nullable Operation called, @Nullable String callerId, String requested) {
      boolean operationMatches =
          path != null
              ? isPath(path, requested)
              : operation == null ? called != null : operation == called;
      boolean brokerMatches = brokerId == null || brokerId.equals(callerId);
      return operationMatches && brokerMatches;
    }

    private static boolean isPath(String template, String requested) {
      String[] wanted = template.split("/", -1);
      String[] given = requested.split("/", -1);
      if (wanted.length != given.length) return false;
      for (int i = 0; i < wanted.length; i++) {
        if (!wanted[i].equals("*") && !wanted[i].equals(given[i])) return false;
      }
      return true;
    }

    /**
     * A billing outage happens where a call is charged; only for a free operation that is named
     * explicitly does it happen on arrival.
     */
    boolean strikesAtBilling() {
      boolean namesFreeOperation = operation != null && !PriceList.isPaid(operation);
      return fault.kind() == Fault.Kind.BILLING_UNAVAILABLE && !namesFreeOperation && path == null;
    }
  }

  /**
   * Decides which of the calls that a rule matches fail. Safe for use by several threads.
   *
   * @param seen how many calls it has counted
   * @param probability below zero unless it is a trigger by chance, which counts nothing
   */
  public record Trigger(
      long first,
      long times,
      boolean countsPassed,
      AtomicLong seen,
      double probability,
      Random random) {
    private static Trigger counting(long first, long times, boolean countsPassed) {
      Random random = new Random(0);
      return new Trigger(first, times, countsPassed, new AtomicLong(), BY_COUNT, random);
    }

    /** Every call. */
    static Trigger always() {
      return times(Long.MAX_VALUE);
    }

    /** This many calls, not counting those that fail by another rule. */
    public static Trigger times(long times) {
      return counting(1, atLeastOne("times", times), false);
    }

    /** One call, counted from 1 over all that match, including those that fail by another rule. */
    public static Trigger nth(long n) {
      return counting(atLeastOne("n", n), 1, true);
    }

    /** Each call by chance; the same seed chooses the same calls. */
    public static Trigger chance(double probability, long seed) {
      if (!(probability >= 0 && probability <= 1)) {
        throw new IllegalArgumentException(
            "faults: probability " + probability + " is not in 0..1");
      }
      Random random = new Random(seed);
      return new Trigger(1, 1, true, new AtomicLong(), probability, random);
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
      if (isByChance()) {
        BigDecimal percent = BigDecimal.valueOf(probability).movePointRight(2).stripTrailingZeros();
        return "by chance, " + percent.toPlainString() + " % of calls";
      }
      if (times == Long.MAX_VALUE) return "every call";
      long left = first - 1 + times - seen.get();
      if (countsPassed) return "call " + left + " from now";
      return left == 1 ? "the next call" : "the next " + left + " calls";
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
