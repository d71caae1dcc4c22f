package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.spend.Answer;
import io.freightsdk.internal.spend.Cap;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Wish;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The guard of a client: its limits, and a ledger. Made by {@link SpendLedger#guard}; immutable,
 * and safe to share by several clients of one account.
 *
 * <p>A call waits for the ledger: until its deadline and five seconds longer, if a database is
 * silent, and no longer than a second to tell what became of it, which is kept then and stored
 * later. At most 256 calls wait for the ledger at once; the next one is refused with {@link
 * SpendLedgerException}.
 */
public final class LedgerGuard implements SpendGuard {
  private final StoredLedger ledger;
  private final SpendLimits limits;
  private final List<SpendLimit> ownLimits;
  private final @Nullable String account;

  LedgerGuard(StoredLedger ledger, SpendLimits limits, @Nullable String account) {
    this.ledger = ledger;
    this.limits = limits;
    this.ownLimits = limits.in(SpendScope.CLIENT);
    this.account = account;
  }

  /** The ledger that it asks. */
  public SpendLedger ledger() {
    return ledger;
  }

  /** The limits of every call. */
  public SpendLimits limits() {
    return limits;
  }

  /**
   * The same guard, with idempotency keys under this name of the account.
   *
   * @param name 1 to 64 characters
   * @see SpendLedgerBuilder#account
   */
  public LedgerGuard account(String name) {
    return new LedgerGuard(ledger, limits, SpendLedgerBuilder.requireAccount(name));
  }

  /**
   * The use of each limit that applies to a call of that scope, innermost first, those of this
   * guard last. Waits for the ledger.
   *
   * @param scope null for a call without one
   * @throws SpendLedgerException if the ledger cannot be read
   */
  public List<LimitUse> remaining(@Nullable SpendScope scope) {
    return ledger.uses(List.copyOf(limitsOf(scope)));
  }

  private static @Nullable SpendScope own(@Nullable Scope scope) {
    if (scope == null || scope instanceof SpendScope) return (SpendScope) scope;
    throw new IllegalArgumentException(
        "scope %s: expected a SpendScope, got %s"
            .formatted(scope.path(), scope.getClass().getName()));
  }

  private Set<SpendLimit> limitsOf(@Nullable SpendScope scope) {
    Set<SpendLimit> all = new LinkedHashSet<>();
    if (scope != null) all.addAll(scope.limits());
    all.addAll(ownLimits);
    return all;
  }

  /** A ledger has no entry without an amount. */
  @Override
  public Decision reserve(Purchase purchase) {
    return ledger.await(ask(purchase));
  }

  @Override
  public Charge complete(Purchase purchase, Outcome outcome) {
    return ledger.await(tell(purchase, outcome));
  }

  /** Asks the ledger without waiting for it. */
  CompletableFuture<Decision> ask(Purchase purchase) {
    SpendScope scope = own(purchase.scope());
    Quote quote = purchase.quote();
    if (quote == null) {
      SpendLimit first = limitsOf(scope).stream().findFirst().orElse(null);
      return CompletableFuture.completedFuture(
          new PriceNeeded(first == null ? "a ledger" : first.description()));
    }
    List<Cap> caps = new ArrayList<>();
    for (SpendLimit limit : limitsOf(scope)) caps.add(new Cap(limit));
    Wish wish =
        new Wish(
            purchase.id(),
            account(),
            purchase.operation().id(),
            purchase.idempotencyKey(),
            purchase.customerRef(),
            purchase.loadNumber(),
            scope == null ? SpendScope.CLIENT : scope.path(),
            List.copyOf(caps),
            NanoUsd.spent(quote.usd()),
            Micros.of(purchase.atMost()));
    return ledger.reserve(wish, purchase).thenApply(answer -> decided(purchase, answer));
  }

  /** Without a name all keys are those of one account. */
  private String account() {
    if (account != null) return account;
    return Objects.requireNonNullElse(ledger.account(), "");
  }

  private Decision decided(Purchase purchase, Answer answer) {
    if (answer instanceof Answer.Held) return new Reservation(purchase);
    Answer.Full full = (Answer.Full) answer;
    LimitReached reached =
        new LimitReached(
            full.cap().limit().description(),
            NanoUsd.toUsd(full.amount()),
            NanoUsd.toUsd(full.left()),
            full.freesAt() == null ? null : Micros.instant(full.freesAt()));
    ledger.tellRefusal(purchase, reached);
    return reached;
  }

  /** Tells the ledger without waiting for it. */
  CompletableFuture<Charge> tell(Purchase purchase, Outcome outcome) {
    Quote quote = purchase.quote();
    if (quote == null) return CompletableFuture.completedFuture(Charge.NONE);
    String name = Wish.nameOf(purchase.id(), account(), purchase.idempotencyKey());
    return ledger.complete(name, purchase, outcome).thenApply(kind -> charge(kind, quote));
  }

  private static Charge charge(Charge.Kind kind, Quote quote) {
    return switch (kind) {
      case NONE -> Charge.NONE;
      case UNKNOWN -> Charge.UNKNOWN;
      case CHARGED -> Charge.charged(quote.usd(), quote.readAt());
    };
  }

  @Override
  public String toString() {
    return "LedgerGuard[" + limits + "]";
  }
}
