package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.spend.SpendScope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The guard of a simulated client, with the faults of mutants between it and its calls. */
final class MutantGuard implements SpendGuard {
  private final World world;
  private final SpendGuard real;
  private final Map<String, Scope> firstScopes = new HashMap<>();
  private final Map<Object, Quote> firstQuotes = new HashMap<>();

  /** Reservations that are not completed, by their id: each ends once. */
  private final Map<String, Reservation> open = new HashMap<>();

  MutantGuard(World world, SpendGuard real) {
    this.world = world;
    this.real = real;
  }

  private boolean is(Mutant mutant) {
    return world.mutant == mutant;
  }

  /** Whether every reservation has ended. */
  boolean isIdle() {
    return open.isEmpty();
  }

  @Override
  public boolean needsPrice(Scope scope) {
    return real.needsPrice(scope);
  }

  @Override
  public CompletionStage<Decision> reserve(Purchase purchase) {
    Purchase asked = asked(purchase);
    return real.reserve(asked)
        .thenCompose(
            decision -> {
              boolean forgets = is(Mutant.FORGETS_THE_AGE_OF_KEYS);
              return decision == KeyRefused.TOO_OLD && forgets
                  ? real.reserve(with(asked, null, asked.scope(), asked.quote()))
                  : CompletableFuture.completedFuture(decision);
            })
        .thenApply(this::told);
  }

  private Purchase asked(Purchase purchase) {
    Quote quote = purchase.quote();
    if (is(Mutant.KEEPS_THE_FIRST_PRICE) && quote != null) {
      Quote first = firstQuotes.putIfAbsent(purchase.operation(), quote);
      Instant readAt = quote.readAt();
      if (first != null) quote = new Quote(first.usd(), readAt);
    }
    String key = purchase.idempotencyKey();
    Scope scope = purchase.scope();
    boolean moves =
        key != null
            && scope != null
            && !scope.path().equals(SpendScope.CLIENT)
            && is(Mutant.COUNTS_A_KEY_WHERE_IT_CAME_FROM);
    if (moves) {
      Scope first = firstScopes.putIfAbsent(key, scope);
      if (first != null) scope = first;
    }
    return with(purchase, key, scope, quote);
  }

  private static Purchase with(Purchase purchase, String key, Scope scope, Quote quote) {
    return new Purchase(
        purchase.id(),
        purchase.account(),
        purchase.callId(),
        purchase.attempt(),
        purchase.operation(),
        key,
        purchase.digest(),
        purchase.customerRef(),
        purchase.loadNumber(),
        scope,
        quote,
        purchase.atMost());
  }

  private Decision told(Decision decision) {
    if (!(decision instanceof Reservation made)) return decision;
    Reservation seen =
        is(Mutant.TELLS_A_REPLAY_AS_A_CHARGE) ? new Reservation(made.purchase(), null) : made;
    open.put(seen.purchase().id(), seen);
    return seen;
  }

  @Override
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    if (open.remove(reservation.purchase().id()) == null) {
      world.violate(
          Violation.Rule.A_RESERVATION_ENDS_ONCE,
          reservation.purchase().operation() + " was completed again, with " + outcome.kind(),
          null);
    }
    if (is(Mutant.FORGETS_TO_SETTLE)) return CompletableFuture.completedFuture(Charge.UNKNOWN);
    boolean lost = outcome.kind() == Charge.Kind.UNKNOWN;
    boolean free = lost && is(Mutant.TAKES_UNKNOWN_FOR_FREE);
    CompletionStage<Charge> told =
        real.complete(
            reservation,
            free ? new Outcome(Charge.Kind.NONE, outcome.loadNumber(), null) : outcome);
    if (free) return told.thenApply(charge -> Charge.UNKNOWN);
    boolean charged = outcome.kind() == Charge.Kind.CHARGED;
    Quote quote = reservation.purchase().quote();
    return is(Mutant.TELLS_A_REPLAY_AS_A_CHARGE) && charged && quote != null
        ? told.thenApply(charge -> Charge.charged(quote.usd(), quote.readAt()))
        : told;
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    return real.flush(atMost);
  }
}
