package io.freightsdk.testing;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A guard with one total limit or none. It records all requests, and knows scopes without limits. A
 * key counts once in its account, and is reported as charged once. It needs a price for every call,
 * like a ledger. It can hang. Safe for concurrent use.
 */
public final class TestGuard implements SpendGuard {
  /** A scope of a guard. */
  public record TestScope(String path) implements CostCenter {}

  /**
   * A reservation that has ended.
   *
   * @param reported the charge that the guard returned
   */
  public record Entry(Purchase purchase, Outcome outcome, Charge reported) {}

  /** The state of a key, or of a reservation without one. It is charged at most once. */
  private static final class KeyEntry {
    final Set<String> held = new LinkedHashSet<>();
    Charge.Kind kind = Charge.Kind.NONE;
    BigDecimal usd = BigDecimal.ZERO;

    BigDecimal used() {
      return held.isEmpty() && kind == Charge.Kind.NONE ? BigDecimal.ZERO : usd;
    }
  }

  private final @Nullable BigDecimal limitUsd;

  /** Guards all below. */
  private final Object lock = new Object();

  private final Set<CostCenter> scopes = new LinkedHashSet<>();
  private final Map<String, KeyEntry> counted = new LinkedHashMap<>();
  private final Map<String, Purchase> open = new LinkedHashMap<>();
  private final List<Purchase> checked = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private boolean needsPrice = true;
  private boolean decidesLate;
  private boolean reportsLate;

  /** The number of calls of {@link #release}. */
  private int reports;

  private Consumer<Entry> hears = entry -> {};
  private Function<Charge, @Nullable Charge> reportedCharge = charge -> charge;

  /** Replaces the guard's own decision; null for none. */
  private @Nullable Function<Purchase, @Nullable Decision> instead;

  private TestGuard(@Nullable BigDecimal limitUsd) {
    this.limitUsd = limitUsd;
  }

  /** A guard that refuses nothing. */
  public static TestGuard unlimited() {
    return new TestGuard(null);
  }

  /** A guard with this limit for everything together. */
  public static TestGuard of(String limitUsd) {
    return new TestGuard(new BigDecimal(limitUsd));
  }

  // --- how it behaves from now on ---

  /** Adds a scope. */
  public TestScope scope(String path) {
    TestScope scope = new TestScope(path);
    synchronized (lock) {
      scopes.add(scope);
    }
    return scope;
  }

  /** Allows calls without a price, as a client without a guard does. */
  public TestGuard allowUnknownPrices() {
    synchronized (lock) {
      needsPrice = false;
    }
    return this;
  }

  /** Makes {@code reserve} decide, and then hang until {@link #release}. */
  public void hangInReserve() {
    synchronized (lock) {
      decidesLate = true;
    }
  }

  /** Makes {@code complete} record the outcome, and then hang until {@link #release}. */
  public void hangInComplete() {
    synchronized (lock) {
      reportsLate = true;
    }
  }

  /** Makes {@code complete} return or throw this. */
  public void reportWith(Function<Charge, @Nullable Charge> charge) {
    synchronized (lock) {
      reportedCharge = charge;
    }
  }

  /** Ends all waits. */
  public void release() {
    synchronized (lock) {
      decidesLate = false;
      reportsLate = false;
      reports++;
      lock.notifyAll();
    }
  }

