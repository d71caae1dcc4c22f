package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.concurrent.LruMap;
import io.freightsdk.internal.ledger.rules.EarlierCharge;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.ReserveResult;
import io.freightsdk.internal.ledger.rules.ScopePaths;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.text.Require;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A guard that checks the limits of a client against a ledger. Created by {@link
 * SpendLedger#guard}. Safe for concurrent use by several clients.
 *
 * <p>A call waits for the ledger on its own thread. If a database does not respond, the wait ends
 * at most five seconds after the deadline of the call: three seconds for the reservation, and two
 * more for its outcome. An interrupt does not end it. An outcome is stored later if the database
 * works again within half a minute. If not, the charge becomes unknown a minute after the call's
 * deadline, and a warning names the call.
 */
public final class LedgerGuard implements SpendGuard {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** How long after its deadline a call may wait for its reservation if the database is silent. */
  private static final Duration MAX_SILENCE = Duration.ofSeconds(3);

  /** How long a caller waits until the outcome of its call is stored. */
  private static final Duration MAX_OUTCOME_WAIT = Duration.ofSeconds(2);

  /** The length of the column. A truncated link would be useless. */
  private static final int MAX_LINK = 2000;

  /** The limits of this many most recently used scopes are reported. */
  private static final int MAX_SCOPES = 200;

  private final SpendLedger ledger;
  private final LedgerStorage storage;
  private volatile List<SpendLimit> limits;
  private final List<LimitWatch> watches = new CopyOnWriteArrayList<>();

  /** The limits of the scopes of calls and of their enclosing scopes, by their paths. */
  private final LruMap<String, List<SpendLimit>> limitsByScope = new LruMap<>(MAX_SCOPES);

  LedgerGuard(SpendLedger ledger, LedgerStorage storage, List<SpendLimit> limits) {
    this.ledger = ledger;
    this.storage = storage;
    this.limits = warned(limits);
  }

  /** Logs each limit of an operation that has no effect. */
  private static List<SpendLimit> warned(List<SpendLimit> limits) {
    for (SpendLimit limit : limits) {
      for (SpendLimit other : limits) {
        if (!limit.isShadowedBy(other)) continue;
        LOG.log(
            System.Logger.Level.WARNING,
            "limit has no effect: "
                + limit.description()
                + " is above "
                + other.description()
                + "; lower or remove it");
      }
    }
    return limits;
  }

  /** The ledger that created this guard. */
  public SpendLedger ledger() {
    return ledger;
  }

  /** The limits that apply to every call, in addition to the limits of its scope. */
  public List<SpendLimit> limits() {
    return limits;
  }

  /**
   * Replaces all limits of this guard. Earlier spending counts toward the new limits. Calls in
   * progress keep their reservations.
   *
   * <p>Other guards keep their limits, including the guards of other processes on the same ledger.
   *
   * @param limits all limits of this guard; none to record calls without a limit
   * @throws InvalidOptionException if two limits have the same period and operation. Nothing is
   *     replaced then
   */
  public void replaceLimits(SpendLimit... limits) {
    this.limits = warned(SpendLimit.in(SpendScope.CLIENT, limits));
  }

  /**
   * Reserves the price of an attempt under every limit that applies to it. Requires a price even
   * without limits, because an entry of a ledger has an amount.
   */
  @Override
  public Decision reserve(Purchase purchase) {
    SpendScope scope = toSpendScope(purchase.scope());
    List<SpendLimit> all = limitsFor(purchase);
    Quote quote = purchase.quote();
    if (quote == null) {
      return new PriceUnknown(all.isEmpty() ? "a ledger" : all.get(0).description());
    }
    if (scope != null) remember(scope);
    Purchase shortened = truncated(purchase);
    ReserveResult result =
        storage.change(
            rows -> new LedgerRules(rows).reserve(shortened, all),
            purchase.remainingTime().plus(MAX_SILENCE));
    LimitExceeded refusal = result.refusal();
    for (LimitWatch watch : watches) {
      for (LimitUsage usage : result.usages()) {
        if (refusal != null) watch.refused(usage, quote.usd(), result.decidedAt());
        else watch.reserved(usage, quote.usd(), result.decidedAt());
      }
    }
    return refusal != null ? refusal : new Reservation(purchase);
  }

  @Override
  public Charge complete(Purchase purchase, Outcome outcome) {
    if (purchase.quote() == null) return Charge.NONE;
    Purchase shortened = truncated(purchase);
    Outcome shortenedOutcome = truncated(outcome);
    try {
      return purchase.charge(
          storage.storeOutcome(
              rows -> new LedgerRules(rows).complete(shortened, shortenedOutcome),
              MAX_OUTCOME_WAIT,
              why -> warnUnstored(purchase, outcome, why)));
    } catch (RuntimeException notStoredYet) {
      // Another call may have been charged for its key, earlier or concurrently.
      EarlierCharge earlierCharge =
          purchase.idempotencyKey() == null
              ? EarlierCharge.NO_EARLIER_CHARGE
              : EarlierCharge.NOT_RECORDED;
      return purchase.charge(earlierCharge.chargeToReport(outcome.kind()));
    }
  }

  private static void warnUnstored(Purchase purchase, Outcome outcome, Throwable why) {
    LOG.log(
        System.Logger.Level.WARNING,
        describe(purchase, outcome)
            + " could not be stored: its charge becomes unknown a minute after its deadline",
        why);
  }

  /**
   * Adds a listener for the limits of this guard and of its calls' scopes. It is called once when a
   * limit is nearly used up, and once when the limit refuses a call. It is called again:
   *
   * <ul>
   *   <li>in the next calendar day or month;
   *   <li>after the limit was replaced;
   *   <li>by the guard of another process, also after a restart;
   *   <li>for a nearly used up rolling limit, if a call has found it below the threshold since;
   *   <li>for a refusal by a rolling limit, if a call of this price or a higher one was allowed
   *       since.
   * </ul>
   *
   * @param threshold the used share from which a limit is nearly used up: above 0, at most 1
   * @param listener the listener, called on the thread of the call, after the ledger has decided
   */
  public void addListener(double threshold, LimitListener listener) {
    Objects.requireNonNull(listener, "listener");
    if (!(threshold > 0 && threshold <= 1)) {
      throw new InvalidOptionException(
          "threshold",
          "must be above 0 and at most 1, got " + threshold,
          "use a share such as 0.8");
    }
    watches.add(new LimitWatch(threshold, listener));
  }

  private void remember(SpendScope scope) {
    for (String path : ScopePaths.enclosing(scope.path())) {
      List<SpendLimit> limitsOfPath =
          scope.limits().stream().filter(limit -> limit.scope().equals(path)).toList();
      if (limitsOfPath.isEmpty()) limitsByScope.remove(path);
      else limitsByScope.put(path, limitsOfPath);
    }
  }

  /**
   * Returns the usage of the limits of this guard, and of the 200 scopes that its calls used last.
   * A scope has the limits of its newest call. Calls in progress count as spent.
   *
   * @throws SpendLedgerException if the ledger cannot be read
   */
  public List<LimitUsage> limitUsage() {
    Set<SpendLimit> all = new LinkedHashSet<>(limits);
    limitsByScope.values().forEach(all::addAll);
    return storage.read(rows -> new LedgerRules(rows).usages(List.copyOf(all)));
  }

  /**
   * Returns the usage of each limit that applies to a call, innermost first. Calls in progress
   * count as spent.
   *
   * @param scope the scope of the call; null if it has none
   * @throws SpendLedgerException if the ledger cannot be read
   */
  public List<LimitUsage> limitUsage(@Nullable SpendScope scope) {
    List<SpendLimit> all = limitsOfScope(scope);
    return storage.read(rows -> new LedgerRules(rows).usages(all));
  }

  /**
   * Returns the usage of each limit that applies to a call, and the amount that the call requires,
   * by the rules of {@link #reserve}. Reserves nothing, so another call may use up the budget.
   *
   * @param purchase a purchase with a price
   * @return a preview for each limit of its scope, innermost first, and of this guard
   * @throws SpendLedgerException if the ledger cannot be read
   */
  public List<LimitPreview> preview(Purchase purchase) {
    Objects.requireNonNull(purchase.quote(), "quote");
    List<SpendLimit> all = limitsFor(purchase);
    return storage.read(rows -> new LedgerRules(rows).previews(truncated(purchase), all));
  }

  private static @Nullable SpendScope toSpendScope(@Nullable CostCenter scope) {
    if (scope == null || scope instanceof SpendScope) return (SpendScope) scope;
    throw new InvalidOptionException(
        "scope",
        scope.path() + " is not a SpendScope but a " + scope.getClass().getName(),
        "create it with SpendScope.of(...)");
  }

  /** The limits of the scope, innermost first, then the limits of every call. */
  private List<SpendLimit> limitsOfScope(@Nullable SpendScope scope) {
    Set<SpendLimit> all = new LinkedHashSet<>();
    if (scope != null) all.addAll(scope.limits());
    all.addAll(limits);
    return List.copyOf(all);
  }

  /** The limits that apply to the call. */
  private List<SpendLimit> limitsFor(Purchase purchase) {
    return limitsOfScope(toSpendScope(purchase.scope())).stream()
        .filter(limit -> limit.isFor(purchase.operation()))
        .toList();
  }

  /** A copy with texts that fit the columns: the service does not limit its texts. */
  private static Purchase truncated(Purchase purchase) {
    return new Purchase(
        purchase.id(),
        purchase.callId(),
        purchase.attempt(),
        purchase.operation(),
        purchase.accountId(),
        purchase.idempotencyKey(),
        truncate(purchase.customerRef()),
        truncate(purchase.loadNumber()),
        purchase.scope(),
        purchase.quote(),
        purchase.remainingTime());
  }

  private static Outcome truncated(Outcome outcome) {
    String link = outcome.trackingLink();
    boolean isLinkTooLong = link != null && link.length() > MAX_LINK;
    return new Outcome(
        outcome.kind(),
        truncate(outcome.loadNumber()),
        truncate(outcome.loadId()),
        isLinkTooLong ? null : link,
        truncate(outcome.requestId()));
  }

  static @Nullable String truncate(@Nullable String text) {
    if (text == null || text.length() <= Require.MAX_CHARS) return text;
    boolean isHalf = Character.isHighSurrogate(text.charAt(Require.MAX_CHARS - 1));
    return text.substring(0, isHalf ? Require.MAX_CHARS - 1 : Require.MAX_CHARS);
  }

  /** The details that help to find the call in the broker console. */
  private static String describe(Purchase purchase, Outcome outcome) {
    StringBuilder text = new StringBuilder();
    text.append("the outcome of ").append(purchase.operation().id());
    text.append(", attempt ").append(purchase.attempt());
    text.append(" of call ").append(purchase.callId());
    text.append(" (").append(outcome.kind());
    if (purchase.quote() != null) text.append(", ").append(purchase.quote().usd()).append(" USD");
    String load = outcome.loadNumber() == null ? purchase.loadNumber() : outcome.loadNumber();
    if (load != null) text.append(", load ").append(Redactor.quote(load));
    if (purchase.idempotencyKey() != null) text.append(", key ").append(purchase.idempotencyKey());
    if (purchase.customerRef() != null) text.append(", reference ").append(purchase.customerRef());
    return text.append(')').toString();
  }

  @Override
  public String toString() {
    return "LedgerGuard" + limits;
  }
}
