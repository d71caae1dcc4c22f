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
import org.jspecify.annotations.Nullable;

/**
 * The guard of a simulated client: hears all that calls ask it and tell it, may take its time with
 * its answers, and has the faults of mutants between it and its calls.
 */
final class GuardInWorld implements SpendGuard {
  private static final long MICROSECOND = 1_000;

  private final World world;
  private final SimulatedProcess process;
  private final SpendGuard real;
  private final Map<String, Scope> firstScopes = new HashMap<>();
  private final Map<Object, Quote> firstQuotes = new HashMap<>();

  /** All that was asked for, by the id of the reservation. */
  private final Map<String, Held> held = new HashMap<>();

  /** Reservations that are not completed. */
  private int open;

  GuardInWorld(World world, SimulatedProcess process, SpendGuard real) {
    this.world = world;
    this.process = process;
    this.real = real;
  }

  private boolean is(Mutant mutant) {
    return world.mutant == mutant;
  }

  /** Whether every reservation has ended. */
  boolean isIdle() {
    return open == 0;
  }

  @Override
  public boolean needsPrice(@Nullable Scope scope) {
    return real.needsPrice(scope);
  }

  @Override
  public CompletionStage<Decision> reserve(Purchase purchase) {
    process.lives();
    Held asked = world.asked(process, purchase);
    held.put(purchase.id(), asked);
    CompletionStage<Decision> decided =
        decided(asked(purchase))
            .thenApply(
                decision -> {
                  asked.madeAt = world.time.now();
                  return seen(decision);
                });
    return late(asked, decided).thenApply(decision -> told(asked, decision));
  }

  private Decision told(Held asked, Decision decision) {
    if (decision instanceof Reservation) open++;
    world.decided(asked, decision);
    return decision;
  }

  private CompletionStage<Decision> decided(Purchase asked) {
    return real.reserve(asked)
        .thenCompose(
            decision -> {
              boolean forgets = is(Mutant.FORGETS_THE_AGE_OF_KEYS);
              return decision == KeyRefused.TOO_OLD && forgets
                  ? real.reserve(with(asked, null, asked.scope(), asked.quote()))
                  : CompletableFuture.completedFuture(decision);
            });
  }

  /** It may take its time, and people may change their minds in the moment of its answer. */
  private CompletionStage<Decision> late(Held asked, CompletionStage<Decision> decided) {
    Dice dice = process.dice();
    long wait = 0;
    boolean takesItsTime = world.habits.slowGuard() && !world.calm && dice.percent(40);
    if (takesItsTime) wait = dice.upToMillis(dice.pick(1, 50, 2_000, 20_000));
    boolean givenUp = world.habits.hasty() && !world.calm && dice.percent(10);
    if (givenUp) {
      wait = Math.max(wait, 300 * MICROSECOND);
      long nearly = wait + dice.below(250) * MICROSECOND - 50 * MICROSECOND;
      world.time.after(nearly, () -> world.customers.giveUp(asked.call));
    }
    if (wait == 0) return decided;
    CompletableFuture<Decision> later = new CompletableFuture<>();
    long until = world.time.nanos() + wait;
    CompletionStage<?> unused =
        decided.whenComplete(
            (decision, failure) ->
                process.later(
                    until - world.time.nanos(),
                    () -> {
                      if (failure == null) later.complete(decision);
                      else later.completeExceptionally(failure);
                    }));
    return later;
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

  private static Purchase with(
      Purchase purchase, @Nullable String key, @Nullable Scope scope, @Nullable Quote quote) {
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

  private Decision seen(Decision decision) {
    boolean hides = is(Mutant.TELLS_A_REPLAY_AS_A_CHARGE);
    return decision instanceof Reservation made && hides
        ? new Reservation(made.purchase(), null)
        : decision;
  }

  @Override
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    process.lives();
    Held ended = held.get(reservation.purchase().id());
    if (world.completed(ended, outcome)) open--;
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
    if (is(Mutant.TELLS_A_REPLAY_AS_A_CHARGE) && charged && quote != null) {
      return told.thenApply(charge -> Charge.charged(quote.usd(), quote.readAt()));
    }
    return late(told)
        .thenApply(
            charge -> {
              world.told(ended, charge);
              return charge;
            });
  }

  private CompletionStage<Charge> late(CompletionStage<Charge> told) {
    Dice dice = process.dice();
    boolean takesItsTime = world.habits.slowGuard() && !world.calm && dice.percent(25);
    if (!takesItsTime) return told;
    CompletableFuture<Charge> later = new CompletableFuture<>();
    long wait = dice.upToMillis(dice.pick(1, 50, 3_000));
    CompletionStage<?> unused =
        told.whenComplete((charge, failure) -> process.later(wait, () -> later.complete(charge)));
    return later;
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    return real.flush(atMost);
  }
}
