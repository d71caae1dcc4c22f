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
 * A small guard: one total limit or none, scopes without limits of their own, and a memory of all
 * that it was asked and told. A key counts once in its account and is told as charged once. Like a
 * ledger it needs a price for every call. It blocks while it hangs. Safe for concurrent use.
 */
public final class TestGuard implements SpendGuard {
  /** A scope that it knows. */
  public record TestScope(String path) implements CostCenter {}

  /**
   * A reservation that has ended.
   *
   * @param told what the guard said the charge is
   */
  public record Entry(Purchase purchase, Outcome outcome, Charge reported) {}

  /** What is known of one thing that is paid at most once: a key, or a reservation without one. */
  private static final class Counted {
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
  private final Map<String, Counted> counted = new LinkedHashMap<>();
  private final Map<String, Purchase> open = new LinkedHashMap<>();
  private final List<Purchase> asked = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private boolean needsPrice = true;
  private boolean decidesLate;
  private boolean tellsLate;

  /** How often it was told to answer. */
  private int answers;

  private Consumer<Entry> hears = entry -> {};
  private Function<Charge, @Nullable Charge> tells = charge -> charge;

  /** Stands before the guard's own decision; null for that decision alone. */
  private @Nullable Function<Purchase, @Nullable Decision> instead;

  private TestGuard(@Nullable BigDecimal limitUsd) {
    this.limitUsd = limitUsd;
  }

  /** A guard that refuses nothing. */
  public static TestGuard unlimited() {
    return new TestGuard(null);
  }

  /** A guard that lets so much be spent in all. */
  public static TestGuard of(String limitUsd) {
    return new TestGuard(new BigDecimal(limitUsd));
  }

  // --- how it behaves from now on ---

  /** A scope that it knows from now on. */
  public TestScope scope(String path) {
    TestScope scope = new TestScope(path);
    synchronized (lock) {
      scopes.add(scope);
    }
    return scope;
  }

  /** Needs no price for any call, as a client without a guard. */
  public TestGuard withoutPrices() {
    synchronized (lock) {
      needsPrice = false;
    }
    return this;
  }

  /** Decides as it always does, and then hangs until {@link #answer}. */
  public void decideLate() {
    synchronized (lock) {
      decidesLate = true;
    }
  }

  /** Hears what became of a reservation, and then hangs until {@link #answer}. */
  public void tellLate() {
    synchronized (lock) {
      tellsLate = true;
    }
  }

  /** Says this, or throws it, of the charge that it has heard. */
  public void tellWith(Function<Charge, @Nullable Charge> charge) {
    synchronized (lock) {
      tells = charge;
    }
  }

  /** Hangs no more. */
  public void answer() {
    synchronized (lock) {
      decidesLate = false;
      tellsLate = false;
      answers++;
      lock.notifyAll();
    }
  }

  /** Waits for the next {@link #answer}, if it hangs. */
  private void hang(BooleanSupplier hangs) {
    int before;
    synchronized (lock) {
      if (!hangs.getAsBoolean()) return;
      before = answers;
    }
    World world = World.current();
    if (world != null) {
      world.waitUntil(() -> hasAnswered(before));
      return;
    }
    boolean interrupted = false;
    synchronized (lock) {
      while (answers == before) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  private boolean hasAnswered(int before) {
    synchronized (lock) {
      return answers != before;
    }
  }

  /** Cannot say whether a purchase may be made: it throws this. */
  public void failWith(RuntimeException failure) {
    decideWith(
        purchase -> {
          throw failure;
        });
  }

  /** Says this to every purchase, or throws it, and sets nothing aside. */
  public void decideWith(Function<Purchase, @Nullable Decision> decision) {
    synchronized (lock) {
      instead = decision;
    }
  }

  /** From now on this hears of each reservation that ends, before its call does. */
  public TestGuard whenCompleted(Consumer<Entry> listener) {
    synchronized (lock) {
      hears = listener;
    }
    return this;
  }

  /** Decides by itself again. */
  public void decideItself() {
    synchronized (lock) {
      instead = null;
    }
  }

  // --- the guard ---

  @Override
  public @Nullable Decision reserve(Purchase purchase) {
    Function<Purchase, @Nullable Decision> other;
    synchronized (lock) {
      asked.add(purchase);
      other = instead;
      // Whatever is no refusal is to be completed.
      if (open.put(purchase.id(), purchase) != null) mistakes.add("reserved twice: " + purchase);
    }
    Decision decision = other != null ? other.apply(purchase) : decide(purchase);
    if (decision instanceof PriceNeeded || decision instanceof LimitExceeded) {
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
      if (purchase.quote() == null && needsPrice) return new PriceNeeded("a limit of the test");
      LimitExceeded refused = refused(purchase);
      return refused == null ? new Reservation(purchase) : refused;
    }
  }

  /** Null if there is room, which is then taken. */
  private @Nullable LimitExceeded refused(Purchase purchase) {
    Counted entry = counted.computeIfAbsent(entry(purchase), any -> new Counted());
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
    Function<Charge, @Nullable Charge> telling;
    synchronized (lock) {
      if (open.remove(purchase.id()) == null) mistakes.add("not open: " + purchase);
      Counted entry = counted.get(entry(purchase));
      reported = reported(purchase, outcome, entry);
      ended = new Entry(purchase, outcome, reported);
      entries.add(ended);
      if (entry != null && entry.held.remove(purchase.id())) {
        boolean more = outcome.kind().compareTo(entry.kind) > 0;
        if (more) entry.kind = outcome.kind();
      }
      listener = hears;
      telling = tells;
    }
    listener.accept(ended);
    hang(() -> tellsLate);
    return telling.apply(reported);
  }

  /** Of the calls of a key the first that was charged tells the price. */
  private static Charge reported(Purchase purchase, Outcome outcome, @Nullable Counted entry) {
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

  private static String entry(Purchase purchase) {
    String key = purchase.idempotencyKey();
    return key == null ? purchase.id() : "key " + key + " of " + purchase.accountId();
  }

  // --- what it knows ---

  /** All that it was asked, in the order of asking. */
  public List<Purchase> asked() {
    synchronized (lock) {
      return List.copyOf(asked);
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

  /** What is set aside for calls on their way, in USD. */
  public BigDecimal heldUsd() {
    return sum(entry -> entry.held.isEmpty() ? BigDecimal.ZERO : entry.usd);
  }

  /** What was certainly charged, in USD. */
  public BigDecimal chargedUsd() {
    return sum(entry -> ended(entry, Charge.Kind.CHARGED));
  }

  /** What may have been charged and is not on its way any more, in USD. */
  public BigDecimal unknownUsd() {
    return sum(entry -> ended(entry, Charge.Kind.UNKNOWN));
  }

  /** All that counts against the limit, in USD. */
  public BigDecimal usedUsd() {
    return sum(Counted::used);
  }

  private static BigDecimal ended(Counted entry, Charge.Kind kind) {
    return entry.held.isEmpty() && entry.kind == kind ? entry.usd : BigDecimal.ZERO;
  }

  private BigDecimal sum(Function<Counted, BigDecimal> part) {
    synchronized (lock) {
      return counted.values().stream().map(part).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
  }

  /** Fails unless each reservation that it gave was completed exactly once. */
  public void assertEachEndedOnce() {
    synchronized (lock) {
      if (!mistakes.isEmpty()) throw new AssertionError("the client made mistakes: " + mistakes);
      if (!open.isEmpty()) throw new AssertionError("not completed: " + open.values());
    }
  }
}
