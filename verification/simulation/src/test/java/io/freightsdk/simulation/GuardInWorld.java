package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The guard of a simulated client: hears all that calls ask it and tell it, may take its time with
 * its answers.
 */
final class GuardInWorld implements SpendGuard {
  private static final long MICROSECOND = 1_000;

  private final World world;
  private final SimulatedProcess process;
  private final SpendGuard real;

  /** All that was asked for, by the id of the reservation. */
  private final Map<String, Held> held = new HashMap<>();

  /** Reservations that are not completed. */
  private int open;

  GuardInWorld(World world, SimulatedProcess process, SpendGuard real) {
    this.world = world;
    this.process = process;
    this.real = real;
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
        real.reserve(purchase)
            .thenApply(
                decision -> {
                  asked.madeAt = world.time.now();
                  return decision;
                });
    return late(asked, decided).thenApply(decision -> told(asked, decision));
  }

  private Decision told(Held asked, Decision decision) {
    if (decision instanceof Reservation) open++;
    world.decided(asked, decision);
    return decision;
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

  @Override
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    process.lives();
    Held ended = held.get(reservation.purchase().id());
    if (world.completed(ended, outcome)) open--;
    return late(real.complete(reservation, outcome))
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
