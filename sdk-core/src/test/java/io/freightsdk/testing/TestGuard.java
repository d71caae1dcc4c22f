package io.freightsdk.testing;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A small guard: one total limit or none, scopes without limits of their own, and a memory of all
 * that it was asked and told. A key counts once and is told as charged once. Like a ledger it needs
 * a price for every call. Safe for concurrent use.
 */
public final class TestGuard implements SpendGuard {
  /** A scope that it knows. */
  public record TestScope(String path) implements Scope {}

  /**
   * A reservation that has ended.
   *
   * @param told what the guard said the charge is
   */
  public record Entry(Purchase purchase, Outcome outcome, Charge told) {}

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

  private final Set<Scope> scopes = new LinkedHashSet<>();
  private final Map<String, Counted> counted = new LinkedHashMap<>();
  private final Map<String, Purchase> open = new LinkedHashMap<>();
  private final List<Purchase> asked = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private BooleanSupplier needsPrice = () -> true;
  private boolean late;
  private boolean tellsLate;
  private int flushes;
  private CompletionStage<Void> flushed = CompletableFuture.completedFuture(null);
  private Consumer<Entry> hears = entry -> {};
  private Function<Charge, @Nullable CompletionStage<Charge>> tells =
      CompletableFuture::completedFuture;

  /** Stands before the guard's own decision; null for that decision alone. */
  private @Nullable Function<Purchase, @Nullable CompletionStage<Decision>> instead;

  private TestGuard(@Nullable BigDecimal limitUsd) {
    this.limitUsd = limitUsd;
  }

  /** A guard that refuses nothing. */
  public static TestGuard unlimited(Clock clock) {
    return new TestGuard(null);
  }

  /** A guard that lets so much be spent in all. */
  public static TestGuard of(Clock clock, String limitUsd) {
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

  /** Needs no price for any call, as the default guard. */
  public TestGuard withoutPrices() {
    answerNeedsPriceWith(() -> false);
    return this;
  }

  /** Says this, or throws it, when it is asked whether it needs a price. */
  public void answerNeedsPriceWith(BooleanSupplier said) {
    synchronized (lock) {
      needsPrice = said;
    }
  }

  /** Decides as it always does, and tells it only at {@link #answer}; without that it hangs. */
  public void decideLate() {
    synchronized (lock) {
      late = true;
    }
  }

  /**
   * Hears what became of a reservation at once, and says what it thinks only at {@link #answer}.
   */
  public void tellLate() {
    synchronized (lock) {
      tellsLate = true;
    }
  }

  /** Says this, or throws it, of the charge that it has heard. */
  public void tellWith(Function<Charge, @Nullable CompletionStage<Charge>> charge) {
    synchronized (lock) {
      tells = charge;
    }
  }

  /** Tells all that it has kept for itself, and keeps nothing any more. */
  public void answer() {
    List<Runnable> kept;
    synchronized (lock) {
      late = false;
      tellsLate = false;
      kept = List.copyOf(later);
      later.clear();
    }
    kept.forEach(Runnable::run);
  }

  /** Cannot say whether a purchase may be made: its stages fail with this. */
  public void failWith(Throwable failure) {
    decideWith(purchase -> CompletableFuture.failedFuture(failure));
  }

  /** Says this to every purchase, or throws it, and sets nothing aside. */
  public void decideWith(Function<Purchase, @Nullable CompletionStage<Decision>> decision) {
    synchronized (lock) {
      instead = decision;
    }
  }

  /** Has stored what it keeps when this is done. */
  public void flushWith(CompletionStage<Void> done) {
    synchronized (lock) {
      flushed = done;
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
  public boolean needsPrice(@Nullable Scope scope) {
    BooleanSupplier said = null;
    synchronized (lock) {
      if (scope == null || scopes.contains(scope)) said = needsPrice;
    }
    if (said != null) return said.getAsBoolean();
    throw new IllegalArgumentException("scope " + scope.path() + " is not of this guard");
  }

  @Override
  public @Nullable CompletionStage<Decision> reserve(Purchase purchase) {
    Function<Purchase, @Nullable CompletionStage<Decision>> other;
    synchronized (lock) {
      asked.add(purchase);
      other = instead;
    }
    if (other != null) return other.apply(purchase);
    Decision decision = decide(purchase);
    synchronized (lock) {
      if (!late) return CompletableFuture.completedFuture(decision);
      CompletableFuture<Decision> comes = new CompletableFuture<>();
      later.add(() -> comes.complete(decision));
      return comes;
    }
  }

  private Decision decide(Purchase purchase) {
    synchronized (lock) {
      LimitReached refused = refused(purchase);
      if (refused != null) return refused;
      Purchase before = open.put(purchase.id(), purchase);
      if (before != null) mistakes.add("reserved twice: " + purchase);
      return new Reservation(purchase);
    }
  }

  /** Null if there is room, which is then taken. */
  private @Nullable LimitReached refused(Purchase purchase) {
    Counted entry = counted.computeIfAbsent(entry(purchase), any -> new Counted());
    Quote quote = purchase.quote();
    BigDecimal usd = quote == null ? BigDecimal.ZERO : quote.usd();
    BigDecimal more = usd.subtract(entry.used()).max(BigDecimal.ZERO);
    if (limitUsd != null) {
      BigDecimal remaining = limitUsd.subtract(usedUsd()).max(BigDecimal.ZERO);
      if (more.compareTo(remaining) > 0) {
        return new LimitReached(limitUsd + " USD in all", more, remaining, null);
      }
    }
    entry.usd = entry.used().max(usd);
    entry.held.add(purchase.id());
    return null;
  }

  @Override
  public @Nullable CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    Purchase purchase = reservation.purchase();
    Charge told;
    Entry ended;
    Consumer<Entry> listener;
    synchronized (lock) {
      listener = hears;
      if (open.remove(purchase.id()) == null) mistakes.add("not open: " + purchase);
      Counted entry = counted.get(entry(purchase));
      told = told(purchase, outcome, entry);
      ended = new Entry(purchase, outcome, told);
      entries.add(ended);
      if (entry != null && entry.held.remove(purchase.id())) {
        boolean more = outcome.kind().compareTo(entry.kind) > 0;
        if (more) entry.kind = outcome.kind();
      }
    }
    listener.accept(ended);
    Function<Charge, @Nullable CompletionStage<Charge>> telling;
    synchronized (lock) {
      telling = tells;
      if (tellsLate) {
        CompletableFuture<Charge> comes = new CompletableFuture<>();
        later.add(() -> comes.complete(told));
        return comes;
      }
    }
    return telling.apply(told);
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    synchronized (lock) {
      flushes++;
      return flushed;
    }
  }

  /** Of the calls of a key the first that was charged tells the price. */
  private static Charge told(Purchase purchase, Outcome outcome, @Nullable Counted entry) {
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
    return key == null ? purchase.id() : "key " + key;
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

  /** How often a client asked it to store what it keeps. */
  public int flushes() {
    synchronized (lock) {
      return flushes;
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