  /** Waits for the next {@link #release}, if it hangs. */
  private void hang(BooleanSupplier hangs) {
    int before;
    synchronized (lock) {
      if (!hangs.getAsBoolean()) return;
      before = reports;
    }
    World world = World.current();
    if (world != null) {
      world.waitUntil(() -> wasReleased(before));
      return;
    }
    boolean interrupted = false;
    synchronized (lock) {
      while (reports == before) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  private boolean wasReleased(int before) {
    synchronized (lock) {
      return reports != before;
    }
  }

  /** Makes {@code reserve} throw this. */
  public void failWith(RuntimeException failure) {
    decideWith(
        purchase -> {
          throw failure;
        });
  }

  /** Makes {@code reserve} return or throw this, without a reservation. */
  public void decideWith(Function<Purchase, @Nullable Decision> decision) {
    synchronized (lock) {
      instead = decision;
    }
  }

  /** Calls this listener for each completed reservation, before its call ends. */
  public TestGuard onCompleted(Consumer<Entry> listener) {
    synchronized (lock) {
      hears = listener;
    }
    return this;
  }

  /** Uses its own decisions again. */
  public void decideNormally() {
    synchronized (lock) {
      instead = null;
    }
  }

  // --- the guard ---

  @Override
  public @Nullable Decision reserve(Purchase purchase) {
    Function<Purchase, @Nullable Decision> other;
    synchronized (lock) {
      checked.add(purchase);
      other = instead;
      // Each result other than a refusal is to be completed.
      if (open.put(purchase.id(), purchase) != null) mistakes.add("reserved twice: " + purchase);
    }
    Decision decision = other != null ? other.apply(purchase) : decide(purchase);
    if (decision instanceof PriceUnknown || decision instanceof LimitExceeded) {
      synchronized (lock) {
        open.remove(purchase.id());
      }
    }
    hang(() -> decidesLate);
    return decision;
  }

  private Decision decide(Purchase purchase) {
    CostCenter scope = purchase.scope();
    synchronized (lock) {
      if (scope != null && !scopes.contains(scope)) {
        throw new IllegalArgumentException("scope " + scope.path() + " is not of this guard");
      }
      if (purchase.quote() == null && needsPrice) return new PriceUnknown("a limit of the test");
      LimitExceeded refused = refusal(purchase);
      return refused == null ? new Reservation(purchase) : refused;
    }
  }

  /** Reserves, and returns null if the limit allows it. */
  private @Nullable LimitExceeded refusal(Purchase purchase) {
    KeyEntry entry = counted.computeIfAbsent(keyOf(purchase), any -> new KeyEntry());
    Quote quote = purchase.quote();
    BigDecimal usd = quote == null ? BigDecimal.ZERO : quote.usd();
    BigDecimal more = usd.subtract(entry.used()).max(BigDecimal.ZERO);
    if (limitUsd != null) {
      BigDecimal remaining = limitUsd.subtract(usedUsd()).max(BigDecimal.ZERO);
      if (more.compareTo(remaining) > 0) {
        return new LimitExceeded(limitUsd + " USD in all", more, remaining, null);
      }
    }
    entry.usd = entry.used().max(usd);
    entry.held.add(purchase.id());
    return null;
  }

  @Override
  public @Nullable Charge complete(Purchase purchase, Outcome outcome) {
    Charge reported;
    Entry ended;
    Consumer<Entry> listener;
    Function<Charge, @Nullable Charge> toReport;
    synchronized (lock) {
      if (open.remove(purchase.id()) == null) mistakes.add("not open: " + purchase);
      KeyEntry entry = counted.get(keyOf(purchase));
      reported = reported(purchase, outcome, entry);
      ended = new Entry(purchase, outcome, reported);
      entries.add(ended);
      if (entry != null && entry.held.remove(purchase.id())) {
        boolean more = outcome.kind().compareTo(entry.kind) > 0;
        if (more) entry.kind = outcome.kind();
      }
      listener = hears;
      toReport = reportedCharge;
    }
    listener.accept(ended);
    hang(() -> reportsLate);
    return toReport.apply(reported);
  }

  /** The first charged call of a key reports the price. */
  private static Charge reported(Purchase purchase, Outcome outcome, @Nullable KeyEntry entry) {
    boolean paidBefore = entry != null && entry.kind == Charge.Kind.CHARGED;
    Quote quote = purchase.quote();
    return switch (outcome.kind()) {
      case NONE -> Charge.NONE;
      case UNKNOWN -> Charge.UNKNOWN;
      case CHARGED ->
          paidBefore
              ? Charge.NONE
              : quote == null ? Charge.UNKNOWN : Charge.charged(quote.usd(), quote.readAt());
    };
  }

  private static String keyOf(Purchase purchase) {
    String key = purchase.idempotencyKey();
    return key == null ? purchase.id() : "key " + key + " of " + purchase.accountId();
  }

  // --- what it knows ---

  /** All requests for a reservation, in order. */
  public List<Purchase> purchases() {
    synchronized (lock) {
      return List.copyOf(checked);
    }
  }

  /** Reservations that have ended, in the order of their end. */
  public List<Entry> entries() {
    synchronized (lock) {
      return List.copyOf(entries);
    }
  }

  /** Reservations that have not ended. */
  public List<Purchase> open() {
    synchronized (lock) {
      return List.copyOf(open.values());
    }
  }

  /** The reserved amount of open calls, in USD. */
  public BigDecimal reservedUsd() {
    return sum(entry -> entry.held.isEmpty() ? BigDecimal.ZERO : entry.usd);
  }

  /** The certain charges, in USD. */
  public BigDecimal chargedUsd() {
    return sum(entry -> ended(entry, Charge.Kind.CHARGED));
  }

  /** The unknown charges of ended calls, in USD. */
  public BigDecimal unknownUsd() {
    return sum(entry -> ended(entry, Charge.Kind.UNKNOWN));
  }

  /** The amount that counts against the limit, in USD. */
  public BigDecimal usedUsd() {
    return sum(KeyEntry::used);
  }

  private static BigDecimal ended(KeyEntry entry, Charge.Kind kind) {
    return entry.held.isEmpty() && entry.kind == kind ? entry.usd : BigDecimal.ZERO;
  }

  private BigDecimal sum(Function<KeyEntry, BigDecimal> part) {
    synchronized (lock) {
      return counted.values().stream().map(part).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
  }

  /** Fails unless each reservation was completed exactly once. */
  public void assertEachCompletedOnce() {
    synchronized (lock) {
      if (!mistakes.isEmpty()) throw new AssertionError("the client made mistakes: " + mistakes);
      if (!open.isEmpty()) throw new AssertionError("not completed: " + open.values());
    }
  }
}
