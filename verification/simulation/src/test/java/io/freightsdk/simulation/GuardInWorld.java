package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
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
    return real.needsPrice(scope instanceof UserCall user ? user.payer() : scope);
  }

  @Override
  public CompletionStage<Decision> reserve(Purchase purchase) {
    process.lives();
    Held asked = world.asked(process, purchase);
    held.put(purchase.id(), asked);
    return answered(() -> decide(asked));
  }

  /** Asks the real guard, and waits for it; then it may take its time. */
  private Decision decide(Held asked) {
    Decision decision = process.await(real.reserve(asked.purchase));
    asked.madeAt = world.time.now();
    long wait = wait(asked);
    if (wait > 0) process.sleep(wait);
    process.lives();
    if (decision instanceof Reservation) open++;
    world.decided(asked, decision);
    return decision;
  }

  /** It may take its time, and people may change their minds in the moment of its answer. */
  private long wait(Held asked) {
    Dice dice = process.dice();
    long wait = 0;
    boolean takesItsTime = world.habits.slowGuard() && !world.calm && dice.percent(40);
    if (takesItsTime) wait = dice.upToMillis(dice.pick(1, 50, 2_000, 20_000));
    boolean givenUp = world.habits.hasty() && !world.calm && dice.percent(10);
    if (!givenUp) return wait;
    wait = Math.max(wait, 300 * MICROSECOND);
    long nearly = wait + dice.below(250) * MICROSECOND - 50 * MICROSECOND;
    world.time.after(nearly, () -> world.customers.giveUp(asked.call));
    return wait;
  }

  @Override
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    process.lives();
    Held ended = held.get(reservation.purchase().id());
    if (world.completed(ended, outcome)) open--;
    return answered(() -> book(ended, reservation, outcome));
  }

  /** Tells the real guard, and waits for it; before it has said so it may take its time. */
  private Charge book(Held ended, Reservation reservation, Outcome outcome) {
    Charge charge = process.await(real.complete(reservation, outcome));
    Dice dice = process.dice();
    boolean takesItsTime = world.habits.slowGuard() && !world.calm && dice.percent(25);
    if (takesItsTime) process.sleep(dice.upToMillis(dice.pick(1, 50, 3_000)));
    world.told(ended, charge);
    return charge;
  }

  /** What a thread of the client says that waits for it. */
  private <T> CompletionStage<T> answered(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    process.runInClient(
        () -> {
          try {
            answer.complete(question.get());
          } catch (CompletionException failed) {
            answer.completeExceptionally(failed.getCause());
          } catch (RuntimeException failed) {
            answer.completeExceptionally(failed);
          }
        });
    return answer;
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    return real.flush(atMost);
  }
}
