package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The guard of a simulated client: hears all that calls ask it and tell it, may take its time with
 * its answers.
 */
final class GuardInWorld implements SpendGuard {
  private static final long MICROSECOND = 1_000;

  /** So long after its call's deadline a ledger whose database is silent gives up. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  /** What was not stored within this becomes unknown. */
  private static final Duration STORING = Duration.ofSeconds(2);

  /** Whoever waits goes on so soon. */
  private static final long HOPS = 2_000_000;

  private final SimulatedWorld world;
  private final SimulatedProcess process;
  private final SpendGuard real;

  /** All that was asked for, by the id of the reservation. */
  private final Map<String, Held> held = new HashMap<>();

  /** Reservations that are not completed. */
  private int open;

  GuardInWorld(SimulatedWorld world, SimulatedProcess process, SpendGuard real) {
    this.world = world;
    this.process = process;
    this.real = real;
  }

  /** Whether every reservation has ended. */
  boolean isIdle() {
    return open == 0;
  }

  @Override
  public Decision reserve(Purchase purchase) {
    process.lives();
    // The real one knows that nobody here has made it.
    if (!(purchase.scope() instanceof UserCall)) return real.reserve(purchase);
    Held asked = world.asked(process, purchase);
    held.put(purchase.id(), asked);
    open++;
    long since = world.time.now();
    asked.call.isAtItsGuard = true;
    try {
      Decision decision = real.reserve(asked.purchase);
      asked.madeAt = world.time.now();
      keptUntil(asked, since, asked.purchase.atMost().plus(SILENCE));
      long wait = wait(asked);
      if (wait > 0) process.sleep(wait);
      process.lives();
      if (!(decision instanceof Reservation)) open--;
      world.decided(asked, decision);
      return decision;
    } finally {
      comesBack(asked, since);
    }
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

  /** Before it has said so it may take its time. */
  @Override
  public Charge complete(Purchase purchase, Outcome outcome) {
    process.lives();
    Held ended = held.get(purchase.id());
    if (ended == null) return real.complete(purchase, outcome);
    if (world.completed(ended, outcome)) open--;
    long since = world.time.now();
    ended.call.isAtItsGuard = true;
    try {
      Charge charge = real.complete(ended.purchase, outcome);
      keptUntil(ended, since, STORING);
      Dice dice = process.dice();
      boolean takesItsTime = world.habits.slowGuard() && !world.calm && dice.percent(25);
      if (takesItsTime) process.sleep(dice.upToMillis(dice.pick(1, 50, 3_000)));
      world.told(ended, charge);
      return charge;
    } finally {
      comesBack(ended, since);
    }
  }

  private void comesBack(Held from, long since) {
    from.call.isAtItsGuard = false;
    from.call.guardNanos += world.time.now() - since;
  }

  /** A ledger keeps nobody waiting longer, however silent its database is. */
  private void keptUntil(Held asked, long since, Duration atMost) {
    long took = world.time.now() - since;
    // A process that has closed its client ends, and nothing of it is timed any more.
    if (!process.isAlive() || took <= atMost.toNanos() + HOPS) return;
    world.violate(
        Violation.Rule.A_LEDGER_ANSWERS_IN_TIME,
        String.format(Locale.ROOT, "%s waited %d ms for its ledger", asked.call, took / 1_000_000),
        null);
  }
}
